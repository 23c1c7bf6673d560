//! What the fuzz targets do; the test suite runs the same on inputs of its own.

use retrograph_shaders::dxso::interp::{Environment, InterpretError, Interpreter, PixelInput, Sample};
use retrograph_shaders::dxso::{self, FragmentKey, VertexKey};
use retrograph_shaders::varyings::{Semantic, Usage, Varying, Varyings};
use retrograph_shaders::{ShaderError, Stage, print};

/// Decodes, translates and validates: an error that names a place, or a valid module; never a panic.
pub(crate) fn translate(bytes: &[u8]) {
    let program = match dxso::parse(bytes) {
        Ok(program) => program,
        Err(error) => {
            let place = error.offset().expect("every error of the decoder names a token");
            assert!(place as usize <= bytes.len() / 4, "{error}");
            return;
        }
    };
    let result = match program.version.stage {
        Stage::Vertex => {
            let semantics = [Semantic::new(Usage::Texcoord, 0), Semantic::new(Usage::Color, 0)];
            let wanted = semantics.map(|semantic| Varying { semantic, flat: false, centroid: false });
            let varyings = Varyings::place(&wanted, true).expect("two fit");
            dxso::translate_vertex(&program, &VertexKey { varyings, ..VertexKey::default() })
        }
        Stage::Fragment => dxso::translate_fragment(&program, &FragmentKey::default()),
    };
    match result {
        Ok(translated) => {
            print::validate(&translated.module).expect("a valid module");
        }
        Err(
            ShaderError::Unsupported { .. } | ShaderError::Malformed { .. } | ShaderError::TooManyVaryings(_),
        ) => {}
        Err(error) => panic!("{error}\n{}", dxso::disassemble(&program)),
    }
}

/// Decodes and executes: an end, or an error that says why not; never a panic.
pub(crate) fn interpret(bytes: &[u8]) {
    let Ok(program) = dxso::parse(bytes) else { return };
    let shader = Interpreter::new(&program).expect("what parses nests");
    // Numbers of every kind, from the shader's own bytes.
    let lane = |at: usize| match bytes.get(at % bytes.len()).copied().unwrap_or(0) {
        0 => f32::NAN,
        1 => f32::INFINITY,
        2 => -0.0,
        3 => f32::MAX,
        byte => f32::from(byte) / 16.0 - 8.0,
    };
    let vector = |at: usize| [lane(at), lane(at + 1), lane(at + 2), lane(at + 3)];
    let floats: Vec<[f32; 4]> = (0..256).map(vector).collect();
    let integers: Vec<[i32; 4]> = (0..16).map(|at| vector(at).map(|lane| lane as i32)).collect();
    let booleans: Vec<bool> = (0..16).map(|at| lane(at) > 0.0).collect();
    let environment = Environment {
        floats: &floats,
        integers: &integers,
        booleans: &booleans,
        steps: 20_000,
        ..Environment::default()
    };
    let mut sampler = |read: &Sample| read.coordinate;
    let result = match program.version.stage {
        Stage::Vertex => {
            let inputs = std::array::from_fn(vector);
            shader.vertex(&environment, &inputs, &mut sampler).map(|_| ())
        }
        Stage::Fragment => {
            let pixel = |at: usize| PixelInput {
                inputs: std::array::from_fn(|register| vector(at + register)),
                coordinates: std::array::from_fn(|register| vector(at + register + 10)),
                position: [lane(at), lane(at + 1)],
                front: at.is_multiple_of(2),
            };
            let pixels = std::array::from_fn(pixel);
            shader.quad(&environment, &pixels, &mut sampler).map(|_| ())
        }
    };
    match result {
        Ok(()) => {}
        Err(InterpretError::Endless { offset, .. } | InterpretError::Malformed { offset, .. }) => {
            assert!((offset as usize) < bytes.len() / 4);
        }
        Err(error) => panic!("{error}"),
    }
}

/// Assembles: an error that names a line, or bytes that go through text and back.
pub(crate) fn assemble(text: &str) {
    let bytes = match dxso::assemble(text) {
        Ok(bytes) => bytes,
        Err(error) => {
            let (dxso::AssembleError::Syntax { line, .. } | dxso::AssembleError::Shader { line, .. }) = error
            else {
                panic!("an error without a line: {error}");
            };
            assert!(line as usize <= text.lines().count().max(1), "{error}");
            return;
        }
    };
    let program = dxso::parse(&bytes).expect("what is assembled parses");
    let again = dxso::disassemble(&program);
    assert_eq!(dxso::assemble(&again).as_ref(), Ok(&bytes), "{again}");
}
