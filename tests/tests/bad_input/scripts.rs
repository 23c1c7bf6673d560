//! Scripts and batteries that are malformed: an error that says so.

use std::path::Path;

use retrograph_d3d9::Direct3D9;
use retrograph_examples::battery::script::Case;
use retrograph_examples::battery::{Battery, BatteryError, Outcome, Status, run};

/// Runs a script of these resources, commands and reads.
fn outcome(direct3d: &Direct3D9, resources: &str, commands: &str, read: &str) -> Outcome {
    let json = format!(
        r#"{{"version":1,"name":"a.b","area":"a","target":{{"width":4,"height":4,"format":"A8R8G8B8"}},
            "resources":[{resources}],"commands":[{commands}],"read":[{read}]}}"#
    );
    let case = Case::parse(json.as_bytes()).expect("a script");
    run(direct3d, Path::new("."), &case)
}

#[test]
fn scripts_that_name_what_is_not_there_end_with_an_error() {
    let direct3d = Direct3D9::new().expect("an adapter").with_threading(super::THREADING);
    for (resources, commands, read) in [
        ("", r#"{"op":"SetTexture","stage":0,"texture":"t"}"#, ""),
        ("", r#"{"op":"SetRenderState","state":"NOSUCHSTATE","value":1}"#, ""),
        ("", r#"{"op":"SetRenderState","state":"ZENABLE"}"#, ""),
        ("", r#"{"op":"SetFVF","fvf":"XYZ|NOSUCHPART"}"#, ""),
        ("", r#"{"op":"DrawPrimitive","type":"HEXAGONS","count":1}"#, ""),
        ("", r#"{"op":"SetRenderTarget","index":0,"surface":"rt/NOWHERE"}"#, ""),
        ("", "", r#"{"surface":"nothing"}"#),
        ("", "", "{}"),
        (r#"{"id":"t","type":"teapot"}"#, "", ""),
        (r#"{"id":"t","type":"texture","format":"A8R8G8B8","width":4}"#, "", ""),
        (r#"{"id":"t","type":"texture","format":"A7","width":4,"height":4}"#, "", ""),
        (r#"{"id":"v","type":"vertex_shader","file":"../secret"}"#, "", ""),
        (r#"{"id":"v","type":"vertex_shader"}"#, "", ""),
        (r#"{"id":"v","type":"vertex_buffer","hex":"00","size":4000000000}"#, "", ""),
        (r#"{"id":"v","type":"vertex_buffer","hex":"0011","size":1}"#, "", ""),
    ] {
        let ended = outcome(&direct3d, resources, commands, read);
        assert!(matches!(ended.status, Status::Error(_)), "{resources}{commands}{read}: {:?}", ended.status);
        assert!(ended.bytes.is_empty(), "{resources}{commands}{read}");
    }
}

#[test]
fn what_is_not_supported_is_never_an_hresult() {
    let direct3d = Direct3D9::new().expect("an adapter").with_threading(super::THREADING);
    for (resources, commands) in
        [("", r#"{"op":"BeginStateBlock"}"#), (r#"{"id":"q","type":"query","query":"OCCLUSION"}"#, "")]
    {
        let ended = outcome(&direct3d, resources, commands, "");
        assert!(matches!(ended.status, Status::Unsupported(_)), "{resources}{commands}: {:?}", ended.status);
        assert!(ended.failed_calls.is_empty());
    }
}

#[test]
fn failing_calls_are_recorded_and_the_script_goes_on() {
    let direct3d = Direct3D9::new().expect("an adapter").with_threading(super::THREADING);
    let commands = r#"{"op":"Clear","flags":["ZBUFFER"]},
        {"op":"Clear","flags":["TARGET"],"color":"0xff203040"},
        {"op":"WriteSurface","surface":"rt","data":{"pattern":"solid","a":"00000000"}}"#;
    let ended = outcome(&direct3d, "", commands, r#"{"surface":"rt"}"#);
    assert_eq!(ended.status, Status::Ok);
    let calls: Vec<String> = ended.failed_calls.iter().map(ToString::to_string).collect();
    assert_eq!(calls, ["0 Clear 8876086c", "2 WriteSurface 8876086c"]);
    assert_eq!(ended.bytes, [0x40, 0x30, 0x20, 0xff].repeat(16));
}

#[test]
fn malformed_files_are_errors_that_name_them() {
    let folder = std::env::temp_dir().join(format!("retrograph-battery-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("cases/a.b")).expect("a folder");
    assert!(matches!(Battery::open(&folder), Err(BatteryError::Io { .. })));
    std::fs::write(folder.join("index.json"), "[{]").expect("a file");
    let error = Battery::open(&folder).expect_err("no JSON");
    assert!(error.to_string().contains("index.json"), "{error}");
    let index = r#"[{"name":"a.b","area":"a","accept":["dxvk"]},{"name":"../x","area":"a","accept":[]}]"#;
    std::fs::write(folder.join("index.json"), index).expect("a file");
    let battery = Battery::open(&folder).expect("an index");
    assert!(matches!(battery.case("a.b"), Err(BatteryError::Io { .. })));
    assert!(matches!(battery.case("../x"), Err(BatteryError::Path(_))));
    for text in [r#"{"version":1}"#, "", "[]", "null"] {
        std::fs::write(folder.join("cases/a.b/case.json"), text).expect("a file");
        assert!(matches!(battery.case("a.b"), Err(BatteryError::Json { .. })), "{text}");
    }
    assert_eq!(battery.expected("a.b", "dxvk").expect("no file"), None);
    std::fs::write(folder.join("cases/a.b/expected.dxvk.bin.z"), [1, 2, 3]).expect("a file");
    assert!(matches!(battery.expected("a.b", "dxvk"), Err(BatteryError::Io { .. })));
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
