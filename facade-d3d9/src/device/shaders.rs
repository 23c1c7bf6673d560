//! Shaders and declarations.

use crate::decl::Declaration;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::fvf;
use crate::id::{PixelShaderId, VertexDeclarationId, VertexShaderId};
use crate::record::Dirty;
use crate::shader::{PixelShader, Profiles, VertexShader};
use crate::types::{Fvf, VertexElement};

impl Device {
    /// Makes a vertex shader from its tokens.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for bytes that are no vertex shader, and for those of software profiles on a device that
    /// processes vertices in hardware only; [`Error::NotAvailable`] for one that is not supported; the log tells why.
    pub fn create_vertex_shader(&mut self, code: &[u8]) -> Result<VertexShaderId> {
        let shader = VertexShader::new(code, self.profiles())
            .inspect_err(|error| self.count_shader(error, "vertex_shader"))?;
        Ok(self.vertex_shaders.insert(shader))
    }

    /// Makes a pixel shader from its tokens.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for bytes that are no pixel shader, and for those of software profiles on a device that
    /// processes vertices in hardware only; [`Error::NotAvailable`] for one that is not supported; the log tells why.
    pub fn create_pixel_shader(&mut self, code: &[u8]) -> Result<PixelShaderId> {
        let shader = PixelShader::new(code, self.profiles())
            .inspect_err(|error| self.count_shader(error, "pixel_shader"))?;
        Ok(self.pixel_shaders.insert(shader))
    }

    fn profiles(&self) -> Profiles {
        Profiles { software: self.software, large_blocks: self.context.gpu().caps.large_blocks() }
    }

    fn count_shader(&mut self, error: &Error, key: &'static str) {
        if matches!(error, Error::NotAvailable) {
            self.unsupported.count(key);
        }
    }

    /// Lets go of a vertex shader.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is none of this id.
    pub fn release_vertex_shader(&mut self, id: VertexShaderId) -> Result<()> {
        let shader = self.vertex_shaders.remove(id).ok_or(Error::InvalidCall)?;
        shader.release(&mut self.context.recorder);
        self.invalidate();
        Ok(())
    }

    /// Lets go of a pixel shader.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is none of this id.
    pub fn release_pixel_shader(&mut self, id: PixelShaderId) -> Result<()> {
        let shader = self.pixel_shaders.remove(id).ok_or(Error::InvalidCall)?;
        shader.release(&mut self.context.recorder);
        self.invalidate();
        Ok(())
    }

    /// The tokens that a vertex shader was made from.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is none of this id.
    pub fn vertex_shader_function(&self, id: VertexShaderId) -> Result<&[u8]> {
        self.vertex_shaders.get(id).map(|shader| &*shader.code).ok_or(Error::InvalidCall)
    }

    /// The tokens that a pixel shader was made from.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is none of this id.
    pub fn pixel_shader_function(&self, id: PixelShaderId) -> Result<&[u8]> {
        self.pixel_shaders.get(id).map(|shader| &*shader.code).ok_or(Error::InvalidCall)
    }

    /// Binds a vertex shader, or the fixed-function vertex pipeline.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a shader that does not exist.
    #[inline]
    pub fn set_vertex_shader(&mut self, shader: Option<VertexShaderId>) -> Result<()> {
        if shader.is_some_and(|id| !self.vertex_shaders.contains_key(id)) {
            return Err(Error::InvalidCall);
        }
        if self.state.vertex_shader != shader {
            let both = shader.is_some() && self.state.vertex_shader.is_some();
            self.state.vertex_shader = shader;
            if both {
                self.shader_switched();
            } else {
                self.dirty |= Dirty::PROGRAM;
            }
        }
        Ok(())
    }

    /// The bound vertex shader.
    #[must_use]
    pub fn get_vertex_shader(&self) -> Option<VertexShaderId> {
        self.state.vertex_shader
    }

