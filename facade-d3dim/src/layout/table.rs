//! Structures as the headers have them, field by field: `u` and `i` 32-bit integers, `w` 16 bits, `f` a float, `p` a
//! pointer, `q` a union of a word and a pointer, a number before a kind as many of it, a name a structure within.

pub(super) const STRUCTURES: &[(&str, &str)] = &[
    (
        "D3DVIEWPORT",
        "dwSize:u dwX:u dwY:u dwWidth:u dwHeight:u dvScaleX:f dvScaleY:f dvMaxX:f dvMaxY:f dvMinZ:f \
         dvMaxZ:f",
    ),
    (
        "D3DVIEWPORT2",
        "dwSize:u dwX:u dwY:u dwWidth:u dwHeight:u dvClipX:f dvClipY:f dvClipWidth:f dvClipHeight:f \
         dvMinZ:f dvMaxZ:f",
    ),
    ("D3DVIEWPORT7", "dwX:u dwY:u dwWidth:u dwHeight:u dvMinZ:f dvMaxZ:f"),
    (
        "D3DLIGHT",
        "dwSize:u dltType:u dcvColor:4f dvPosition:3f dvDirection:3f dvRange:f dvFalloff:f \
         dvAttenuation0:f dvAttenuation1:f dvAttenuation2:f dvTheta:f dvPhi:f",
    ),
    (
        "D3DLIGHT2",
        "dwSize:u dltType:u dcvColor:4f dvPosition:3f dvDirection:3f dvRange:f dvFalloff:f \
         dvAttenuation0:f dvAttenuation1:f dvAttenuation2:f dvTheta:f dvPhi:f dwFlags:u",
    ),
    (
        "D3DLIGHT7",
        "dltType:u dcvDiffuse:4f dcvSpecular:4f dcvAmbient:4f dvPosition:3f dvDirection:3f dvRange:f \
         dvFalloff:f dvAttenuation0:f dvAttenuation1:f dvAttenuation2:f dvTheta:f dvPhi:f",
    ),
    (
        "D3DMATERIAL",
        "dwSize:u dcvDiffuse:4f dcvAmbient:4f dcvSpecular:4f dcvEmissive:4f dvPower:f hTexture:u \
         dwRampSize:u",
    ),
    ("D3DMATERIAL7", "dcvDiffuse:4f dcvAmbient:4f dcvSpecular:4f dcvEmissive:4f dvPower:f"),
    ("D3DEXECUTEBUFFERDESC", "dwSize:u dwFlags:u dwCaps:u dwBufferSize:u lpData:p"),
    (
        "D3DEXECUTEDATA",
        "dwSize:u dwVertexOffset:u dwVertexCount:u dwInstructionOffset:u dwInstructionLength:u \
         dwHVertexOffset:u dsStatus:D3DSTATUS",
    ),
    ("D3DSTATUS", "dwFlags:u dwStatus:u drExtent:4i"),
    ("D3DCLIPSTATUS", "dwFlags:u dwStatus:u minx:f maxx:f miny:f maxy:f minz:f maxz:f"),
    (
        "D3DSTATS",
        "dwSize:u dwTrianglesDrawn:u dwLinesDrawn:u dwPointsDrawn:u dwSpansDrawn:u \
         dwVerticesProcessed:u",
    ),
    (
        "D3DTRANSFORMDATA",
        "dwSize:u lpIn:p dwInSize:u lpOut:p dwOutSize:u lpHOut:p dwClip:u dwClipIntersection:u \
         dwClipUnion:u drExtent:4i",
    ),
    ("D3DVERTEXBUFFERDESC", "dwSize:u dwCaps:u dwFVF:u dwNumVertices:u"),
    (
        "D3DDRAWPRIMITIVESTRIDEDDATA",
        "position:D3DDP_PTRSTRIDE normal:D3DDP_PTRSTRIDE diffuse:D3DDP_PTRSTRIDE \
         specular:D3DDP_PTRSTRIDE textureCoords0:D3DDP_PTRSTRIDE textureCoords1:D3DDP_PTRSTRIDE \
         textureCoords2:D3DDP_PTRSTRIDE textureCoords3:D3DDP_PTRSTRIDE textureCoords4:D3DDP_PTRSTRIDE \
         textureCoords5:D3DDP_PTRSTRIDE textureCoords6:D3DDP_PTRSTRIDE textureCoords7:D3DDP_PTRSTRIDE",
    ),
    ("D3DDP_PTRSTRIDE", "lpvData:p dwStride:u"),
    ("D3DRECT", "x1:i y1:i x2:i y2:i"),
    ("RECT", "left:i top:i right:i bottom:i"),
    ("POINT", "x:i y:i"),
    ("D3DMATRIX", "m:16f"),
    (
        "DDPIXELFORMAT",
        "dwSize:u dwFlags:u dwFourCC:u dwRGBBitCount:u dwRBitMask:u dwGBitMask:u dwBBitMask:u \
         dwRGBAlphaBitMask:u",
    ),
    (
        "DDSURFACEDESC",
        "dwSize:u dwFlags:u dwHeight:u dwWidth:u lPitch:i dwBackBufferCount:u dwMipMapCount:u \
         dwAlphaBitDepth:u dwReserved:u lpSurface:p ddckCKDestOverlay:2u ddckCKDestBlt:2u \
         ddckCKSrcOverlay:2u ddckCKSrcBlt:2u ddpfPixelFormat:DDPIXELFORMAT ddsCaps:DDSCAPS",
    ),
    (
        "DDSURFACEDESC2",
        "dwSize:u dwFlags:u dwHeight:u dwWidth:u lPitch:i dwBackBufferCount:u dwMipMapCount:u \
         dwAlphaBitDepth:u dwReserved:u lpSurface:p ddckCKDestOverlay:2u ddckCKDestBlt:2u \
         ddckCKSrcOverlay:2u ddckCKSrcBlt:2u ddpfPixelFormat:DDPIXELFORMAT ddsCaps:DDSCAPS2 \
         dwTextureStage:u",
    ),
    ("DDSCAPS", "dwCaps:u"),
    ("DDSCAPS2", "dwCaps:u dwCaps2:u dwCaps3:u dwCaps4:u"),
    ("DDCOLORKEY", "dwColorSpaceLowValue:u dwColorSpaceHighValue:u"),
    (
        "DDBLTFX",
        "dwSize:u dwDDFX:u dwROP:u dwDDROP:u dwRotationAngle:u dwZBufferOpCode:u dwZBufferLow:u \
         dwZBufferHigh:u dwZBufferBaseDest:u dwZDestConstBitDepth:u dwZDestConst:p \
         dwZSrcConstBitDepth:u dwZSrcConst:p dwAlphaEdgeBlendBitDepth:u dwAlphaEdgeBlend:u \
         dwReserved:u dwAlphaDestConstBitDepth:u dwAlphaDestConst:p dwAlphaSrcConstBitDepth:u \
         dwAlphaSrcConst:p dwFillColor:q ddckDestColorkey:2u ddckSrcColorkey:2u",
    ),
    ("D3DPOINT", "wCount:w wFirst:w"),
    ("D3DLINE", "v1:w v2:w"),
    ("D3DTRIANGLE", "v1:w v2:w v3:w wFlags:w"),
    ("D3DSTATE", "type:u arg:u"),
    ("D3DMATRIXLOAD", "hDestMatrix:u hSrcMatrix:u"),
    ("D3DMATRIXMULTIPLY", "hDestMatrix:u hSrcMatrix1:u hSrcMatrix2:u"),
    ("D3DTEXTURELOAD", "hDestTexture:u hSrcTexture:u"),
    ("D3DPROCESSVERTICES", "dwFlags:u wStart:w wDest:w dwCount:u dwReserved:u"),
    ("D3DBRANCH", "dwMask:u dwValue:u bNegate:u dwOffset:u"),
    ("D3DSPAN", "wCount:w wFirst:w"),
];
