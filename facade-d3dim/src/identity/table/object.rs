//! Direct3D objects: the factory, lights, materials, textures, viewports, buffers.

use super::{Method, method};

/// `IDirect3D` from slot 3 on.
pub(in crate::identity) const D3D: &[Method] = &[
    method("Initialize", "riid:g"),
    method("EnumDevices", "cb:c ctx:p"),
    method("CreateLight", "light:n outer:o"),
    method("CreateMaterial", "material:n outer:o"),
    method("CreateViewport", "viewport:n outer:o"),
    method("FindDevice", "search:p result:p"),
];

/// `IDirect3D2` from slot 3 on.
pub(in crate::identity) const D3D2: &[Method] = &[
    method("EnumDevices", "cb:c ctx:p"),
    method("CreateLight", "light:n outer:o"),
    method("CreateMaterial", "material:n outer:o"),
    method("CreateViewport", "viewport:n outer:o"),
    method("FindDevice", "search:p result:p"),
    method("CreateDevice", "rclsid:g surface:o device:n"),
];

/// `IDirect3D3` from slot 3 on.
pub(in crate::identity) const D3D3: &[Method] = &[
    method("EnumDevices", "cb:c ctx:p"),
    method("CreateLight", "light:n outer:o"),
    method("CreateMaterial", "material:n outer:o"),
    method("CreateViewport", "viewport:n outer:o"),
    method("FindDevice", "search:p result:p"),
    method("CreateDevice", "rclsid:g surface:o device:n outer:o"),
    method("CreateVertexBuffer", "desc:p buffer:n flags:w outer:o"),
    method("EnumZBufferFormats", "device_iid:g cb:c ctx:p"),
    method("EvictManagedTextures", ""),
];

/// `IDirect3D7` from slot 3 on.
pub(in crate::identity) const D3D7: &[Method] = &[
    method("EnumDevices", "cb:c ctx:p"),
    method("CreateDevice", "rclsid:g surface:o device:n"),
    method("CreateVertexBuffer", "desc:p buffer:n flags:w"),
    method("EnumZBufferFormats", "device_iid:g cb:c ctx:p"),
    method("EvictManagedTextures", ""),
];

/// `IDirect3DLight` from slot 3 on.
pub(in crate::identity) const D3D_LIGHT: &[Method] =
    &[method("Initialize", "d3d:o"), method("SetLight", "data:p"), method("GetLight", "data:p")];

/// `IDirect3DMaterial` from slot 3 on.
pub(in crate::identity) const D3D_MATERIAL: &[Method] = &[
    method("Initialize", "d3d:o"),
    method("SetMaterial", "data:p"),
    method("GetMaterial", "data:p"),
    method("GetHandle", "device:o handle:p"),
    method("Reserve", ""),
    method("Unreserve", ""),
];

/// `IDirect3DMaterial2` from slot 3 on.
pub(in crate::identity) const D3D_MATERIAL2: &[Method] = &[
    method("SetMaterial", "data:p"),
    method("GetMaterial", "data:p"),
    method("GetHandle", "device:o handle:p"),
];

/// `IDirect3DMaterial3` from slot 3 on.
pub(in crate::identity) const D3D_MATERIAL3: &[Method] = &[
    method("SetMaterial", "data:p"),
    method("GetMaterial", "data:p"),
    method("GetHandle", "device:o handle:p"),
];

/// `IDirect3DTexture` from slot 3 on.
pub(in crate::identity) const D3D_TEXTURE: &[Method] = &[
    method("Initialize", "device:o surface:o"),
    method("GetHandle", "device:o handle:p"),
    method("PaletteChanged", "dwStart:w dwCount:w"),
    method("Load", "texture:o"),
    method("Unload", ""),
];

/// `IDirect3DTexture2` from slot 3 on.
pub(in crate::identity) const D3D_TEXTURE2: &[Method] = &[
    method("GetHandle", "device:o handle:p"),
    method("PaletteChanged", "dwStart:w dwCount:w"),
    method("Load", "texture:o"),
];

