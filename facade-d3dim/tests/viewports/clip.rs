//! Clip status of positions in the mapped cube, by the formulas alone.

use super::guest::*;

/// A position in the cube, in double precision.
fn mapped(words: &[u32; 11], position: [f32; 3]) -> [f64; 3] {
    let float = |index: usize| f64::from(f32::from_bits(words[index]));
    let [x, y, z] = position.map(f64::from);
    let (clip_x, clip_y, width, height) = (float(5), float(6), float(7), float(8));
    [
        2.0 / width * x - 2.0 * clip_x / width - 1.0,
        2.0 / height * y + 1.0 - 2.0 * clip_y / height,
        (z - float(9)) / (float(10) - float(9)),
    ]
}

fn flags([x, y, z]: [f64; 3]) -> u32 {
    let outside = [x < -1.0, x > 1.0, y > 1.0, y < -1.0, z < 0.0, z > 1.0];
    (0..6).filter(|&bit| outside[bit]).map(|bit| 1 << bit).sum()
}

#[test]
fn every_plane_of_every_map_through_every_interface() {
    let mut guest = Guest::new();
    let device = guest.device(3, 64, 64);
    let viewport = guest.added(&device);
    let boxes = [
        [-1.0, 1.0, 2.0, 2.0, 0.0, 1.0],
        [1.0, 2.0, 2.0, 2.0, 0.25, 0.75],
        [2.0, -1.5, -4.0, 3.0, 0.0, 1.0],
        [-0.5, 1.0, 1.0, -2.0, 1.0, 0.0],
    ];
    let mut cases = 0;
    for floats in boxes {
        let words = record([0, 0, 64, 64], floats);
        assert_eq!(guest.set2(viewport, &words), OK);
        let [left, top, width, height, near, far] = floats;
        // Before, within and behind on each axis.
        let steps = [-0.25, 0.5, 1.25];
        for (interface, index) in
            VIEWPORTS.into_iter().flat_map(|interface| (0..27).map(move |i| (interface, i)))
        {
            let step = |divisor: usize| steps[index / divisor % 3];
            let position = [left + width * step(1), top - height * step(3), near + (far - near) * step(9)];
            let mut vertex = position.map(f32::to_bits).to_vec();
            vertex.resize(8, 0);
            let input = guest.place_words(&vertex, Placement::Plain);
            let output = guest.place_words(&[0; 8], Placement::Split);
            let homogeneous = guest.place_words(&[0; 4], Placement::SplitWord);
            let mut data = vec![52, input, 32, output, 32, homogeneous];
            data.resize(13, 0);
            let data = guest.place_words(&data, PLACEMENTS[index % 3]);
            let offscreen = guest.place_words(&[0xCCCC_CCCC], Placement::Plain);
            let args = [1, data, 1, offscreen];
            assert_eq!(guest.call(interface, "TransformVertices", viewport, &args), OK);
            let expected = flags(mapped(&words, position));
            let written = [guest.words(offscreen, 1)[0], guest.words(homogeneous, 1)[0]];
            assert_eq!(written, [expected; 2], "{floats:?} {position:?}");
            cases += 1;
        }
    }
    println!("{cases} clip-status cases");
    assert_eq!(cases, 324);
}

#[test]
fn the_example_of_projection_lands_where_it_should() {
    let mut guest = Guest::new();
    let device = guest.device(3, 8, 8);
    let viewport = guest.added(&device);
    assert_eq!(guest.set2(viewport, &record([0, 0, 8, 8], [1.0, 2.0, 2.0, 2.0, 0.25, 0.75])), OK);
    let mut vertex = [2.0f32, 1.0, 0.375].map(f32::to_bits).to_vec();
    vertex.resize(8, 0);
    let input = guest.place_words(&vertex, Placement::Plain);
    let output = guest.place_words(&[0; 8], Placement::Plain);
    let mut data = vec![52, input, 32, output, 32, 0];
    data.resize(13, 0);
    let data = guest.place_words(&data, Placement::Plain);
    assert_eq!(guest.call(VIEWPORTS[2], "TransformVertices", viewport, &[1, data, 2, 0]), OK);
    let position: Vec<f32> = guest.words(output, 4).into_iter().map(f32::from_bits).collect();
    assert_eq!(position, [4.0, 4.0, 0.25, 1.0]);
}
