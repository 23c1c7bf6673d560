//! Depth and stencil between memory and attachments. Copies do not do that, so it is drawn.

use retrograph_render::frame::{
    Attachment, AttributeSource, ClearPlanes, ColorBlend, DepthState, Indices, Program, RasterState, Rect,
    StencilFace, StencilState, Targets, TextureBinding, TextureLocation, Topology, VertexAttribute,
    VertexInput, VertexStream, Viewport,
};
use retrograph_render::resource::{TextureDesc, TextureId};
use retrograph_render::{Context, DrawCall, Recorder, wgpu};
use retrograph_shaders::binding;
use retrograph_shaders::pica::key::VertexKey;

use super::programs::{Programs, Utility};
use super::surfaces::{Content, Place, Surface, failed, pixels};
use super::uniforms::View;
use crate::front::PicaError;
use crate::state::DepthFormat;
use crate::texture::decode_depth;

/// A triangle over the whole target, in the guest's clip space.
const COVER: [[f32; 4]; 3] = [[-1.0, -1.0, 0.0, 1.0], [3.0, -1.0, 0.0, 1.0], [-1.0, 3.0, 0.0, 1.0]];

/// What stored depths are divided by, so that they are floats exactly.
fn unit(format: DepthFormat) -> f32 {
    (format.max() + 1) as f32
}

/// Clears a depth surface to a stored value.
pub(super) fn clear(recorder: &mut Recorder, attachment: Attachment, format: DepthFormat, value: u32) {
    let (depth, stencil) = decode_depth(format, &value.to_le_bytes());
    recorder.set_targets(Targets { color: [None; 4], depth: Some(attachment) });
    let planes = ClearPlanes {
        depth: Some(depth as f32 / unit(format)),
        stencil: (format == DepthFormat::D24S8).then_some(stencil),
        color: None,
    };
    recorder.clear(planes, None);
}

/// Clears a colour surface.
pub(super) fn clear_color(recorder: &mut Recorder, attachment: Attachment, color: [u8; 4]) {
    recorder.set_targets(Targets { color: [Some(attachment), None, None, None], depth: None });
    let color = color.map(|channel| f32::from(channel) / 255.0);
    recorder.clear(ClearPlanes { color: Some(color), ..ClearPlanes::default() }, None);
}

/// Draws one of our stages over a whole target.
fn cover(
    context: &mut Context,
    programs: &mut Programs,
    which: Utility,
    targets: Targets,
    raster: RasterState,
    [width, height]: [u32; 2],
) -> Result<(), PicaError> {
    let recorder = &mut context.recorder;
    let vertex = programs.processed(recorder, &VertexKey::default()).map_err(failed)?;
    let fragment = programs.utility(recorder, which).map_err(failed)?;
    recorder.set_program(Program { vertex: vertex.shader, fragment: fragment.shader });
    recorder.set_targets(targets);
    recorder.set_raster(raster);
    recorder.set_viewport(Viewport {
        x: 0.0,
        y: 0.0,
        width: width as f32,
        height: height as f32,
        min_depth: 0.0,
        max_depth: 1.0,
        scissor: Rect { x: 0, y: 0, width, height },
    });
    recorder.set_input(VertexInput {
        streams: [VertexStream {
            source: AttributeSource::Arena,
            offset: 0,
            stride: 16,
            instance_step: None,
        }]
        .into_iter()
        .collect(),
        attributes: [VertexAttribute {
            location: 0,
            stream: 0,
            offset: 0,
            format: wgpu::VertexFormat::Float32x4,
        }]
        .into_iter()
        .collect(),
        indices: None,
    });
    View::WHOLE.write(recorder);
    let user_vertices = recorder.push_user_data(bytemuck::bytes_of(&COVER));
    recorder.draw(DrawCall {
        topology: Topology::Triangles,
        first: 0,
        count: 3,
        base_vertex: 0,
        instances: 1,
        user_vertices,
        indices: Indices::None,
    });
    Ok(())
}

fn temporary(recorder: &mut Recorder, place: &Place, format: wgpu::TextureFormat, target: bool) -> TextureId {
    recorder.create_texture(TextureDesc {
        label: format!("pica depth of {:#010x} under way", place.address),
        render_target: target,
        ..TextureDesc::new(place.width, place.height, format)
    })
}

fn bind(recorder: &mut Recorder, texture: TextureId) {
    let binding = TextureBinding { texture: Some(texture), ..TextureBinding::default() };
    recorder.set_binding(false, 0, binding);
}

/// A raster state that writes nothing but what is set in it.
fn still() -> RasterState {
    let nothing = ColorBlend { blend: None, write_mask: wgpu::ColorWrites::empty() };
    RasterState { colors: [nothing; 4], ..RasterState::default() }
}

