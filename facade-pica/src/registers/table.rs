//! The table: every register's name, index, class and fields, in the order of indices.
//!
//! A line `Type "NAME" index class { field low..=high kind, … }` makes the type with a method for each field.
//! `[count, stride]` after the index makes a row of like registers, with `#` in the name for the number, and
//! `[count, stride, first]` numbers them from `first`.

use super::field::{Field, Kind, bits};
use super::{Class, Info, Typed};

use Class::{Config, Port, Trigger};
use Kind::{Bits, Choice, Fixed, Float, MinusOne, Number, Signed, Unit};

/// A float of one sign bit, seven of exponent and sixteen of mantissa.
const F24: Kind = Float(7, 16);
const F20: Kind = Float(7, 12);
const F16: Kind = Float(5, 10);
const FLAG: Kind = Choice(&["off", "on"]);
const COMPARE: Kind = Choice(&["never", "always", "==", "!=", "<", "<=", ">", ">="]);
const STENCIL: Kind =
    Choice(&["keep", "zero", "replace", "incr_sat", "decr_sat", "invert", "incr_wrap", "decr_wrap"]);
const EQUATION: Kind = Choice(&["add", "subtract", "reverse_subtract", "min", "max"]);
const FACTOR: Kind = Choice(&[
    "zero",
    "one",
    "src",
    "1-src",
    "dst",
    "1-dst",
    "src.a",
    "1-src.a",
    "dst.a",
    "1-dst.a",
    "const",
    "1-const",
    "const.a",
    "1-const.a",
    "src.a_sat",
]);
const SEMANTIC: Kind = Choice(&[
    "pos.x", "pos.y", "pos.z", "pos.w", "quat.x", "quat.y", "quat.z", "quat.w", "color.r", "color.g",
    "color.b", "color.a", "tc0.u", "tc0.v", "tc1.u", "tc1.v", "tc0.w", "17?", "view.x", "view.y", "view.z",
    "21?", "tc2.u", "tc2.v", "24?", "25?", "26?", "27?", "28?", "29?", "30?", "-",
]);
const TEXEL: Kind = Choice(&[
    "rgba8", "rgb8", "rgb5a1", "rgb565", "rgba4", "ia8", "hilo8", "i8", "a8", "ia4", "i4", "a4", "etc1",
    "etc1a4",
]);
const WRAP: Kind =
    Choice(&["clamp", "border", "repeat", "mirror", "clamp_repeat", "border_repeat", "repeat6", "repeat7"]);
const FILTER: Kind = Choice(&["nearest", "linear"]);
const SOURCE: Kind = Choice(&[
    "primary",
    "frag_primary",
    "frag_secondary",
    "tex0",
    "tex1",
    "tex2",
    "tex3",
    "7?",
    "8?",
    "9?",
    "10?",
    "11?",
    "12?",
    "buffer",
    "constant",
    "previous",
]);
const OPERAND: Kind =
    Choice(&["rgb", "1-rgb", "a", "1-a", "r", "1-r", "6?", "7?", "g", "1-g", "10?", "11?", "b", "1-b"]);
const OPERAND_ALPHA: Kind = Choice(&["a", "1-a", "r", "1-r", "g", "1-g", "b", "1-b"]);
const COMBINER: Kind = Choice(&[
    "replace",
    "modulate",
    "add",
    "add_signed",
    "interpolate",
    "subtract",
    "dot3_rgb",
    "dot3_rgba",
    "mul_add",
    "add_mul",
]);
const SCALE: Kind = Choice(&["x1", "x2", "x4", "x1_3"]);
const FORMAT: Kind = Choice(&["s8", "u8", "s16", "f32"]);
const INPUT: Kind = Choice(&["n.h", "v.h", "n.v", "l.n", "spot", "cos_phi"]);
const LUT_SCALE: Kind = Choice(&["x1", "x2", "x4", "x8", "4?", "5?", "x1/4", "x1/2"]);

macro_rules! registers {
    ($($type:ident $name:literal $index:literal $([$count:literal, $stride:literal $(, $first:literal)?])? $class:ident
        { $($field:ident $low:literal ..= $high:literal $kind:expr),* $(,)? })*) => {
        $(
            #[doc = concat!("`", $name, "` at ", stringify!($index), ".")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $type(u32);

            impl $type {
                $(
                    #[doc = concat!("Bits ", stringify!($low), " to ", stringify!($high), ".")]
                    #[must_use]
                    pub const fn $field(self) -> u32 {
                        bits(self.0, $low, $high)
                    }
                )*
            }

            impl Typed for $type {
                const INFO: Info = Info {
                    name: $name,
                    index: $index,
                    count: registers!(@or 1 $($count)?),
                    stride: registers!(@or 1 $($stride)?),
                    first_number: registers!(@or 0 $($($first)?)?),
                    class: $class,
                    fields: &[$(Field { name: stringify!($field), low: $low, high: $high, kind: $kind }),*],
                };
                fn from_bits(bits: u32) -> Self {
                    Self(bits)
                }
                fn bits(self) -> u32 {
                    self.0
                }
            }
        )*

        /// All rows, in the order of the table.
        pub const ALL: &[Info] = &[$($type::INFO),*];
    };
    (@or $default:literal) => { $default };
    (@or $default:literal $given:literal) => { $given };
}

