//! DirectDraw objects, palettes, clippers and controls.

use super::{Method, method};

/// `IDirectDraw` from slot 3 on.
pub(in crate::identity) const DDRAW: &[Method] = &[
    method("Compact", ""),
    method("CreateClipper", "dwFlags:w lplpDDClipper:n pUnkOuter:o"),
    method("CreatePalette", "dwFlags:w lpColorTable:p lplpDDPalette:n pUnkOuter:o"),
    method("CreateSurface", "lpDDSurfaceDesc:p lplpDDSurface:n pUnkOuter:o"),
    method("DuplicateSurface", "lpDDSurface:o lplpDupDDSurface:n"),
    method("EnumDisplayModes", "dwFlags:w lpDDSurfaceDesc:p lpContext:p lpEnumModesCallback:c"),
    method("EnumSurfaces", "dwFlags:w lpDDSD:p lpContext:p lpEnumSurfacesCallback:c"),
    method("FlipToGDISurface", ""),
    method("GetCaps", "lpDDDriverCaps:p lpDDHELCaps:p"),
    method("GetDisplayMode", "lpDDSurfaceDesc:p"),
    method("GetFourCCCodes", "lpNumCodes:p lpCodes:p"),
    method("GetGDISurface", "lplpGDIDDSurface:n"),
    method("GetMonitorFrequency", "lpdwFrequency:p"),
    method("GetScanLine", "lpdwScanLine:p"),
    method("GetVerticalBlankStatus", "lpbIsInVB:p"),
    method("Initialize", "lpGUID:g"),
    method("RestoreDisplayMode", ""),
    method("SetCooperativeLevel", "hWnd:w dwFlags:w"),
    method("SetDisplayMode", "dwWidth:w dwHeight:w dwBPP:w"),
    method("WaitForVerticalBlank", "dwFlags:w hEvent:w"),
];

/// `IDirectDraw2` from slot 3 on.
pub(in crate::identity) const DDRAW2: &[Method] = &[
    method("Compact", ""),
    method("CreateClipper", "dwFlags:w lplpDDClipper:n pUnkOuter:o"),
    method("CreatePalette", "dwFlags:w lpColorTable:p lplpDDPalette:n pUnkOuter:o"),
    method("CreateSurface", "lpDDSurfaceDesc:p lplpDDSurface:n pUnkOuter:o"),
    method("DuplicateSurface", "lpDDSurface:o lplpDupDDSurface:n"),
    method("EnumDisplayModes", "dwFlags:w lpDDSurfaceDesc:p lpContext:p lpEnumModesCallback:c"),
    method("EnumSurfaces", "dwFlags:w lpDDSD:p lpContext:p lpEnumSurfacesCallback:c"),
    method("FlipToGDISurface", ""),
    method("GetCaps", "lpDDDriverCaps:p lpDDHELCaps:p"),
    method("GetDisplayMode", "lpDDSurfaceDesc:p"),
    method("GetFourCCCodes", "lpNumCodes:p lpCodes:p"),
    method("GetGDISurface", "lplpGDIDDSurface:n"),
    method("GetMonitorFrequency", "lpdwFrequency:p"),
    method("GetScanLine", "lpdwScanLine:p"),
    method("GetVerticalBlankStatus", "lpbIsInVB:p"),
    method("Initialize", "lpGUID:g"),
    method("RestoreDisplayMode", ""),
    method("SetCooperativeLevel", "hWnd:w dwFlags:w"),
    method("SetDisplayMode", "dwWidth:w dwHeight:w dwBPP:w dwRefreshRate:w dwFlags:w"),
    method("WaitForVerticalBlank", "dwFlags:w hEvent:w"),
    method("GetAvailableVidMem", "lpDDCaps:p lpdwTotal:p lpdwFree:p"),
];

