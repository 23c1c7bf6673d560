use super::*;

/// A fragment shader that touches every kind of resource of the binding model.
const SOURCE: &str = "
    struct Draw { transform: vec4<f32>, viewport: vec4<f32>, point_and_alpha: vec4<f32> }
    struct Integers { ints: array<vec4<i32>, 16>, bools: vec4<u32> }
    @group(0) @binding(1) var<uniform> floats: array<vec4<f32>, 3>;
    @group(0) @binding(3) var<uniform> integers: Integers;
    @group(0) @binding(4) var<uniform> draw: Draw;
    @group(1) @binding(4) var image: texture_2d<f32>;
    @group(1) @binding(5) var image_sampler: sampler;
    @group(1) @binding(6) var cube: texture_cube<f32>;
    @group(1) @binding(7) var cube_sampler: sampler;

    @fragment
    fn fragment_main(@location(0) texcoord: vec4<f32>) -> @location(0) vec4<f32> {
        let base = textureSample(image, image_sampler, texcoord.xy) * floats[2];
        let sky = textureSample(cube, cube_sampler, texcoord.xyz) * draw.viewport;
        if (integers.bools.x & 1u) == 0u { discard; }
        return base + sky;
    }";

fn module(source: &str) -> (Module, ModuleInfo) {
    let module = naga::front::wgsl::parse_str(source).expect("correct WGSL");
    let info = validate(&module).expect("a valid module");
    (module, info)
}

#[test]
fn wgsl_reads_back_as_the_same_program() {
    let (module, info) = module(SOURCE);
    let text = wgsl(&module, &info).expect("printable");
    let (again, info) = self::module(&text);
    // Names that end in a digit gain an underscore.
    let plain = |text: &str| text.replace('_', "");
    assert_eq!(plain(&wgsl(&again, &info).expect("printable")), plain(&text));
    assert_eq!(again.global_variables.len(), 7);
}

#[test]
fn msl_takes_the_slots_of_the_binding_model() {
    let (module, info) = module(SOURCE);
    let text = msl(&module, &info).expect("printable");
    for slot in
        ["buffer(1)", "buffer(3)", "buffer(4)", "texture(2)", "sampler(2)", "texture(3)", "sampler(3)"]
    {
        assert!(text.contains(slot), "{slot} in\n{text}");
    }
}

#[test]
fn hlsl_takes_the_registers_of_the_binding_model() {
    let (module, info) = module(SOURCE);
    let text = hlsl(&module, &info).expect("printable");
    for register in [
        "register(b1)",
        "register(b3)",
        "register(t2, space1)",
        "register(t3, space1)",
        "register(t1, space255)",
    ] {
        assert!(text.contains(register), "{register} in\n{text}");
    }
}

#[test]
fn glsl_pairs_textures_with_their_samplers() {
    let (module, info) = module(SOURCE);
    let text = glsl(&module, &info).expect("printable");
    assert!(text.starts_with("#version 310 es"), "{text}");
    for unit in [
        "binding = 2) uniform highp sampler2D",
        "binding = 3) uniform highp samplerCube",
        "binding = 4) uniform",
    ] {
        assert!(text.contains(unit), "{unit} in\n{text}");
    }
}

#[test]
fn spirv_begins_with_its_magic_number() {
    let (module, info) = module(SOURCE);
    let words = spirv(&module, &info).expect("printable");
    assert_eq!(words.first(), Some(&0x0723_0203));
}

#[test]
fn vertex_textures_come_behind_the_fragment_stage_in_glsl() {
    let source = "
        @group(2) @binding(2) var height: texture_2d<f32>;
        @group(2) @binding(3) var height_sampler: sampler;
        @vertex
        fn vertex_main(@location(0) at: vec4<f32>) -> @builtin(position) vec4<f32> {
            return at + textureSampleLevel(height, height_sampler, at.xy, 0.0);
        }";
    let (module, info) = module(source);
    assert!(glsl(&module, &info).expect("printable").contains("binding = 17)"));
    assert!(msl(&module, &info).expect("printable").contains("texture(1)"));
    assert!(hlsl(&module, &info).expect("printable").contains("register(t1, space2)"));
}

#[test]
fn glsl_takes_flat_varyings_without_a_provoking_vertex() {
    let source = "
        struct Out { @builtin(position) at: vec4<f32>, @location(8) @interpolate(flat, first) color: vec4<f32> }
        @vertex fn vertex_main(@location(0) at: vec4<f32>) -> Out { return Out(at, at); }";
    let (module, info) = module(source);
    assert!(glsl(&module, &info).expect("printable").contains("flat out vec4"));
    let source = "
        @fragment
        fn fragment_main(@location(8) @interpolate(flat, first) color: vec4<f32>) -> @location(0) vec4<f32> {
            return color;
        }";
    let (module, info) = self::module(source);
    assert!(glsl(&module, &info).expect("printable").contains("flat in vec4"));
    assert!(wgsl(&module, &info).expect("printable").contains("flat"), "others keep it");
}

#[test]
fn resources_outside_the_binding_model_are_refused() {
    let source = "
        @group(5) @binding(0) var<uniform> stray: vec4<f32>;
        @fragment fn fragment_main() -> @location(0) vec4<f32> { return stray; }";
    let (module, info) = module(source);
    for (language, result) in [("MSL", msl(&module, &info)), ("HLSL", hlsl(&module, &info))] {
        assert!(
            matches!(result, Err(ShaderError::Print { language: named, .. }) if named == language),
            "{result:?}"
        );
    }
}

#[test]
fn an_invalid_module_is_refused_with_reasons() {
    let source = "@fragment fn fragment_main() -> @location(0) vec4<f32> { return vec4<f32>(); }";
    let (mut module, _) = module(source);
    module.entry_points[0].function.result = None;
    let error = validate(&module).expect_err("the return value has no place");
    assert!(error.to_string().contains("does not match the declared return type"), "{error}");
}