    /// Binds a pixel shader, or the fixed-function pixel pipeline.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a shader that does not exist.
    #[inline]
    pub fn set_pixel_shader(&mut self, shader: Option<PixelShaderId>) -> Result<()> {
        if shader.is_some_and(|id| !self.pixel_shaders.contains_key(id)) {
            return Err(Error::InvalidCall);
        }
        if self.state.pixel_shader != shader {
            let both = shader.is_some() && self.state.pixel_shader.is_some();
            self.state.pixel_shader = shader;
            if both {
                self.shader_switched();
            } else {
                self.dirty |= Dirty::PROGRAM;
            }
        }
        Ok(())
    }

    /// The bound pixel shader.
    #[must_use]
    pub fn get_pixel_shader(&self) -> Option<PixelShaderId> {
        self.state.pixel_shader
    }

    /// Makes a vertex declaration; the end marker is implied.
    ///
    /// # Errors
    /// [`Error::Fail`] for a type that is none and for offsets that are no multiple of 4, [`Error::InvalidCall`]
    /// for streams and usage indices past 15 and for more than 64 elements.
    pub fn create_vertex_declaration(&mut self, elements: &[VertexElement]) -> Result<VertexDeclarationId> {
        Ok(self.declarations.insert(Declaration::new(elements)?))
    }

    /// Lets go of a vertex declaration.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is none of this id.
    pub fn release_vertex_declaration(&mut self, id: VertexDeclarationId) -> Result<()> {
        self.declarations.remove(id).ok_or(Error::InvalidCall)?;
        self.invalidate();
        Ok(())
    }

    /// The elements of a vertex declaration.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] when there is none of this id.
    pub fn vertex_declaration_elements(&self, id: VertexDeclarationId) -> Result<&[VertexElement]> {
        self.declarations.get(id).map(|found| &*found.elements).ok_or(Error::InvalidCall)
    }

    /// Sets the vertex declaration.
    ///
    /// # Errors
    /// [`Error::InvalidCall`] for a declaration that does not exist.
    #[inline]
    pub fn set_vertex_declaration(&mut self, declaration: Option<VertexDeclarationId>) -> Result<()> {
        let fvf = match declaration {
            Some(id) => self.declarations.get(id).ok_or(Error::InvalidCall)?.fvf,
            None => Fvf::empty(),
        };
        self.bind_declaration(declaration, fvf);
        Ok(())
    }

    fn bind_declaration(&mut self, declaration: Option<VertexDeclarationId>, fvf: Fvf) {
        self.state.fvf = fvf;
        if self.state.declaration != declaration {
            self.state.declaration = declaration;
            // A transformed position selects another vertex program and depth range.
            self.dirty |= Dirty::INPUT | Dirty::PROGRAM | Dirty::VIEWPORT;
        }
    }

    /// The vertex declaration; after [`Device::set_fvf`] the one that the format stands for.
    #[must_use]
    pub fn get_vertex_declaration(&self) -> Option<VertexDeclarationId> {
        self.state.declaration
    }

    /// Sets the vertex declaration that a flexible vertex format stands for. The empty format changes nothing.
    ///
    /// # Errors
    /// None.
    pub fn set_fvf(&mut self, fvf: Fvf) -> Result<()> {
        if fvf.is_empty() {
            return Ok(());
        }
        let known = self.fvf_declarations.get(&fvf.bits()).copied();
        let id = if let Some(id) = known.filter(|id| self.declarations.contains_key(*id)) {
            id
        } else {
            let id = self.declarations.insert(Declaration::new(&fvf::elements(fvf))?);
            self.fvf_declarations.insert(fvf.bits(), id);
            id
        };
        self.bind_declaration(Some(id), fvf);
        Ok(())
    }

    /// The flexible vertex format that says the same as the vertex declaration; empty when there is none.
    #[must_use]
    pub fn get_fvf(&self) -> Fvf {
        self.state.fvf
    }
}
