//! Software profiles: devices that may process vertices in software have more constants, and shaders that read them.

use retrograph_d3d9::types::{CreateFlags, PresentParameters};
use retrograph_d3d9::{Direct3D9, Error};

use super::assemble::assemble;
use super::support::{Bench, SHOW, assert_lanes};

const PROCESSING: [CreateFlags; 2] =
    [CreateFlags::SOFTWARE_VERTEXPROCESSING, CreateFlags::MIXED_VERTEXPROCESSING];

fn bench(flags: CreateFlags) -> Bench {
    Bench::with(Direct3D9::new().expect("an adapter"), flags)
}

/// A vertex shader of a software profile that writes `r0` to the first coordinate.
fn vertex(model: u32, body: &str) -> String {
    let (inputs, outputs) = ("dcl_position v0\ndcl_texcoord v1", ["oPos", "oT0"]);
    let [position, coordinate] = if model == 2 { outputs } else { ["o0", "o1"] };
    let declared = if model == 2 { "" } else { "dcl_position o0\ndcl_texcoord o1" };
    format!("vs_{model}_sw\n{inputs}\n{declared}\n{body}\nmov {position}, v0\nmov {coordinate}, r0")
}

/// Whether a call was refused as invalid.
fn is_invalid<T>(result: &Result<T, Error>) -> bool {
    matches!(result, Err(Error::InvalidCall))
}

/// A row that says which it is.
fn row(number: usize) -> [f32; 4] {
    let number = f32::from(u16::try_from(number).expect("small"));
    [number, number + 0.25, -number, 1.0]
}

#[test]
fn all_8192_constants_are_read() {
    for flags in PROCESSING {
        let mut bench = bench(flags);
        let rows: Vec<[f32; 4]> = (0..8192).map(row).collect();
        bench.device.set_vertex_shader_constant_f(0, &rows).expect("set");
        assert_eq!(bench.device.get_vertex_shader_constant_f(250, 10).expect("there"), &rows[250..260]);
        for model in [2, 3] {
            for number in [0, 255, 256, 2047, 2048, 4095, 4096, 6143, 6144, 8191] {
                let found = bench.run(&vertex(model, &format!("mov r0, c{number}")), SHOW)[5];
                assert_lanes(found, row(number), 1e-6, &format!("model {model}, c{number}"));
            }
        }
    }
}

#[test]
fn relative_addresses_go_from_the_first_to_the_last_and_read_zero_outside() {
    let mut bench = bench(CreateFlags::SOFTWARE_VERTEXPROCESSING);
    let rows: Vec<[f32; 4]> = (0..8192).map(row).collect();
    bench.device.set_vertex_shader_constant_f(0, &rows).expect("set");
    for model in [2, 3] {
        // The index is what c0 holds then.
        let shader = vertex(model, "def c100, 5, 6, 7, 8\nmova a0.x, c0.x\nmov r0, c[a0.x + 200]");
        bench.set_shaders(&shader, SHOW);
        for index in [-201, -200, -100, 0, 55, 56, 1847, 1848, 3896, 5944, 7991, 7992, 30_000] {
            let first = [f32::from(i16::try_from(index).expect("small")), 0.0, 0.0, 0.0];
            bench.device.set_vertex_shader_constant_f(0, &[first]).expect("set");
            bench.draw();
            let wanted = match index + 200 {
                0 => first,
                100 => [5.0, 6.0, 7.0, 8.0],
                number @ 0..8192 => row(usize::try_from(number).expect("not negative")),
                _ => [0.0; 4],
            };
            assert_lanes(bench.pixels()[5], wanted, 1e-6, &format!("model {model}, index {index}"));
        }
    }
}

#[test]
fn writes_between_draws_reach_the_constants_of_each() {
    let mut bench = bench(CreateFlags::MIXED_VERTEXPROCESSING);
    bench.set_shaders(&vertex(3, "add r0, c8191, c300"), SHOW);
    for value in [1.0, 2.0] {
        bench.device.set_vertex_shader_constant_f(300, &[[value; 4]]).expect("set");
        bench.device.set_vertex_shader_constant_f(8191, &[[10.0 * value; 4]]).expect("set");
        bench.draw();
        assert_lanes(bench.pixels()[5], [11.0 * value; 4], 0.0, "the sum");
    }
    // Shaders of hardware read the same registers.
    let hardware = "vs_2_0\ndcl_position v0\nmov oPos, v0\nmov oT0, c255";
    bench.device.set_vertex_shader_constant_f(255, &[[3.0; 4], [4.0; 4]]).expect("set");
    assert_lanes(bench.run(hardware, SHOW)[5], [3.0; 4], 0.0, hardware);
    bench.reset();
    let found = bench.run(&vertex(3, "add r0, c8191, c255"), SHOW)[5];
    assert_lanes(found, [0.0; 4], 0.0, "after a reset");
}

