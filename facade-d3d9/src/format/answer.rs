//! What a program is told about formats.

use retrograph_render::Caps;

use super::{Can, Format, Use};
use crate::error::{Error, Result};
use crate::factory::Direct3D9;
use crate::types::{MultiSample, ResourceType, Usage};

/// A format that can be used as asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatSupport {
    /// In every respect.
    Full,
    /// But no mip levels are generated for it (`D3DOK_NOAUTOGEN`): textures of it have one level.
    NoAutoGen,
}

/// Usages that only ask, about textures.
const TEXTURE_QUERIES: Usage = Usage::QUERY_FILTER
    .union(Usage::QUERY_SRGBREAD)
    .union(Usage::QUERY_VERTEXTEXTURE)
    .union(Usage::QUERY_WRAPANDMIP);

fn available(condition: bool) -> Result<()> {
    if condition { Ok(()) } else { Err(Error::NotAvailable) }
}

/// Whether a display can have this format.
fn is_display(format: Format) -> bool {
    matches!(format, Format::X8R8G8B8 | Format::R5G6B5 | Format::X1R5G5B5 | Format::A2R10G10B10)
}

impl Direct3D9 {
    /// Whether resources of a kind can have a format, with a usage, while the display has format `adapter`.
    ///
    /// # Errors
    /// [`Error::NotAvailable`] when they cannot; [`Error::InvalidCall`] for [`Format::UNKNOWN`] as the display's.
    pub fn check_device_format(
        &self,
        adapter: Format,
        usage: Usage,
        kind: ResourceType,
        format: Format,
    ) -> Result<FormatSupport> {
        check_format(&self.gpu().caps, adapter, usage, kind, format)
    }

    /// Whether a device can show back buffers of a format on a display of another.
    ///
    /// # Errors
    /// [`Error::NotAvailable`] when it cannot; [`Error::InvalidCall`] for [`Format::UNKNOWN`] as the display's, and
    /// fullscreen as the back buffer's.
    pub fn check_device_type(&self, display: Format, back_buffer: Format, windowed: bool) -> Result<()> {
        check_device(&self.gpu().caps, display, back_buffer, windowed)
    }

    /// Whether a depth-stencil format works with a render target's.
    ///
    /// # Errors
    /// Those of [`Direct3D9::check_device_format`].
    pub fn check_depth_stencil_match(
        &self,
        adapter: Format,
        target: Format,
        depth_stencil: Format,
    ) -> Result<()> {
        let caps = &self.gpu().caps;
        check_format(caps, adapter, Usage::RENDERTARGET, ResourceType::Surface, target)?;
        check_format(caps, adapter, Usage::DEPTHSTENCIL, ResourceType::Surface, depth_stencil).map(drop)
    }

    /// Whether a copy or a present converts one format to another.
    ///
    /// # Errors
    /// [`Error::NotAvailable`] when it does not.
    pub fn check_device_format_conversion(&self, source: Format, target: Format) -> Result<()> {
        let shown = |format: Format| format.row().is_some_and(|row| row.is(Can::DISPLAY));
        available(source == target || (shown(source) && shown(target)))
    }

    /// How many quality levels targets of a format have with this number of samples.
    ///
    /// # Errors
    /// [`Error::NotAvailable`] when there are no such targets; [`Error::InvalidCall`] for more than 16 samples.
    pub fn check_device_multi_sample_type(&self, format: Format, samples: MultiSample) -> Result<u32> {
        check_multisample(&self.gpu().caps, format, samples)
    }
}

