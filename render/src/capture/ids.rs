//! Every id in a frame.

use crate::frame::{AttributeSource, Command, Frame, Upload, UploadTarget};
use crate::resource::{BufferId, ShaderId, TextureId};

/// Is shown every id of a frame, and may change it.
pub(super) trait Visitor {
    /// A texture that is bound, drawn to, copied or written.
    fn texture(&mut self, id: &mut TextureId);
    /// A buffer that is bound or written.
    fn buffer(&mut self, id: &mut BufferId);
    /// A shader of a program.
    fn shader(&mut self, id: &mut ShaderId);
}

/// Shows `visitor` every id of a frame's groups, logs, uploads and commands.
pub(super) fn visit(frame: &mut Frame, visitor: &mut impl Visitor) {
    for input in &mut frame.inputs {
        for stream in &mut input.streams {
            if let AttributeSource::Buffer(id) = &mut stream.source {
                visitor.buffer(id);
            }
        }
        if let Some((id, _)) = &mut input.indices {
            visitor.buffer(id);
        }
    }
    for program in &mut frame.programs {
        visitor.shader(&mut program.vertex);
        visitor.shader(&mut program.fragment);
    }
    for targets in &mut frame.targets {
        for attachment in targets.color.iter_mut().chain([&mut targets.depth]).flatten() {
            visitor.texture(&mut attachment.texture);
        }
    }
    for write in &mut frame.bindings {
        if let Some(id) = &mut write.binding.texture {
            visitor.texture(id);
        }
    }
    frame.uploads.iter_mut().for_each(|write| upload(write, visitor));
    for step in &mut frame.commands {
        command(step, visitor);
    }
}

fn command(command: &mut Command, visitor: &mut impl Visitor) {
    match command {
        Command::Draw(_) | Command::Clear(_) => {}
        Command::Copy(copy) => {
            visitor.texture(&mut copy.source.texture);
            visitor.texture(&mut copy.destination.texture);
        }
        Command::Stretch(stretch) => {
            visitor.texture(&mut stretch.source.texture);
            visitor.texture(&mut stretch.destination.texture);
        }
        Command::GenerateMips(mips) => visitor.texture(&mut mips.texture),
        Command::Upload(write) => upload(write, visitor),
        Command::Read(read) => visitor.texture(&mut read.source.texture),
    }
}

fn upload(upload: &mut Upload, visitor: &mut impl Visitor) {
    match &mut upload.target {
        UploadTarget::Buffer { buffer, .. } => visitor.buffer(buffer),
        UploadTarget::Texture { location, .. } => visitor.texture(&mut location.texture),
    }
}