/// `IDirect3DViewport` from slot 3 on.
pub(in crate::identity) const D3D_VIEWPORT: &[Method] = &[
    method("Initialize", "d3d:o"),
    method("GetViewport", "data:p"),
    method("SetViewport", "data:p"),
    method("TransformVertices", "vertex_count:w data:p flags:w offscreen:p"),
    method("LightElements", "element_count:w data:p"),
    method("SetBackground", "hMat:w"),
    method("GetBackground", "material:p valid:p"),
    method("SetBackgroundDepth", "surface:o"),
    method("GetBackgroundDepth", "surface:n valid:p"),
    method("Clear", "count:w rects:p flags:w"),
    method("AddLight", "light:o"),
    method("DeleteLight", "light:o"),
    method("NextLight", "ref:o light:n flags:w"),
];

/// `IDirect3DViewport2` from slot 3 on.
pub(in crate::identity) const D3D_VIEWPORT2: &[Method] = &[
    method("Initialize", "d3d:o"),
    method("GetViewport", "data:p"),
    method("SetViewport", "data:p"),
    method("TransformVertices", "vertex_count:w data:p flags:w offscreen:p"),
    method("LightElements", "element_count:w data:p"),
    method("SetBackground", "hMat:w"),
    method("GetBackground", "material:p valid:p"),
    method("SetBackgroundDepth", "surface:o"),
    method("GetBackgroundDepth", "surface:n valid:p"),
    method("Clear", "count:w rects:p flags:w"),
    method("AddLight", "light:o"),
    method("DeleteLight", "light:o"),
    method("NextLight", "ref:o light:n flags:w"),
    method("GetViewport2", "data:p"),
    method("SetViewport2", "data:p"),
];

/// `IDirect3DViewport3` from slot 3 on.
pub(in crate::identity) const D3D_VIEWPORT3: &[Method] = &[
    method("Initialize", "d3d:o"),
    method("GetViewport", "data:p"),
    method("SetViewport", "data:p"),
    method("TransformVertices", "vertex_count:w data:p flags:w offscreen:p"),
    method("LightElements", "element_count:w data:p"),
    method("SetBackground", "hMat:w"),
    method("GetBackground", "material:p valid:p"),
    method("SetBackgroundDepth", "surface:o"),
    method("GetBackgroundDepth", "surface:n valid:p"),
    method("Clear", "count:w rects:p flags:w"),
    method("AddLight", "light:o"),
    method("DeleteLight", "light:o"),
    method("NextLight", "ref:o light:n flags:w"),
    method("GetViewport2", "data:p"),
    method("SetViewport2", "data:p"),
    method("SetBackgroundDepth2", "surface:o"),
    method("GetBackgroundDepth2", "surface:n valid:p"),
    method("Clear2", "count:w rects:p flags:w color:w z:f stencil:w"),
];

/// `IDirect3DExecuteBuffer` from slot 3 on.
pub(in crate::identity) const D3D_EXECUTE_BUFFER: &[Method] = &[
    method("Initialize", "device:o desc:p"),
    method("Lock", "desc:p"),
    method("Unlock", ""),
    method("SetExecuteData", "data:p"),
    method("GetExecuteData", "data:p"),
    method("Validate", "offset:p cb:c ctx:p reserved:w"),
    method("Optimize", "dwDummy:w"),
];

/// `IDirect3DVertexBuffer` from slot 3 on.
pub(in crate::identity) const D3D_VERTEX_BUFFER: &[Method] = &[
    method("Lock", "flags:w data:p data_size:p"),
    method("Unlock", ""),
    method("ProcessVertices", "vertex_op:w dst_idx:w count:w src_buffer:o src_idx:w device:o flags:w"),
    method("GetVertexBufferDesc", "desc:p"),
    method("Optimize", "device:o flags:w"),
];

/// `IDirect3DVertexBuffer7` from slot 3 on.
pub(in crate::identity) const D3D_VERTEX_BUFFER7: &[Method] = &[
    method("Lock", "flags:w data:p data_size:p"),
    method("Unlock", ""),
    method("ProcessVertices", "vertex_op:w dst_idx:w count:w src_buffer:o src_idx:w device:o flags:w"),
    method("GetVertexBufferDesc", "desc:p"),
    method("Optimize", "device:o flags:w"),
    method("ProcessVerticesStrided", "vertex_op:w dst_idx:w count:w data:p fvf:w device:o flags:w"),
];
