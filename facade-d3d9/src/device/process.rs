//! Vertices processed on the CPU into a vertex buffer.
//!
//! The fixed-function pipeline is that of [`retrograph_shaders::fixed::eval`], vertex shaders run on
//! [`retrograph_shaders::dxso::interp`]. Nothing of it is recorded but the write to the buffer.

mod fixed;
mod output;
mod shader;
mod source;

use crate::decl::Declaration;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::id::{VertexBufferId, VertexDeclarationId};
use crate::types::{LockFlags, ProcessFlags, VertexElement};

use fixed::Fixed;
use output::Output;
use shader::Programmed;
use source::Source;

/// What processes vertices.
enum Processor<'d> {
    Fixed(Box<Fixed>),
    Programmed(Box<Programmed<'d>>),
}

impl Processor<'_> {
    fn process(&self, source: &Source<'_>, vertex: u64) -> Result<Output, shader::Refused> {
        match self {
            Self::Fixed(fixed) => Ok(fixed.process(source, vertex)),
            Self::Programmed(programmed) => programmed.process(source, vertex),
        }
    }
}

/// Where vertices come from and go to.
struct Job<'d> {
    /// The first vertex of the streams.
    first: u32,
    /// How a vertex is written, and its bytes.
    layout: &'d [VertexElement],
    stride: u32,
    flags: ProcessFlags,
}

impl Device {
    /// Processes `count` vertices of the streams from `source_start` on, and writes them to a buffer, from its vertex
    /// `destination_start` on. `declaration` says what is written where; without one it is the format that the buffer
    /// was created with.
    ///
    /// What a draw would use processes them: the vertex shader, or the fixed-function pipeline without one and for
    /// positions that are already in pixels.
    ///
    /// | element | what is written |
    /// |---|---|
    /// | `POSITIONT` | x and y in pixels, depth in the viewport's range, 1/w; nothing is clipped |
    /// | `POSITION` | the position before the division by w |
    /// | `PSIZE`, `COLOR`, `TEXCOORD`, `FOG` | what the pixel stage would read; with vertex fog, the alpha of `COLOR1` is its factor |
    /// | any other, and what a shader does not write | the element of that usage of the source, if there is one |
    ///
    /// [`ProcessFlags::DONOTCOPYDATA`] leaves alone what processing does not change: everything of the last row, and of
    /// the fixed-function pipeline colours without lighting and coordinates that are neither generated nor transformed.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] without a buffer, a declaration of the source, or a layout to write; for a layout in other
    /// streams than the first, one that is not given to a shader of model 3, and more vertices than the buffer has room
    /// for. [`Error::NotAvailable`] for shaders that read textures, and those that run for too long.
    pub fn process_vertices(
        &mut self,
        source_start: u32,
        destination_start: u32,
        count: u32,
        destination: VertexBufferId,
        declaration: Option<VertexDeclarationId>,
        flags: ProcessFlags,
    ) -> Result<()> {
        let buffer = self.vertex_buffers.get(destination).ok_or(Error::InvalidCall)?;
        let layout = match declaration {
            Some(id) => self.declarations.get(id).ok_or(Error::InvalidCall)?.elements.clone(),
            None => crate::fvf::elements(buffer.fvf),
        };
        let stride = layout.iter().map(|element| u32::from(element.offset) + element.kind.size()).max();
        let stride = stride.ok_or(Error::InvalidCall)?;
        let [start, length] =
            [destination_start, count].map(|vertices| u64::from(vertices) * u64::from(stride));
        let model3 = self.processing_shader().is_some_and(|shader| shader.program().version.major >= 3);
        let wrong = layout.iter().any(|element| element.stream != 0)
            || start + length > u64::from(buffer.size)
            || (model3 && declaration.is_none());
        if wrong {
            return Err(Error::InvalidCall);
        }
        let source = self.declaration().ok_or(Error::InvalidCall)?;
        if count == 0 {
            return Ok(());
        }
        // Both are at most the buffer's size.
        let [start, length] = [start, length].map(|bytes| bytes as u32);
        let mut bytes = buffer.read(start, length);
        let job = Job { first: source_start, layout: &layout, stride, flags };
        if let Err(refused) = self.process(&job, source, &mut bytes) {
            return Err(self.refuse(refused.key()));
        }
        let mut lock = self.lock_vertex_buffer(destination, start, length, LockFlags::empty())?;
        lock.bytes_mut().copy_from_slice(&bytes);
        self.unlock_vertex_buffer(lock)
    }

    fn process(&self, job: &Job<'_>, source: &Declaration, bytes: &mut [u8]) -> Result<(), shader::Refused> {
        let source = Source::new(self, source);
        let count = bytes.len() as u64 / u64::from(job.stride);
        let processor = match self.processing_shader() {
            Some(shader) => Processor::Programmed(Box::new(Programmed::new(self, shader, count)?)),
            None => Processor::Fixed(Box::new(Fixed::new(self))),
        };
        let vertices = u64::from(job.first)..;
        for (vertex, row) in vertices.zip(bytes.chunks_exact_mut(job.stride as usize)) {
            let output = processor.process(&source, vertex)?;
            for element in job.layout {
                output.write(row, element, job.flags, &source, vertex);
            }
        }
        Ok(())
    }

    /// The shader that vertices go through; none where the fixed-function pipeline takes them.
    fn processing_shader(&self) -> Option<&crate::shader::VertexShader> {
        let id = self.bound_vertex_shader().filter(|_| !self.is_transformed())?;
        self.vertex_shaders.get(id)
    }
}
