//! Commands that set state or bind objects.

use retrograph_d3d9::types::{Light, LightType, Material, Matrix, Viewport};

use super::names::{fvf, render_state, sampler_state, stage_state, transform};
use super::surfaces::rect;
use super::{Called, Runner, Stop};
use crate::battery::error::BatteryError;
use crate::battery::script::{Command, Name, Number, ValueSource};

/// A state's value: a float's bits win.
fn value(source: ValueSource) -> Result<u32, BatteryError> {
    let bits = source.float.map(|float| float.f32().to_bits());
    bits.or(source.value.map(Number::u32)).ok_or_else(|| BatteryError::data("a state has no value"))
}

/// The first `N` floats of a list; zeros where it ends.
fn floats<const N: usize>(list: Option<&[Number]>) -> [f32; N] {
    std::array::from_fn(|i| list.and_then(|list| list.get(i)).map_or(0.0, |number| number.f32()))
}

/// Rows of four.
fn rows<T: Copy + Default>(list: &[Number], convert: fn(Number) -> T) -> Vec<[T; 4]> {
    list.chunks_exact(4).map(|row| std::array::from_fn(|i| convert(row[i]))).collect()
}

fn matrix(list: &[Number]) -> Matrix {
    let flat: [f32; 16] = floats(Some(list));
    std::array::from_fn(|row| std::array::from_fn(|column| flat[row * 4 + column]))
}

fn booleans(list: &[Number]) -> Vec<bool> {
    list.iter().map(|value| value.i64() != 0).collect()
}

fn light_type(name: &Name) -> Result<LightType, BatteryError> {
    match name {
        Name::Number(number) => Ok(LightType(number.u32())),
        Name::Text(text) => match text.as_str() {
            "POINT" => Ok(LightType::POINT),
            "SPOT" => Ok(LightType::SPOT),
            "DIRECTIONAL" => Ok(LightType::DIRECTIONAL),
            _ => Err(BatteryError::name("light type", text)),
        },
    }
}