/// `IDirectDraw3` from slot 3 on.
pub(in crate::identity) const DDRAW3: &[Method] = &[
    method("Compact", ""),
    method("CreateClipper", "dwFlags:w lplpDDClipper:n pUnkOuter:o"),
    method("CreatePalette", "dwFlags:w lpColorTable:p lplpDDPalette:n pUnkOuter:o"),
    method("CreateSurface", "lpDDSurfaceDesc:p lplpDDSurface:n pUnkOuter:o"),
    method("DuplicateSurface", "lpDDSurface:o lplpDupDDSurface:n"),
    method("EnumDisplayModes", "dwFlags:w lpDDSurfaceDesc:p lpContext:p lpEnumModesCallback:c"),
    method("EnumSurfaces", "dwFlags:w lpDDSD:p lpContext:p lpEnumSurfacesCallback:c"),
    method("FlipToGDISurface", ""),
    method("GetCaps", "lpDDDriverCaps:p lpDDHELCaps:p"),
    method("GetDisplayMode", "lpDDSurfaceDesc:p"),
    method("GetFourCCCodes", "lpNumCodes:p lpCodes:p"),
    method("GetGDISurface", "lplpGDIDDSurface:n"),
    method("GetMonitorFrequency", "lpdwFrequency:p"),
    method("GetScanLine", "lpdwScanLine:p"),
    method("GetVerticalBlankStatus", "lpbIsInVB:p"),
    method("Initialize", "lpGUID:g"),
    method("RestoreDisplayMode", ""),
    method("SetCooperativeLevel", "hWnd:w dwFlags:w"),
    method("SetDisplayMode", "dwWidth:w dwHeight:w dwBPP:w dwRefreshRate:w dwFlags:w"),
    method("WaitForVerticalBlank", "dwFlags:w hEvent:w"),
    method("GetAvailableVidMem", "lpDDCaps:p lpdwTotal:p lpdwFree:p"),
    method("GetSurfaceFromDC", "hdc:w pSurf:n"),
];

/// `IDirectDraw4` from slot 3 on.
pub(in crate::identity) const DDRAW4: &[Method] = &[
    method("Compact", ""),
    method("CreateClipper", "dwFlags:w lplpDDClipper:n pUnkOuter:o"),
    method("CreatePalette", "dwFlags:w lpColorTable:p lplpDDPalette:n pUnkOuter:o"),
    method("CreateSurface", "lpDDSurfaceDesc:p lplpDDSurface:n pUnkOuter:o"),
    method("DuplicateSurface", "lpDDSurface:o lplpDupDDSurface:n"),
    method("EnumDisplayModes", "dwFlags:w lpDDSurfaceDesc:p lpContext:p lpEnumModesCallback:c"),
    method("EnumSurfaces", "dwFlags:w lpDDSD:p lpContext:p lpEnumSurfacesCallback:c"),
    method("FlipToGDISurface", ""),
    method("GetCaps", "lpDDDriverCaps:p lpDDHELCaps:p"),
    method("GetDisplayMode", "lpDDSurfaceDesc:p"),
    method("GetFourCCCodes", "lpNumCodes:p lpCodes:p"),
    method("GetGDISurface", "lplpGDIDDSurface:n"),
    method("GetMonitorFrequency", "lpdwFrequency:p"),
    method("GetScanLine", "lpdwScanLine:p"),
    method("GetVerticalBlankStatus", "lpbIsInVB:p"),
    method("Initialize", "lpGUID:g"),
    method("RestoreDisplayMode", ""),
    method("SetCooperativeLevel", "hWnd:w dwFlags:w"),
    method("SetDisplayMode", "dwWidth:w dwHeight:w dwBPP:w dwRefreshRate:w dwFlags:w"),
    method("WaitForVerticalBlank", "dwFlags:w hEvent:w"),
    method("GetAvailableVidMem", "lpDDCaps:p lpdwTotal:p lpdwFree:p"),
    method("GetSurfaceFromDC", "hdc:w pSurf:n"),
    method("RestoreAllSurfaces", ""),
    method("TestCooperativeLevel", ""),
    method("GetDeviceIdentifier", "pDDDI:p dwFlags:w"),
];