registers! {
    // Interrupts.
    Finalize "FINALIZE" 0x010 Trigger { value 0..=31 Bits }
    IrqCompare "IRQ_COMPARE" 0x020 Config { value 0..=31 Bits }
    IrqMask "IRQ_MASK#" 0x030 [2, 1] Config { value 0..=31 Bits }
    IrqAutostop "IRQ_AUTOSTOP" 0x034 Config { stop 0..=0 FLAG }

    // Rasteriser.
    CullingConfig "FACECULLING_CONFIG" 0x040 Config { mode 0..=1 Choice(&["none", "front", "back", "none_3"]) }
    ViewportWidth "VIEWPORT_WIDTH" 0x041 Config { half 0..=23 F24 }
    ViewportInverseWidth "VIEWPORT_INVW" 0x042 Config { inverse 1..=31 Float(7, 23) }
    ViewportHeight "VIEWPORT_HEIGHT" 0x043 Config { half 0..=23 F24 }
    ViewportInverseHeight "VIEWPORT_INVH" 0x044 Config { inverse 1..=31 Float(7, 23) }
    ClipEnable "FRAGOP_CLIP" 0x047 Config { enable 0..=0 FLAG }
    ClipData "FRAGOP_CLIP_DATA#" 0x048 [4, 1] Config { coefficient 0..=23 F24 }
    DepthScale "DEPTHMAP_SCALE" 0x04D Config { scale 0..=23 F24 }
    DepthOffset "DEPTHMAP_OFFSET" 0x04E Config { offset 0..=23 F24 }
    OutputTotal "SH_OUTMAP_TOTAL" 0x04F Config { count 0..=2 Number }
    OutputMap "SH_OUTMAP_O#" 0x050 [7, 1] Config {
        x 0..=4 SEMANTIC, y 8..=12 SEMANTIC, z 16..=20 SEMANTIC, w 24..=28 SEMANTIC,
    }
    EarlyDepthFunction "EARLYDEPTH_FUNC" 0x061 Config { function 0..=1 Choice(&[">=", ">", "<=", "<"]) }
    EarlyDepthTest1 "EARLYDEPTH_TEST1" 0x062 Config { enable 0..=0 FLAG }
    EarlyDepthClear "EARLYDEPTH_CLEAR" 0x063 Trigger { clear 0..=0 FLAG }
    OutputMode "SH_OUTATTR_MODE" 0x064 Config { texture_coordinates 0..=0 FLAG }
    ScissorMode "SCISSORTEST_MODE" 0x065 Config { mode 0..=1 Choice(&["off", "exclude", "off_2", "include"]) }
    ScissorPosition "SCISSORTEST_POS" 0x066 Config { x1 0..=9 Number, y1 16..=25 Number }
    ScissorEnd "SCISSORTEST_DIM" 0x067 Config { x2 0..=9 Number, y2 16..=25 Number }
    ViewportOrigin "VIEWPORT_XY" 0x068 Config { x 0..=9 Signed, y 16..=25 Signed }
    EarlyDepthData "EARLYDEPTH_DATA" 0x06A Config { value 0..=23 Number }
    DepthMapEnable "DEPTHMAP_ENABLE" 0x06D Config { z_buffer 0..=0 FLAG }
    RenderBufferDim "RENDERBUF_DIM" 0x06E Config { width 0..=10 Number, height 12..=21 MinusOne, unflipped 24..=24 FLAG }
    OutputClock "SH_OUTATTR_CLOCK" 0x06F Config {
        position_z 0..=0 FLAG, color 1..=1 FLAG, tc0 8..=8 FLAG, tc1 9..=9 FLAG, tc2 10..=10 FLAG, tc0_w 16..=16 FLAG,
        quaternion_view 24..=24 FLAG,
    }

    // Texture units.
    TextureConfig "TEXUNIT_CONFIG" 0x080 Config {
        unit0 0..=0 FLAG, unit1 1..=1 FLAG, unit2 2..=2 FLAG, unit3_coordinates 8..=9 Number, unit3 10..=10 FLAG,
        unit2_uses_tc1 13..=13 FLAG, clear_cache 16..=16 FLAG,
    }
    Texture0Border "TEXUNIT0_BORDER_COLOR" 0x081 Config { r 0..=7 Number, g 8..=15 Number, b 16..=23 Number, a 24..=31 Number }
    Texture0Dim "TEXUNIT0_DIM" 0x082 Config { height 0..=10 Number, width 16..=26 Number }
    Texture0Param "TEXUNIT0_PARAM" 0x083 Config {
        mag 1..=1 FILTER, min 2..=2 FILTER, etc1 4..=5 Number, wrap_t 8..=10 WRAP, wrap_s 12..=14 WRAP, shadow 20..=20 FLAG,
        mip 24..=24 FILTER, shape 28..=30 Choice(&["2d", "cube", "shadow_2d", "projection", "shadow_cube", "disabled"]),
    }
    Texture0Lod "TEXUNIT0_LOD" 0x084 Config { bias 0..=12 Fixed(8), max 16..=19 Number, min 24..=27 Number }
    Texture0Address "TEXUNIT0_ADDR1" 0x085 Config { address 0..=27 Unit(8) }
    Texture0Face "TEXUNIT0_ADDR#" 0x086 [5, 1, 2] Config { address 0..=21 Unit(8) }
    Texture0Shadow "TEXUNIT0_SHADOW" 0x08B Config { orthographic 0..=0 FLAG, bias 1..=23 Number }
    Texture0Format "TEXUNIT0_TYPE" 0x08E Config { format 0..=3 TEXEL }
    LightingEnable0 "LIGHTING_ENABLE0" 0x08F Config { enable 0..=0 FLAG }
    TextureBorder "TEXUNIT#_BORDER_COLOR" 0x091 [2, 8, 1] Config { r 0..=7 Number, g 8..=15 Number, b 16..=23 Number, a 24..=31 Number }
    TextureDim "TEXUNIT#_DIM" 0x092 [2, 8, 1] Config { height 0..=10 Number, width 16..=26 Number }
    TextureParam "TEXUNIT#_PARAM" 0x093 [2, 8, 1] Config {
        mag 1..=1 FILTER, min 2..=2 FILTER, etc1 4..=5 Number, wrap_t 8..=10 WRAP, wrap_s 12..=14 WRAP, mip 24..=24 FILTER,
    }
    TextureLod "TEXUNIT#_LOD" 0x094 [2, 8, 1] Config { bias 0..=12 Fixed(8), max 16..=19 Number, min 24..=27 Number }
    TextureAddress "TEXUNIT#_ADDR" 0x095 [2, 8, 1] Config { address 0..=27 Unit(8) }
    TextureFormat "TEXUNIT#_TYPE" 0x096 [2, 8, 1] Config { format 0..=3 TEXEL }
    Procedural0 "TEXUNIT3_PROCTEX0" 0x0A8 Config {
        u_clamp 0..=2 Number, v_clamp 3..=5 Number, rgb_combiner 6..=9 Number, alpha_combiner 10..=13 Number,
        separate_alpha 14..=14 FLAG, noise 15..=15 FLAG, u_shift 16..=17 Number, v_shift 18..=19 Number, bias_low 20..=27 Bits,
    }
    ProceduralNoise "TEXUNIT3_PROCTEX#" 0x0A9 [2, 1, 1] Config { amplitude 0..=15 Fixed(12), phase 16..=31 F16 }
    ProceduralFrequency "TEXUNIT3_PROCTEX3" 0x0AB Config { u 0..=15 F16, v 16..=31 F16 }
    Procedural4 "TEXUNIT3_PROCTEX4" 0x0AC Config {
        min 0..=2 Number, lod_min 3..=6 Number, lod_max 7..=10 Number, width 11..=18 Number, bias_high 19..=26 Bits,
    }
    Procedural5 "TEXUNIT3_PROCTEX5" 0x0AD Config { offset0 0..=7 Number, offset1 8..=15 Number, offset2 16..=23 Number, offset3 24..=31 Number }
    ProceduralLut "PROCTEX_LUT" 0x0AF Config { index 0..=7 Number, table 8..=11 Choice(&["noise", "1?", "rgb_map", "alpha_map", "color", "color_difference"]) }
    ProceduralLutData "PROCTEX_LUT_DATA#" 0x0B0 [8, 1] Port { value 0..=31 Bits }

    // Combiners: stages 0 to 3, then 4 and 5 behind the fog registers.
    CombinerSource "TEXENV#_SOURCE" 0x0C0 [4, 8] Config {
        rgb0 0..=3 SOURCE, rgb1 4..=7 SOURCE, rgb2 8..=11 SOURCE, alpha0 16..=19 SOURCE, alpha1 20..=23 SOURCE, alpha2 24..=27 SOURCE,
    }
    CombinerOperand "TEXENV#_OPERAND" 0x0C1 [4, 8] Config {
        rgb0 0..=3 OPERAND, rgb1 4..=7 OPERAND, rgb2 8..=11 OPERAND, alpha0 12..=14 OPERAND_ALPHA, alpha1 16..=18 OPERAND_ALPHA,
        alpha2 20..=22 OPERAND_ALPHA,
    }
    CombinerFunction "TEXENV#_COMBINER" 0x0C2 [4, 8] Config { rgb 0..=3 COMBINER, alpha 16..=19 COMBINER }
    CombinerColor "TEXENV#_COLOR" 0x0C3 [4, 8] Config { r 0..=7 Number, g 8..=15 Number, b 16..=23 Number, a 24..=31 Number }
    CombinerScale "TEXENV#_SCALE" 0x0C4 [4, 8] Config { rgb 0..=1 SCALE, alpha 16..=17 SCALE }
    CombinerBuffer "TEXENV_UPDATE_BUFFER" 0x0E0 Config {
        fog_mode 0..=2 Choice(&["none", "1?", "2?", "3?", "4?", "fog", "6?", "gas"]), gas_source 3..=3 Choice(&["plain", "depth"]),
        rgb_updates 8..=11 Bits, alpha_updates 12..=15 Bits, z_flip 16..=16 FLAG,
    }
    FogColor "FOG_COLOR" 0x0E1 Config { r 0..=7 Number, g 8..=15 Number, b 16..=23 Number }
    GasAttenuation "GAS_ATTENUATION" 0x0E4 Config { value 0..=15 F16 }
    GasMaximum "GAS_ACCMAX" 0x0E5 Config { value 0..=15 F16 }
    FogLutIndex "FOG_LUT_INDEX" 0x0E6 Config { index 0..=15 Number }
    FogLutData "FOG_LUT_DATA#" 0x0E8 [8, 1] Port { difference 0..=12 Fixed(11), value 13..=23 Number }
    CombinerSourceLate "TEXENV#_SOURCE" 0x0F0 [2, 8, 4] Config {
        rgb0 0..=3 SOURCE, rgb1 4..=7 SOURCE, rgb2 8..=11 SOURCE, alpha0 16..=19 SOURCE, alpha1 20..=23 SOURCE, alpha2 24..=27 SOURCE,
    }
    CombinerOperandLate "TEXENV#_OPERAND" 0x0F1 [2, 8, 4] Config {
        rgb0 0..=3 OPERAND, rgb1 4..=7 OPERAND, rgb2 8..=11 OPERAND, alpha0 12..=14 OPERAND_ALPHA, alpha1 16..=18 OPERAND_ALPHA,
        alpha2 20..=22 OPERAND_ALPHA,
    }
    CombinerFunctionLate "TEXENV#_COMBINER" 0x0F2 [2, 8, 4] Config { rgb 0..=3 COMBINER, alpha 16..=19 COMBINER }
    CombinerColorLate "TEXENV#_COLOR" 0x0F3 [2, 8, 4] Config { r 0..=7 Number, g 8..=15 Number, b 16..=23 Number, a 24..=31 Number }
    CombinerScaleLate "TEXENV#_SCALE" 0x0F4 [2, 8, 4] Config { rgb 0..=1 SCALE, alpha 16..=17 SCALE }
    CombinerBufferColor "TEXENV_BUFFER_COLOR" 0x0FD Config { r 0..=7 Number, g 8..=15 Number, b 16..=23 Number, a 24..=31 Number }

    // Output merger and framebuffer.
    ColorOperation "COLOR_OPERATION" 0x100 Config { mode 0..=1 Choice(&["default", "gas", "2?", "shadow"]), blend 8..=8 FLAG, customary 16..=25 Bits }
    BlendFunction "BLEND_FUNC" 0x101 Config {
        rgb 0..=2 EQUATION, alpha 8..=10 EQUATION, src_rgb 16..=19 FACTOR, dst_rgb 20..=23 FACTOR, src_alpha 24..=27 FACTOR,
        dst_alpha 28..=31 FACTOR,
    }
    LogicOperation "LOGIC_OP" 0x102 Config { operation 0..=3 Choice(&[
        "clear", "and", "and_reverse", "copy", "set", "copy_inverted", "noop", "invert", "nand", "or", "nor", "xor", "equiv",
        "and_inverted", "or_reverse", "or_inverted",
    ]) }
    BlendColor "BLEND_COLOR" 0x103 Config { r 0..=7 Number, g 8..=15 Number, b 16..=23 Number, a 24..=31 Number }
    AlphaTest "FRAGOP_ALPHA_TEST" 0x104 Config { enable 0..=0 FLAG, function 4..=6 COMPARE, reference 8..=15 Number }
    StencilTest "STENCIL_TEST" 0x105 Config {
        enable 0..=0 FLAG, function 4..=6 COMPARE, write_mask 8..=15 Bits, reference 16..=23 Number, input_mask 24..=31 Bits,
    }
    StencilOperation "STENCIL_OP" 0x106 Config { stencil_fail 0..=2 STENCIL, depth_fail 4..=6 STENCIL, pass 8..=10 STENCIL }
    DepthColorMask "DEPTH_COLOR_MASK" 0x107 Config {
        depth_test 0..=0 FLAG, function 4..=6 COMPARE, color_write 8..=11 Bits, depth_write 12..=12 FLAG,
    }
    FramebufferInvalidate "FRAMEBUFFER_INVALIDATE" 0x110 Trigger { invalidate 0..=0 FLAG }
    FramebufferFlush "FRAMEBUFFER_FLUSH" 0x111 Trigger { flush 0..=0 FLAG }
    ColorRead "COLORBUFFER_READ" 0x112 Config { read 0..=3 Bits }
    ColorWrite "COLORBUFFER_WRITE" 0x113 Config { write 0..=3 Bits }
    DepthRead "DEPTHBUFFER_READ" 0x114 Config { read 0..=1 Bits }
    DepthWrite "DEPTHBUFFER_WRITE" 0x115 Config { write 0..=1 Bits }
    DepthFormat "DEPTHBUFFER_FORMAT" 0x116 Config { format 0..=1 Choice(&["d16", "1?", "d24", "d24s8"]) }
    ColorFormat "COLORBUFFER_FORMAT" 0x117 Config {
        size 0..=1 Choice(&["16", "24", "32"]), format 16..=18 Choice(&["rgba8", "rgb8", "rgb5a1", "rgb565", "rgba4"]),
    }
    EarlyDepthTest2 "EARLYDEPTH_TEST2" 0x118 Config { enable 0..=0 FLAG }
    Block32 "FRAMEBUFFER_BLOCK32" 0x11B Config { blocks 0..=0 Choice(&["8x8", "32x32"]) }
    DepthLocation "DEPTHBUFFER_LOC" 0x11C Config { address 0..=27 Unit(8) }
    ColorLocation "COLORBUFFER_LOC" 0x11D Config { address 0..=27 Unit(8) }
    FramebufferDim "FRAMEBUFFER_DIM" 0x11E Config { width 0..=10 Number, height 12..=21 MinusOne, unflipped 24..=24 FLAG }
    GasLightXy "GAS_LIGHT_XY" 0x120 Config { min 0..=7 Number, max 8..=15 Number, attenuation 16..=23 Number }
    GasLightZ "GAS_LIGHT_Z" 0x121 Config { min 0..=7 Number, max 8..=15 Number, attenuation 16..=23 Number }
    GasLightZColor "GAS_LIGHT_Z_COLOR" 0x122 Config { view 0..=7 Number, input 8..=8 Choice(&["density", "light"]) }
    GasLutIndex "GAS_LUT_INDEX" 0x123 Config { index 0..=15 Number }
    GasLutData "GAS_LUT_DATA" 0x124 Port { value 0..=31 Bits }
    GasFeedback "GAS_ACCMAX_FEEDBACK" 0x125 Config { value 0..=15 F16 }
    GasDeltaZ "GAS_DELTAZ_DEPTH" 0x126 Config { delta 0..=23 Fixed(8), function 24..=25 Number }
    ShadowFactors "FRAGOP_SHADOW" 0x130 Config { constant 0..=15 F16, linear 16..=31 F16 }

    // Fragment lighting.
    LightSpecular0 "LIGHT#_SPECULAR0" 0x140 [8, 16] Config { b 0..=9 Number, g 10..=19 Number, r 20..=29 Number }
    LightSpecular1 "LIGHT#_SPECULAR1" 0x141 [8, 16] Config { b 0..=9 Number, g 10..=19 Number, r 20..=29 Number }
    LightDiffuse "LIGHT#_DIFFUSE" 0x142 [8, 16] Config { b 0..=9 Number, g 10..=19 Number, r 20..=29 Number }
    LightAmbient "LIGHT#_AMBIENT" 0x143 [8, 16] Config { b 0..=9 Number, g 10..=19 Number, r 20..=29 Number }
    LightXy "LIGHT#_XY" 0x144 [8, 16] Config { x 0..=15 F16, y 16..=31 F16 }
    LightZ "LIGHT#_Z" 0x145 [8, 16] Config { z 0..=15 F16 }
    LightSpotXy "LIGHT#_SPOTDIR_XY" 0x146 [8, 16] Config { x 0..=12 Fixed(11), y 16..=28 Fixed(11) }
    LightSpotZ "LIGHT#_SPOTDIR_Z" 0x147 [8, 16] Config { z 0..=12 Fixed(11) }
    LightConfig "LIGHT#_CONFIG" 0x149 [8, 16] Config {
        directional 0..=0 FLAG, two_sided 1..=1 FLAG, geometric0 2..=2 FLAG, geometric1 3..=3 FLAG,
    }
    LightAttenuationBias "LIGHT#_ATTENUATION_BIAS" 0x14A [8, 16] Config { bias 0..=19 F20 }
    LightAttenuationScale "LIGHT#_ATTENUATION_SCALE" 0x14B [8, 16] Config { scale 0..=19 F20 }
    LightingAmbient "LIGHTING_AMBIENT" 0x1C0 Config { b 0..=9 Number, g 10..=19 Number, r 20..=29 Number }
    LightingCount "LIGHTING_NUM_LIGHTS" 0x1C2 Config { count 0..=2 MinusOne }
    LightingConfig0 "LIGHTING_CONFIG0" 0x1C3 Config {
        shadow 0..=0 FLAG, fresnel_primary 2..=2 FLAG, fresnel_secondary 3..=3 FLAG, layers 4..=7 Number, shadow_primary 16..=16 FLAG,
        shadow_secondary 17..=17 FLAG, invert_shadow 18..=18 FLAG, shadow_alpha 19..=19 FLAG, bump_unit 22..=23 Number,
        shadow_unit 24..=25 Number, clamp_highlights 27..=27 FLAG, bump 28..=29 Choice(&["none", "normal", "tangent"]),
        no_z_recompute 30..=30 FLAG,
    }
    LightingConfig1 "LIGHTING_CONFIG1" 0x1C4 Config {
        no_shadow 0..=7 Bits, no_spot 8..=15 Bits, no_d0 16..=16 FLAG, no_d1 17..=17 FLAG, no_fresnel 19..=19 FLAG,
        no_reflection_b 20..=20 FLAG, no_reflection_g 21..=21 FLAG, no_reflection_r 22..=22 FLAG, no_attenuation 24..=31 Bits,
    }
    LightingLutIndex "LIGHTING_LUT_INDEX" 0x1C5 Config { index 0..=7 Number, table 8..=12 Number }
    LightingEnable1 "LIGHTING_ENABLE1" 0x1C6 Config { disable 0..=0 FLAG }
    LightingLutData "LIGHTING_LUT_DATA#" 0x1C8 [8, 1] Port { value 0..=11 Number, difference 12..=22 Number, negative 23..=23 FLAG }
    LightingLutAbs "LIGHTING_LUTINPUT_ABS" 0x1D0 Config {
        no_d0 1..=1 FLAG, no_d1 5..=5 FLAG, no_sp 9..=9 FLAG, no_fr 13..=13 FLAG, no_rb 17..=17 FLAG, no_rg 21..=21 FLAG, no_rr 25..=25 FLAG,
    }
    LightingLutSelect "LIGHTING_LUTINPUT_SELECT" 0x1D1 Config {
        d0 0..=2 INPUT, d1 4..=6 INPUT, sp 8..=10 INPUT, fr 12..=14 INPUT, rb 16..=18 INPUT, rg 20..=22 INPUT, rr 24..=26 INPUT,
    }
    LightingLutScale "LIGHTING_LUTINPUT_SCALE" 0x1D2 Config {
        d0 0..=2 LUT_SCALE, d1 4..=6 LUT_SCALE, sp 8..=10 LUT_SCALE, fr 12..=14 LUT_SCALE, rb 16..=18 LUT_SCALE, rg 20..=22 LUT_SCALE,
        rr 24..=26 LUT_SCALE,
    }
    LightPermutation "LIGHTING_LIGHT_PERMUTATION" 0x1D9 Config {
        slot0 0..=2 Number, slot1 4..=6 Number, slot2 8..=10 Number, slot3 12..=14 Number, slot4 16..=18 Number, slot5 20..=22 Number,
        slot6 24..=26 Number, slot7 28..=30 Number,
    }

    // Geometry pipeline.
    AttributeBase "ATTRIBBUFFERS_LOC" 0x200 Config { address 1..=28 Unit(16) }
    FormatLow "ATTRIBBUFFERS_FORMAT_LOW" 0x201 Config {
        type0 0..=1 FORMAT, size0 2..=3 MinusOne, type1 4..=5 FORMAT, size1 6..=7 MinusOne, type2 8..=9 FORMAT, size2 10..=11 MinusOne,
        type3 12..=13 FORMAT, size3 14..=15 MinusOne, type4 16..=17 FORMAT, size4 18..=19 MinusOne, type5 20..=21 FORMAT,
        size5 22..=23 MinusOne, type6 24..=25 FORMAT, size6 26..=27 MinusOne, type7 28..=29 FORMAT, size7 30..=31 MinusOne,
    }
    FormatHigh "ATTRIBBUFFERS_FORMAT_HIGH" 0x202 Config {
        type8 0..=1 FORMAT, size8 2..=3 MinusOne, type9 4..=5 FORMAT, size9 6..=7 MinusOne, type10 8..=9 FORMAT, size10 10..=11 MinusOne,
        type11 12..=13 FORMAT, size11 14..=15 MinusOne, fixed_mask 16..=27 Bits, total 28..=31 MinusOne,
    }
    BufferOffset "ATTRIBBUFFER#_OFFSET" 0x203 [12, 3] Config { offset 0..=27 Bits }
    BufferConfig1 "ATTRIBBUFFER#_CONFIG1" 0x204 [12, 3] Config {
        component0 0..=3 Number, component1 4..=7 Number, component2 8..=11 Number, component3 12..=15 Number, component4 16..=19 Number,
        component5 20..=23 Number, component6 24..=27 Number, component7 28..=31 Number,
    }
    BufferConfig2 "ATTRIBBUFFER#_CONFIG2" 0x205 [12, 3] Config {
        component8 0..=3 Number, component9 4..=7 Number, component10 8..=11 Number, component11 12..=15 Number, stride 16..=23 Number,
        components 28..=31 Number,
    }
    IndexBuffer "INDEXBUFFER_CONFIG" 0x227 Config { offset 0..=27 Bits, index_type 31..=31 Choice(&["u8", "u16"]) }
    VertexCount "NUMVERTICES" 0x228 Config { count 0..=31 Number }
    GeometryConfig "GEOSTAGE_CONFIG" 0x229 Config { geometry_shader 0..=1 Number, triangle_elements 8..=8 FLAG, variable 31..=31 FLAG }
    VertexOffset "VERTEX_OFFSET" 0x22A Config { first 0..=31 Number }
    PostVertexCache "POST_VERTEX_CACHE_NUM" 0x22D Config { count 0..=7 Number }
    DrawArrays "DRAWARRAYS" 0x22E Trigger { draw 0..=0 FLAG }
    DrawElements "DRAWELEMENTS" 0x22F Trigger { draw 0..=0 FLAG }
    VertexCacheClear "VTX_FUNC" 0x231 Trigger { clear 0..=0 FLAG }
    FixedIndex "FIXEDATTRIB_INDEX" 0x232 Config { index 0..=3 Number }
    FixedData "FIXEDATTRIB_DATA#" 0x233 [3, 1] Port { value 0..=31 Bits }
    JumpSize "CMDBUF_SIZE#" 0x238 [2, 1] Config { size 0..=20 Unit(8) }
    JumpAddress "CMDBUF_ADDR#" 0x23A [2, 1] Config { address 0..=28 Unit(8) }
    Jump "CMDBUF_JUMP#" 0x23C [2, 1] Trigger { jump 0..=31 Bits }
    VertexInputs "VSH_NUM_ATTR" 0x242 Config { count 0..=3 MinusOne }
    SharedUnit "VSH_COM_MODE" 0x244 Config { geometry_configured 0..=0 FLAG }
    StartDraw "START_DRAW_FUNC0" 0x245 Config { configuring 0..=0 FLAG }
    VertexOutputs1 "VSH_OUTMAP_TOTAL1" 0x24A Config { count 0..=3 MinusOne }
    VertexOutputs2 "VSH_OUTMAP_TOTAL2" 0x251 Config { count 0..=3 MinusOne }
    GeometryMisc0 "GSH_MISC0" 0x252 Config {
        mode 0..=7 Choice(&["point", "variable", "fixed"]), vertices 8..=11 MinusOne, stride 12..=15 MinusOne, first_uniform 16..=23 Number,
        fixed 24..=24 FLAG,
    }
    GeometryConfig2 "GEOSTAGE_CONFIG2" 0x253 Config { drawing 0..=0 FLAG, triangle_elements 8..=8 FLAG }
    GeometryMisc1 "GSH_MISC1" 0x254 Config { full_vertices 0..=4 MinusOne }
    PrimitiveConfig "PRIMITIVE_CONFIG" 0x25E Config { outputs 0..=3 MinusOne, mode 8..=9 Choice(&["triangles", "strip", "fan", "geometry"]) }
    RestartPrimitive "RESTART_PRIMITIVE" 0x25F Trigger { restart 0..=0 FLAG }

    // Geometry shader unit, then vertex shader unit: the same layout.
    GeometryBools "GSH_BOOLUNIFORM" 0x280 Config { values 0..=15 Bits }
    GeometryInts "GSH_INTUNIFORM_I#" 0x281 [4, 1] Config { x 0..=7 Number, y 8..=15 Number, z 16..=23 Number, w 24..=31 Number }
    GeometryInput "GSH_INPUTBUFFER_CONFIG" 0x289 Config { count 0..=3 MinusOne, to_uniforms 8..=15 Number, mode 24..=31 Bits }
    GeometryEntry "GSH_ENTRYPOINT" 0x28A Config { word 0..=15 Bits }
    GeometryPermutation "GSH_ATTRIBUTES_PERMUTATION_#" 0x28B [2, 1] Config { registers 0..=31 Bits }
    GeometryOutputs "GSH_OUTMAP_MASK" 0x28D Config { mask 0..=15 Bits }
    GeometryCodeEnd "GSH_CODETRANSFER_END" 0x28F Trigger { end 0..=0 FLAG }
    GeometryUniformIndex "GSH_FLOATUNIFORM_INDEX" 0x290 Config { index 0..=7 Number, format 31..=31 Choice(&["f24", "f32"]) }
    GeometryUniformData "GSH_FLOATUNIFORM_DATA#" 0x291 [8, 1] Port { value 0..=31 Bits }
    GeometryCodeIndex "GSH_CODETRANSFER_INDEX" 0x29B Config { word 0..=11 Bits }
    GeometryCodeData "GSH_CODETRANSFER_DATA#" 0x29C [8, 1] Port { value 0..=31 Bits }
    GeometryDescriptorIndex "GSH_OPDESCS_INDEX" 0x2A5 Config { index 0..=11 Number }
    GeometryDescriptorData "GSH_OPDESCS_DATA#" 0x2A6 [8, 1] Port { value 0..=31 Bits }
    VertexBools "VSH_BOOLUNIFORM" 0x2B0 Config { values 0..=15 Bits }
    VertexInts "VSH_INTUNIFORM_I#" 0x2B1 [4, 1] Config { x 0..=7 Number, y 8..=15 Number, z 16..=23 Number, w 24..=31 Number }
    VertexInput "VSH_INPUTBUFFER_CONFIG" 0x2B9 Config { count 0..=3 MinusOne, to_uniforms 8..=15 Number, mode 24..=31 Bits }
    VertexEntry "VSH_ENTRYPOINT" 0x2BA Config { word 0..=15 Bits }
    VertexPermutation "VSH_ATTRIBUTES_PERMUTATION_#" 0x2BB [2, 1] Config { registers 0..=31 Bits }
    VertexOutputMask "VSH_OUTMAP_MASK" 0x2BD Config { mask 0..=15 Bits }
    VertexCodeEnd "VSH_CODETRANSFER_END" 0x2BF Trigger { end 0..=0 FLAG }
    VertexUniformIndex "VSH_FLOATUNIFORM_INDEX" 0x2C0 Config { index 0..=7 Number, format 31..=31 Choice(&["f24", "f32"]) }
    VertexUniformData "VSH_FLOATUNIFORM_DATA#" 0x2C1 [8, 1] Port { value 0..=31 Bits }
    VertexCodeIndex "VSH_CODETRANSFER_INDEX" 0x2CB Config { word 0..=11 Bits }
    VertexCodeData "VSH_CODETRANSFER_DATA#" 0x2CC [8, 1] Port { value 0..=31 Bits }
    VertexDescriptorIndex "VSH_OPDESCS_INDEX" 0x2D5 Config { index 0..=11 Number }
    VertexDescriptorData "VSH_OPDESCS_DATA#" 0x2D6 [8, 1] Port { value 0..=31 Bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registers::{COUNT, Register};

    /// No index has two rows, fields of a register do not overlap, and names tell registers apart.
    #[test]
    fn the_table_is_consistent() {
        let mut seen = [false; COUNT];
        let mut names = std::collections::HashSet::new();
        for info in ALL {
            for element in 0..info.count {
                let index = info.index + element * info.stride;
                assert!(!std::mem::replace(&mut seen[usize::from(index)], true), "{index:#X} twice");
                assert!(names.insert(Register(index).to_string()), "{} twice", Register(index));
            }
            let mut used = 0u32;
            for field in info.fields {
                assert!(field.low <= field.high && field.high < 32, "{} {}", info.name, field.name);
                let mask = field.of(u32::MAX) << field.low;
                assert_eq!(used & mask, 0, "{} {}", info.name, field.name);
                used |= mask;
            }
        }
    }

    #[test]
    fn names_carry_the_elements_number() {
        for (index, name) in [
            (0x040, "FACECULLING_CONFIG"),
            (0x053, "SH_OUTMAP_O3"),
            (0x092, "TEXUNIT1_DIM"),
            (0x09A, "TEXUNIT2_DIM"),
            (0x08A, "TEXUNIT0_ADDR6"),
            (0x0F8, "TEXENV5_SOURCE"),
            (0x226, "ATTRIBBUFFER11_CONFIG2"),
            (0x2D3, "VSH_CODETRANSFER_DATA7"),
            (0x2FE, "0x2FE"),
        ] {
            assert_eq!(Register(index).to_string(), name);
        }
    }
}