/// Loads a depth surface from its bytes in memory.
pub(super) fn load(
    context: &mut Context,
    programs: &mut Programs,
    surface: &Surface,
    format: DepthFormat,
    bytes: &[u8],
) -> Result<(), PicaError> {
    let place = surface.place;
    let size = [place.width, place.height];
    let attachment = Attachment { texture: surface.texture, level: 0, layer: 0, srgb: false };
    let targets = Targets { color: [None; 4], depth: Some(attachment) };
    let (mut depths, mut stencils) = (Vec::new(), Vec::new());
    pixels(&place, bytes, |pixel| {
        let (depth, stencil) = decode_depth(format, pixel);
        depths.push(depth as f32 / unit(format));
        stencils.push(stencil);
    });
    let source = temporary(&mut context.recorder, &place, wgpu::TextureFormat::R32Float, false);
    let location = TextureLocation { texture: source, level: 0, origin: [0; 3] };
    context.recorder.write_texture(location, [size[0], size[1], 1], bytemuck::cast_slice(&depths));
    bind(&mut context.recorder, source);
    let mut raster = still();
    raster.depth = DepthState { write: true, compare: wgpu::CompareFunction::Always };
    cover(context, programs, Utility::LoadDepth, targets, raster, size)?;
    context.recorder.release_texture(source);
    if format == DepthFormat::D24S8 {
        load_stencil(context, programs, &place, targets, &stencils)?;
    }
    Ok(())
}

/// Sets the stencil plane, bit by bit.
fn load_stencil(
    context: &mut Context,
    programs: &mut Programs,
    place: &Place,
    targets: Targets,
    stencils: &[u8],
) -> Result<(), PicaError> {
    let size = [place.width, place.height];
    context.recorder.set_targets(targets);
    context.recorder.clear(ClearPlanes { stencil: Some(0), ..ClearPlanes::default() }, None);
    if stencils.iter().all(|&value| value == 0) {
        return Ok(());
    }
    let source = temporary(&mut context.recorder, place, wgpu::TextureFormat::R8Unorm, false);
    let location = TextureLocation { texture: source, level: 0, origin: [0; 3] };
    context.recorder.write_texture(location, [size[0], size[1], 1], stencils);
    bind(&mut context.recorder, source);
    for bit in 0..8 {
        let row = [f32::from(1u8 << bit), 0.0, 0.0, 0.0];
        context.recorder.write_block(binding::FRAGMENT_FLOATS as u8, 0, bytemuck::bytes_of(&row));
        let face = StencilFace {
            compare: wgpu::CompareFunction::Always,
            pass_op: wgpu::StencilOperation::Replace,
            ..StencilFace::default()
        };
        let mut raster = still();
        raster.stencil = Some(StencilState {
            front: face,
            back: face,
            read_mask: 0xFF,
            write_mask: 1 << bit,
            reference: 0xFF,
        });
        cover(context, programs, Utility::LoadStencilBit, targets, raster, size)?;
    }
    context.recorder.release_texture(source);
    Ok(())
}

/// The stored depths and stencils of a surface, row by row.
pub(super) fn read(
    context: &mut Context,
    programs: &mut Programs,
    surface: &Surface,
    format: DepthFormat,
) -> Result<Vec<(u32, u8)>, PicaError> {
    let size = [surface.place.width, surface.place.height];
    let stencils =
        if format == DepthFormat::D24S8 { read_stencil(context, programs, surface)? } else { Vec::new() };
    let location = TextureLocation { texture: surface.texture, level: 0, origin: [0; 3] };
    let depths = context.read_texture(location, size).map_err(failed)?;
    let pixels = depths.as_chunks::<4>().0.iter().enumerate().map(|(index, depth)| {
        let depth = (f32::from_le_bytes(*depth) * unit(format)) as u32;
        (depth, stencils.get(index).copied().unwrap_or(0))
    });
    Ok(pixels.collect())
}

/// The stencil plane: each bit is added to a colour where it is set.
fn read_stencil(
    context: &mut Context,
    programs: &mut Programs,
    surface: &Surface,
) -> Result<Vec<u8>, PicaError> {
    debug_assert!(matches!(surface.place.content, Content::Depth(DepthFormat::D24S8)));
    let size = [surface.place.width, surface.place.height];
    let sum = temporary(&mut context.recorder, &surface.place, wgpu::TextureFormat::R8Unorm, true);
    let attachment = |texture| Attachment { texture, level: 0, layer: 0, srgb: false };
    let targets = Targets {
        color: [Some(attachment(sum)), None, None, None],
        depth: Some(attachment(surface.texture)),
    };
    context.recorder.set_targets(Targets { depth: None, ..targets });
    context.recorder.clear(ClearPlanes { color: Some([0.0; 4]), ..ClearPlanes::default() }, None);
    for bit in 0..8 {
        let row = [f32::from(1u8 << bit) / 255.0, 0.0, 0.0, 0.0];
        context.recorder.write_block(binding::FRAGMENT_FLOATS as u8, 0, bytemuck::bytes_of(&row));
        let face = StencilFace { compare: wgpu::CompareFunction::Equal, ..StencilFace::default() };
        let mut raster = still();
        raster.stencil = Some(StencilState {
            front: face,
            back: face,
            read_mask: 1 << bit,
            write_mask: 0,
            reference: 0xFF,
        });
        let add = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::One,
            dst_factor: wgpu::BlendFactor::One,
            operation: wgpu::BlendOperation::Add,
        };
        raster.colors[0] = ColorBlend {
            blend: Some(wgpu::BlendState { color: add, alpha: add }),
            write_mask: wgpu::ColorWrites::ALL,
        };
        cover(context, programs, Utility::PlainColor, targets, raster, size)?;
    }
    let location = TextureLocation { texture: sum, level: 0, origin: [0; 3] };
    let values = context.read_texture(location, size).map_err(failed)?;
    context.recorder.release_texture(sum);
    Ok(values)
}