impl Runner<'_> {
    /// Executes a command that sets plain state; `None` when it is of another kind.
    pub(super) fn set_state(
        &mut self,
        command: &Command,
    ) -> Result<Option<retrograph_d3d9::Result<()>>, Stop> {
        use Command as C;
        let device = &mut self.device;
        Ok(Some(match command {
            C::SetRenderState { state, value: source } => {
                device.set_render_state(render_state(state)?, value(*source)?)
            }
            C::SetTextureStageState { stage, state, value: source } => {
                device.set_texture_stage_state(stage.u32(), stage_state(state)?, value(*source)?)
            }
            C::SetSamplerState { sampler, state, value: source } => {
                device.set_sampler_state(sampler.u32(), sampler_state(state)?, value(*source)?)
            }
            C::SetTransform { state, matrix: list } => device.set_transform(transform(state)?, &matrix(list)),
            C::MultiplyTransform { state, matrix: list } => {
                device.multiply_transform(transform(state)?, &matrix(list))
            }
            C::SetMaterial { .. } | C::SetLight { .. } | C::LightEnable { .. } => {
                return self.set_light(command).map(Some);
            }
            C::SetFvf { fvf: name } => device.set_fvf(fvf(name)?),
            C::SetClipPlane { index, plane } => device.set_clip_plane(index.u32(), floats(Some(plane))),
            C::SetScissorRect { rect: edges } => device.set_scissor_rect(rect(*edges)),
            C::SetViewport { x, y, width, height, minz, maxz } => device.set_viewport(&Viewport {
                x: x.u32(),
                y: y.u32(),
                width: width.u32(),
                height: height.u32(),
                min_z: minz.map_or(0.0, Number::f32),
                max_z: maxz.map_or(1.0, Number::f32),
            }),
            C::SetStreamSourceFreq { stream, value } => {
                device.set_stream_source_freq(stream.u32(), value.u32())
            }
            _ => return self.set_constants(command),
        }))
    }

    fn set_light(&mut self, command: &Command) -> Called {
        use Command as C;
        Ok(match command {
            C::SetMaterial { diffuse, ambient, specular, emissive, power } => {
                self.device.set_material(&Material {
                    diffuse: floats(diffuse.as_deref()),
                    ambient: floats(ambient.as_deref()),
                    specular: floats(specular.as_deref()),
                    emissive: floats(emissive.as_deref()),
                    power: power.map_or(0.0, Number::f32),
                })
            }
            C::SetLight {
                index,
                kind,
                diffuse,
                specular,
                ambient,
                position,
                direction,
                range,
                falloff,
                theta,
                phi,
                attenuation,
            } => {
                let number = |number: &Option<Number>| number.map_or(0.0, Number::f32);
                self.device.set_light(
                    index.u32(),
                    &Light {
                        kind: light_type(kind)?,
                        diffuse: floats(diffuse.as_deref()),
                        specular: floats(specular.as_deref()),
                        ambient: floats(ambient.as_deref()),
                        position: floats(position.as_deref()),
                        direction: floats(direction.as_deref()),
                        range: number(range),
                        falloff: number(falloff),
                        attenuation: floats(attenuation.as_deref()),
                        theta: number(theta),
                        phi: number(phi),
                    },
                )
            }
            C::LightEnable { index, enable } => self.device.light_enable(index.u32(), enable.i64() != 0),
            _ => return Err(Stop::Error("not a command of lighting".to_owned())),
        })
    }

    fn set_constants(&mut self, command: &Command) -> Result<Option<retrograph_d3d9::Result<()>>, Stop> {
        use Command as C;
        let device = &mut self.device;
        Ok(Some(match command {
            C::SetVertexShaderConstantF { start, values } => {
                device.set_vertex_shader_constant_f(start.u32(), &rows(values, Number::f32))
            }
            C::SetVertexShaderConstantI { start, values } => {
                device.set_vertex_shader_constant_i(start.u32(), &rows(values, Number::i32))
            }
            C::SetVertexShaderConstantB { start, values } => {
                device.set_vertex_shader_constant_b(start.u32(), &booleans(values))
            }
            C::SetPixelShaderConstantF { start, values } => {
                device.set_pixel_shader_constant_f(start.u32(), &rows(values, Number::f32))
            }
            C::SetPixelShaderConstantI { start, values } => {
                device.set_pixel_shader_constant_i(start.u32(), &rows(values, Number::i32))
            }
            C::SetPixelShaderConstantB { start, values } => {
                device.set_pixel_shader_constant_b(start.u32(), &booleans(values))
            }
            _ => return Ok(None),
        }))
    }

    /// Executes a command that binds an object; `None` when it is of another kind.
    pub(super) fn bind(&mut self, command: &Command) -> Result<Option<retrograph_d3d9::Result<()>>, Stop> {
        use Command as C;
        let number = |number: &Option<Number>| number.map_or(0, Number::u32);
        Ok(Some(match command {
            C::SetTexture { stage, texture } => {
                let texture = self.objects.texture_id(texture.as_ref())?;
                self.device.set_texture(stage.u32(), texture)
            }
            C::SetStreamSource { stream, buffer, offset, stride } => {
                let buffer = self.objects.vertex_buffer(buffer.as_ref())?;
                self.device.set_stream_source(stream.u32(), buffer, number(offset), number(stride))
            }
            C::SetIndices { buffer } => {
                let buffer = self.objects.index_buffer(buffer.as_ref())?;
                self.device.set_indices(buffer)
            }
            C::SetVertexDeclaration { declaration } => {
                let declaration = self.objects.declaration(declaration.as_ref())?;
                self.device.set_vertex_declaration(declaration)
            }
            C::SetVertexShader { shader } => {
                let shader = self.objects.vertex_shader(shader.as_ref())?;
                self.device.set_vertex_shader(shader)
            }
            C::SetPixelShader { shader } => {
                let shader = self.objects.pixel_shader(shader.as_ref())?;
                self.device.set_pixel_shader(shader)
            }
            C::SetRenderTarget { index, surface } => {
                let surface = surface.as_ref().map(|surface| self.surface(surface)).transpose()?;
                self.device.set_render_target(index.u32(), surface.map(|(id, _)| id))
            }
            C::SetDepthStencilSurface { surface } => {
                let surface = surface.as_ref().map(|surface| self.surface(surface)).transpose()?;
                self.device.set_depth_stencil_surface(surface.map(|(id, _)| id))
            }
            _ => return Ok(None),
        }))
    }
}