/// `CheckDeviceFormat`.
fn check_format(
    caps: &Caps,
    adapter: Format,
    usage: Usage,
    kind: ResourceType,
    format: Format,
) -> Result<FormatSupport> {
    if adapter == Format::UNKNOWN {
        return Err(Error::InvalidCall);
    }
    available(is_display(adapter))?;
    let row = format.row().ok_or(Error::NotAvailable)?;
    check_kind(usage, kind)?;
    let (target, depth) = (usage.contains(Usage::RENDERTARGET), usage.contains(Usage::DEPTHSTENCIL));
    available(depth == row.is(Can::DEPTH) && (!target || row.is(Can::TARGET)) && !(target && depth))?;
    if format == Format::NULL {
        available(target && !usage.intersects(TEXTURE_QUERIES))?;
        return Ok(FormatSupport::Full);
    }
    let wanted = match kind {
        ResourceType::Volume | ResourceType::VolumeTexture => Use::Volume,
        _ if target || depth => Use::Target,
        _ => Use::Sampled,
    };
    let storage = row.storage(wanted, |format| caps.format(format)).ok_or(Error::NotAvailable)?;
    let found = caps.format(storage.format);
    let srgb = row.is(Can::SRGB);
    let asks = |query: Usage, answer: bool| available(!usage.contains(query) || answer);
    asks(Usage::QUERY_FILTER, found.filterable)?;
    asks(Usage::QUERY_SRGBREAD, srgb)?;
    asks(Usage::QUERY_SRGBWRITE, srgb && row.is(Can::TARGET))?;
    asks(Usage::QUERY_POSTPIXELSHADER_BLENDING, found.blendable && row.is(Can::TARGET))?;
    let generated = !usage.contains(Usage::AUTOGENMIPMAP) || row.is(Can::MIP_GENERATED);
    Ok(if generated { FormatSupport::Full } else { FormatSupport::NoAutoGen })
}

/// What depends on the kind of the resource alone.
fn check_kind(usage: Usage, kind: ResourceType) -> Result<()> {
    let attached = usage.intersects(Usage::RENDERTARGET | Usage::DEPTHSTENCIL);
    let dynamic = usage.contains(Usage::DYNAMIC);
    available(!usage.intersects(Usage::DMAP | Usage::QUERY_LEGACYBUMPMAP))?;
    available(!(dynamic && attached))?;
    match kind {
        ResourceType::Surface => {
            available(!dynamic && !usage.intersects(TEXTURE_QUERIES | Usage::AUTOGENMIPMAP))
        }
        ResourceType::Texture => Ok(()),
        ResourceType::CubeTexture => available(!usage.contains(Usage::DEPTHSTENCIL)),
        ResourceType::Volume | ResourceType::VolumeTexture => {
            available(!attached && !usage.contains(Usage::AUTOGENMIPMAP))
        }
        ResourceType::VertexBuffer | ResourceType::IndexBuffer => Err(Error::NotAvailable),
    }
}

/// `CheckDeviceType`.
fn check_device(caps: &Caps, display: Format, back_buffer: Format, windowed: bool) -> Result<()> {
    if display == Format::UNKNOWN {
        return Err(Error::InvalidCall);
    }
    available(is_display(display))?;
    if back_buffer == Format::UNKNOWN {
        return if windowed { Ok(()) } else { Err(Error::InvalidCall) };
    }
    let row = back_buffer.row().ok_or(Error::NotAvailable)?;
    available(row.is(Can::DISPLAY) && row.storage(Use::Target, |format| caps.format(format)).is_some())?;
    // Fullscreen, the back buffer is the display's format, perhaps with alpha.
    let same = match display {
        Format::X8R8G8B8 => matches!(back_buffer, Format::X8R8G8B8 | Format::A8R8G8B8),
        Format::X1R5G5B5 => matches!(back_buffer, Format::X1R5G5B5 | Format::A1R5G5B5),
        other => back_buffer == other,
    };
    available(windowed || same)
}

/// `CheckDeviceMultiSampleType`: how many quality levels there are.
fn check_multisample(caps: &Caps, format: Format, samples: MultiSample) -> Result<u32> {
    let row = format.row().ok_or(Error::NotAvailable)?;
    let storage = row.storage(Use::Target, |format| caps.format(format));
    available(row.can.intersects(Can::TARGET | Can::DEPTH) && storage.is_some())?;
    let offered = storage.map_or(1, |storage| caps.format(storage.format).samples);
    match samples.0 {
        0 => Ok(1),
        count if count > 16 => Err(Error::InvalidCall),
        count if count.is_power_of_two() && count > 1 && u32::from(offered) & 1 << count.ilog2() != 0 => {
            Ok(1)
        }
        _ => Err(Error::NotAvailable),
    }
}
