//! A device with a source of vertices and a buffer to process them into.

use retrograph_d3d9::types::{
    CreateFlags, Fvf, LockFlags, Matrix, Pool, PresentParameters, ProcessFlags, RenderState, Transform, Usage,
};
use retrograph_d3d9::{Device, Direct3D9, Result, VertexBufferId, VertexDeclarationId};

/// Pixels of a row, and rows, of the target.
pub(crate) const SIZE: u32 = 32;

pub(crate) struct Bench {
    pub(crate) device: Device,
    /// What is processed goes here.
    pub(crate) to: VertexBufferId,
}

/// The bytes of floats.
pub(crate) fn bytes(floats: &[f32]) -> Vec<u8> {
    floats.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub(crate) fn float(bytes: &[u8]) -> f32 {
    f32::from_le_bytes(bytes[..4].try_into().expect("four bytes"))
}

/// The floats of bytes.
pub(crate) fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(float).collect()
}

impl Bench {
    /// A device without lighting, whose buffer has room for `size` bytes of `fvf`; they are 0xEE.
    pub(crate) fn new(fvf: Fvf, size: u32) -> Self {
        let parameters = PresentParameters {
            back_buffer_width: SIZE,
            back_buffer_height: SIZE,
            ..PresentParameters::default()
        };
        let direct3d = Direct3D9::new().expect("an adapter");
        let device = direct3d.create_device(&parameters, CreateFlags::SOFTWARE_VERTEXPROCESSING);
        let mut device = device.expect("a device");
        device.set_render_state(RenderState::LIGHTING, 0).expect("set");
        let to = device.create_vertex_buffer(size, Usage::empty(), fvf, Pool::SystemMem).expect("a buffer");
        let mut bench = Self { device, to };
        bench.fill(to, &vec![0xEE; size as usize]);
        bench
    }

    fn fill(&mut self, buffer: VertexBufferId, bytes: &[u8]) {
        let mut lock = self.device.lock_vertex_buffer(buffer, 0, 0, LockFlags::empty()).expect("a lock");
        lock.bytes_mut().copy_from_slice(bytes);
        self.device.unlock_vertex_buffer(lock).expect("an unlock");
    }

    /// Feeds vertices in stream 0.
    pub(crate) fn feed(&mut self, bytes: &[u8], stride: u32) {
        let (usage, size) = (Usage::empty(), bytes.len() as u32);
        let buffer = self.device.create_vertex_buffer(size, usage, Fvf::empty(), Pool::Managed);
        let buffer = buffer.expect("a buffer");
        self.fill(buffer, bytes);
        self.device.set_stream_source(0, Some(buffer), 0, stride).expect("set");
    }

    pub(crate) fn transform(&mut self, transform: Transform, matrix: Matrix) {
        self.device.set_transform(transform, &matrix).expect("set");
    }

    /// Processes into the buffer from vertex `first` on.
    pub(crate) fn process(
        &mut self,
        from: u32,
        first: u32,
        count: u32,
        declaration: Option<VertexDeclarationId>,
        flags: ProcessFlags,
    ) -> Result<()> {
        self.device.process_vertices(from, first, count, self.to, declaration, flags)
    }

    /// What is in the buffer.
    pub(crate) fn result(&mut self) -> Vec<u8> {
        let lock = self.device.lock_vertex_buffer(self.to, 0, 0, LockFlags::READONLY).expect("a lock");
        let bytes = lock.bytes().to_vec();
        self.device.unlock_vertex_buffer(lock).expect("an unlock");
        bytes
    }
}

/// A matrix that scales and moves.
pub(crate) fn affine(scale: f32, [x, y, z]: [f32; 3]) -> Matrix {
    [[scale, 0.0, 0.0, 0.0], [0.0, scale, 0.0, 0.0], [0.0, 0.0, scale, 0.0], [x, y, z, 1.0]]
}

/// A projection whose w is the eye's z, and whose depth is half of it before the division.
pub(crate) const PERSPECTIVE: Matrix =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.5, 1.0], [0.0, 0.0, 0.0, 0.0]];