/// `IDirectDraw7` from slot 3 on.
pub(in crate::identity) const DDRAW7: &[Method] = &[
    method("Compact", ""),
    method("CreateClipper", "dwFlags:w lplpDDClipper:n pUnkOuter:o"),
    method("CreatePalette", "dwFlags:w lpColorTable:p lplpDDPalette:n pUnkOuter:o"),
    method("CreateSurface", "lpDDSurfaceDesc:p lplpDDSurface:n pUnkOuter:o"),
    method("DuplicateSurface", "lpDDSurface:o lplpDupDDSurface:n"),
    method("EnumDisplayModes", "dwFlags:w lpDDSurfaceDesc:p lpContext:p lpEnumModesCallback:c"),
    method("EnumSurfaces", "dwFlags:w lpDDSD:p lpContext:p lpEnumSurfacesCallback:c"),
    method("FlipToGDISurface", ""),
    method("GetCaps", "lpDDDriverCaps:p lpDDHELCaps:p"),
    method("GetDisplayMode", "lpDDSurfaceDesc:p"),
    method("GetFourCCCodes", "lpNumCodes:p lpCodes:p"),
    method("GetGDISurface", "lplpGDIDDSurface:n"),
    method("GetMonitorFrequency", "lpdwFrequency:p"),
    method("GetScanLine", "lpdwScanLine:p"),
    method("GetVerticalBlankStatus", "lpbIsInVB:p"),
    method("Initialize", "lpGUID:g"),
    method("RestoreDisplayMode", ""),
    method("SetCooperativeLevel", "hWnd:w dwFlags:w"),
    method("SetDisplayMode", "dwWidth:w dwHeight:w dwBPP:w dwRefreshRate:w dwFlags:w"),
    method("WaitForVerticalBlank", "dwFlags:w hEvent:w"),
    method("GetAvailableVidMem", "lpDDCaps:p lpdwTotal:p lpdwFree:p"),
    method("GetSurfaceFromDC", "hdc:w pSurf:n"),
    method("RestoreAllSurfaces", ""),
    method("TestCooperativeLevel", ""),
    method("GetDeviceIdentifier", "pDDDI:p dwFlags:w"),
    method("StartModeTest", "pModes:p dwNumModes:w dwFlags:w"),
    method("EvaluateMode", "dwFlags:w pTimeout:p"),
];

/// `IDirectDrawPalette` from slot 3 on.
pub(in crate::identity) const PALETTE: &[Method] = &[
    method("GetCaps", "lpdwCaps:p"),
    method("GetEntries", "dwFlags:w dwBase:w dwNumEntries:w lpEntries:p"),
    method("Initialize", "lpDD:o dwFlags:w lpDDColorTable:p"),
    method("SetEntries", "dwFlags:w dwStartingEntry:w dwCount:w lpEntries:p"),
];

/// `IDirectDrawClipper` from slot 3 on.
pub(in crate::identity) const CLIPPER: &[Method] = &[
    method("GetClipList", "lpRect:p lpClipList:p lpdwSize:p"),
    method("GetHWnd", "lphWnd:p"),
    method("Initialize", "lpDD:o dwFlags:w"),
    method("IsClipListChanged", "lpbChanged:p"),
    method("SetClipList", "lpClipList:p dwFlags:w"),
    method("SetHWnd", "dwFlags:w hWnd:w"),
];

/// `IDirectDrawColorControl` from slot 3 on.
pub(in crate::identity) const COLOR_CONTROL: &[Method] =
    &[method("GetColorControls", "lpColorControl:p"), method("SetColorControls", "lpColorControl:p")];

/// `IDirectDrawGammaControl` from slot 3 on.
pub(in crate::identity) const GAMMA_CONTROL: &[Method] =
    &[method("GetGammaRamp", "dwFlags:w lpGammaRamp:p"), method("SetGammaRamp", "dwFlags:w lpGammaRamp:p")];
