//! The methods of devices, save for those about viewports.

use super::{matrix, methods, states};
use crate::dispatch::Function;
use crate::error::Error;
use crate::identity::Interface;

pub(crate) fn find(interface: Interface, name: &str) -> Option<Function> {
    use Interface as I;
    if !matches!(interface, I::Direct3DDevice | I::Direct3DDevice2 | I::Direct3DDevice3 | I::Direct3DDevice7)
    {
        return None;
    }
    if interface == I::Direct3DDevice7 && name == "GetCaps" {
        return None;
    }
    Some(match name {
        "Initialize" => |_| Err(Error::AlreadyInitialized),
        "GetCaps" => methods::get_caps,
        "SwapTextureHandles" => methods::swap_texture_handles,
        "GetStats" => methods::get_stats,
        "Pick" => |_| Ok(0),
        "GetPickRecords" => methods::get_pick_records,
        "CreateMatrix" => matrix::create_matrix,
        "SetMatrix" => matrix::set_matrix,
        "GetMatrix" => matrix::get_matrix,
        "DeleteMatrix" => matrix::delete_matrix,
        "SetTransform" => matrix::set_transform,
        "GetTransform" => matrix::get_transform,
        "MultiplyTransform" => matrix::multiply_transform,
        "BeginScene" => methods::begin_scene,
        "EndScene" => methods::end_scene,
        "GetDirect3D" => methods::get_direct3d,
        "SetRenderTarget" => methods::set_render_target,
        "GetRenderTarget" => methods::get_render_target,
        "SetClipStatus" => |_| Ok(0),
        "GetClipStatus" => methods::get_clip_status,
        "ValidateDevice" => methods::validate,
        "ComputeSphereVisibility" => methods::compute_sphere_visibility,
        "GetRenderState" => states::get_render_state,
        "SetRenderState" => states::set_render_state,
        "GetLightState" => states::get_light_state,
        "SetLightState" => states::set_light_state,
        "GetTextureStageState" => states::get_stage_state,
        "SetTextureStageState" => states::set_stage_state,
        "GetTexture" => states::get_texture,
        "SetTexture" => states::set_texture,
        _ => return None,
    })
}
