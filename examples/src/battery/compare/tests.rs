use super::*;

fn case(format: &str, tolerance: &str) -> Case {
    let json = format!(
        r#"{{"version":1,"name":"a.b","area":"a","target":{{"width":2,"height":2,"format":"{format}"}},
            "tolerance":{tolerance},"commands":[],"read":[{{"surface":"rt"}}]}}"#
    );
    serde_json::from_str(&json).expect("a case")
}

fn closeness(format: &str, tolerance: &str, ours: &[u8], expected: &[u8]) -> Closeness {
    compare(&case(format, tolerance), ours, expected).expect("comparable").closeness
}

fn words(words: [u32; 4]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

#[test]
fn eight_bit_channels_may_differ_by_their_units() {
    let expected = words([0x1020_3040; 4]);
    let test = |word| {
        closeness(
            "A8R8G8B8",
            r#"{"units":2}"#,
            &words([0x1020_3040, word, 0x1020_3040, 0x1020_3040]),
            &expected,
        )
    };
    assert_eq!(test(0x1020_3040), Closeness::Equal);
    for word in [0x1220_3040, 0x1020_303e, 0x0e22_2e42] {
        assert_eq!(test(word), Closeness::Within, "{word:x}");
    }
    for word in [0x1320_3040, 0x1020_303d, 0x1020_3340, 0x1023_3040] {
        assert_eq!(test(word), Closeness::Differs, "{word:x}");
    }
}

#[test]
fn a_default_tolerance_is_two_units_and_zero_units_are_exact() {
    let expected = words([0; 4]);
    assert_eq!(closeness("A8R8G8B8", "null", &words([2, 0, 0, 0]), &expected), Closeness::Within);
    assert_eq!(closeness("A8R8G8B8", r#"{"units":0}"#, &words([1, 0, 0, 0]), &expected), Closeness::Differs);
}

#[test]
fn x_bits_are_not_compared() {
    let ours = words([0xff00_0000, 0, 0, 0]);
    assert_eq!(closeness("X8R8G8B8", "{}", &ours, &words([0; 4])), Closeness::Within);
    assert_eq!(closeness("A8R8G8B8", "{}", &ours, &words([0; 4])), Closeness::Differs);
}

#[test]
fn narrow_channels_may_always_differ_by_one_step() {
    let expected = [0u8; 8];
    let ours = |texel: u16| {
        let mut bytes = [0; 8];
        bytes[..2].copy_from_slice(&texel.to_le_bytes());
        bytes
    };
    assert_eq!(closeness("R5G6B5", r#"{"units":2}"#, &ours(0x0821), &expected), Closeness::Within);
    assert_eq!(closeness("R5G6B5", r#"{"units":2}"#, &ours(0x0040), &expected), Closeness::Differs);
    assert_eq!(closeness("R5G6B5", r#"{"units":2}"#, &ours(0x0002), &expected), Closeness::Differs);
}

#[test]
fn wide_channels_scale_their_units() {
    let ours = |value: u16| {
        let mut bytes = [0u8; 16];
        bytes[..2].copy_from_slice(&value.to_le_bytes());
        bytes
    };
    assert_eq!(closeness("G16R16", r#"{"units":2}"#, &ours(514), &[0; 16]), Closeness::Within);
    assert_eq!(closeness("G16R16", r#"{"units":2}"#, &ours(515), &[0; 16]), Closeness::Differs);
}

#[test]
fn floats_have_a_relative_and_an_absolute_limit() {
    let ours = |value: f32| words([value.to_bits(), 0, 0, 0]);
    let test = |a: f32, b: f32| closeness("R32F", r#"{"rel":0.01,"abs":0.5}"#, &ours(a), &ours(b));
    assert_eq!(test(100.0, 101.4), Closeness::Within);
    assert_eq!(test(100.0, 101.6), Closeness::Differs);
    assert_eq!(test(f32::NAN, -f32::NAN), Closeness::Within);
    assert_eq!(test(f32::INFINITY, f32::MAX), Closeness::Differs);
    assert_eq!(test(f32::NAN, 0.0), Closeness::Differs);
}

#[test]
fn outliers_are_a_share_of_the_pixels() {
    let tolerance = r#"{"units":2,"outliers":0.25}"#;
    assert_eq!(closeness("A8R8G8B8", tolerance, &words([!0, 0, 0, 0]), &words([0; 4])), Closeness::Within);
    assert_eq!(closeness("A8R8G8B8", tolerance, &words([!0, !0, 0, 0]), &words([0; 4])), Closeness::Differs);
}

#[test]
fn sizes_must_agree_with_each_other_and_with_the_reads() {
    assert_eq!(closeness("A8R8G8B8", "{}", &[0; 16], &[0; 12]), Closeness::Differs);
    assert_eq!(closeness("A8R8G8B8", "{}", &[0; 12], &[1; 12]), Closeness::Differs);
    assert_eq!(closeness("A8R8G8B8", "{}", &[0; 20], &[1; 20]), Closeness::Differs);
}

#[test]
fn the_worst_pixel_is_named() {
    let case = case("A8R8G8B8", r#"{"units":2}"#);
    let difference = compare(&case, &words([0, 3, 9, 0]), &words([0; 4])).expect("comparable");
    assert_eq!(difference.note, "rt: 2/4 pixels over tolerance, worst at (0,1): 00000009 vs 00000000");
}