#[test]
fn integers_and_booleans_go_up_to_2047() {
    let mut bench = bench(CreateFlags::SOFTWARE_VERTEXPROCESSING);
    bench.device.set_vertex_shader_constant_i(14, &[[1, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0]]).expect("set");
    bench.device.set_vertex_shader_constant_i(2047, &[[5, 0, 0, 0]]).expect("set");
    bench.device.set_vertex_shader_constant_b(15, &[true, false, true]).expect("set");
    bench.device.set_vertex_shader_constant_b(2047, &[true]).expect("set");
    for model in [2, 3] {
        for (number, count) in [(14, 1.0), (15, 2.0), (16, 3.0), (17, 0.0), (2046, 0.0), (2047, 5.0)] {
            let body = format!("def c0, 0, 1, 0, 0\nmov r0, c0.x\nrep i{number}\nadd r0, r0, c0.y\nendrep");
            let found = bench.run(&vertex(model, &body), SHOW)[5];
            assert_lanes(found, [count; 4], 0.0, &format!("model {model}, i{number}"));
        }
        for (number, on) in [(14, 0.0), (15, 1.0), (16, 0.0), (17, 1.0), (18, 0.0), (2046, 0.0), (2047, 1.0)]
        {
            let body = format!("def c0, 0, 1, 0, 0\nmov r0, c0.x\nif b{number}\nmov r0, c0.y\nendif");
            let found = bench.run(&vertex(model, &body), SHOW)[5];
            assert_lanes(found, [on; 4], 0.0, &format!("model {model}, b{number}"));
        }
    }
    assert_eq!(bench.device.get_vertex_shader_constant_b(15, 4).expect("there"), [true, false, true, false]);
    assert_eq!(bench.device.get_vertex_shader_constant_i(2047, 1).expect("there"), &[[5, 0, 0, 0]]);
}

#[test]
fn pixel_shaders_of_software_profiles_read_zeros_past_the_registers_that_can_be_set() {
    let mut bench = bench(CreateFlags::SOFTWARE_VERTEXPROCESSING);
    bench.device.set_pixel_shader_constant_f(223, &[[0.5; 4]]).expect("set");
    assert!(is_invalid(&bench.device.set_pixel_shader_constant_f(224, &[[0.5; 4]])));
    for model in ["ps_2_sw", "ps_3_sw"] {
        let pixel =
            format!("{model}\ndef c8190, 1, 2, 3, 4\nadd r0, c223, c8191\nadd r0, r0, c8190\nmov oC0, r0");
        let found = bench.run(super::support::PASS, &pixel)[5];
        assert_lanes(found, [1.5, 2.5, 3.5, 4.5], 0.0, model);
    }
}

#[test]
fn hardware_has_256_constants_and_refuses_software_profiles() {
    let mut bench = Bench::new();
    let device = &mut bench.device;
    let shader = assemble(&vertex(3, "mov r0, c0"));
    assert!(is_invalid(&device.create_vertex_shader(&shader)));
    assert!(is_invalid(&device.create_pixel_shader(&assemble("ps_3_sw\nmov oC0, c0"))));
    assert_eq!(device.unsupported(), []);
    device.set_vertex_shader_constant_f(255, &[[1.0; 4]]).expect("set");
    for (start, count) in [(8192, 1), (255, 7938), (u32::MAX, 1), (0, 8193)] {
        let rows = vec![[2.0; 4]; count];
        assert!(is_invalid(&device.set_vertex_shader_constant_f(start, &rows)), "{start}");
    }
    for start in [256, 8191] {
        device.set_vertex_shader_constant_f(start, &[[2.0; 4]]).expect("taken, and dropped");
    }
    device.set_vertex_shader_constant_f(254, &[[1.0; 4]; 3]).expect("two of three are there");
    device.set_vertex_shader_constant_f(256, &[]).expect("no constants at all");
    assert!(is_invalid(&device.set_vertex_shader_constant_i(16, &[[1; 4]])));
    assert!(is_invalid(&device.set_vertex_shader_constant_b(15, &[true; 2])));
    assert!(device.get_vertex_shader_constant_f(256, 1).is_err());
    assert_eq!(device.get_vertex_shader_constant_f(254, 2).expect("there"), &[[1.0; 4]; 2]);
}

#[test]
fn software_has_8192_constants_and_takes_both_profiles() {
    let direct3d = Direct3D9::new().expect("an adapter").with_threading(super::THREADING);
    for flags in PROCESSING {
        let mut device = direct3d.create_device(&PresentParameters::default(), flags).expect("a device");
        for model in [2, 3] {
            assert!(device.create_vertex_shader(&assemble(&vertex(model, "mov r0, c8191"))).is_ok());
        }
        device.set_vertex_shader_constant_f(8191, &[[1.0; 4]]).expect("set");
        assert!(is_invalid(&device.set_vertex_shader_constant_f(8192, &[[1.0; 4]])));
        device.set_vertex_shader_constant_i(2047, &[[1; 4]]).expect("set");
        assert!(is_invalid(&device.set_vertex_shader_constant_i(2048, &[[1; 4]])));
        assert!(is_invalid(&device.set_vertex_shader_constant_b(2047, &[true; 2])));
    }
}

#[test]
fn without_large_blocks_few_constants_work_and_more_are_not_available() {
    let mut gpu = retrograph_tests::gpu_without_features();
    gpu.caps.vertex_storage = false;
    let mut bench = Bench::with(Direct3D9::from_gpu(gpu), CreateFlags::SOFTWARE_VERTEXPROCESSING);
    bench.device.set_vertex_shader_constant_f(4095, &[[2.0; 4]]).expect("set");
    let found = bench.run(&vertex(3, "mov r0, c4095"), SHOW)[5];
    assert_lanes(found, [2.0; 4], 0.0, "in a uniform block");
    let shader = assemble(&vertex(3, "mov r0, c4096"));
    assert!(matches!(bench.device.create_vertex_shader(&shader), Err(Error::NotAvailable)));
    assert_eq!(bench.device.unsupported(), [("vertex_shader", 1)]);
}
