//! Text and DOT.

use super::*;

fn plan_and_bench() -> (Plan, Bench) {
    let mut bench = Bench::new();
    let (shadow, color, depth) =
        (bench.color("shadow \"map\""), bench.color("back buffer"), bench.depth("depth"));
    let (first, second) = (bench.targets(&[shadow], None), bench.targets(&[color], Some(depth)));
    bench.clear_color(first, RED);
    bench.draw(first);
    bench.clear(second, ClearPlanes { color: Some(BLUE), depth: Some(1.0), stencil: None }, None);
    bench.sample(second, 0, shadow);
    bench.draw(second);
    let rect = Rect { x: 1, y: 2, width: 3, height: 4 };
    bench.clear(second, depth_planes(0.5), Some(&[rect]));
    bench.read(color);
    let plan = bench.plan();
    (plan, bench)
}

#[test]
fn the_text_says_what_and_why() {
    let (plan, bench) = plan_and_bench();
    let expected = "\
0: pass 64x64 x1: 1 draws, 0 clear quads
   color0 shadow \"map\" level 0 layer 0: clear [1.0, 0.0, 0.0, 1.0] (a clear precedes its first draw), keep (used by step 1)
   1 draws, commands 1..=1
1: pass 64x64 x1: 2 draws, 1 clear quads
   color0 back buffer level 0 layer 0: clear [0.0, 0.0, 1.0, 1.0] (a clear precedes its first draw), keep (used by step 2)
   depth depth level 0 layer 0: clear 1.0 (a clear precedes its first draw), keep (a later frame may read it)
   stencil depth level 0 layer 0: clear 0 (never written, reads as zero), keep (a later frame may read it)
   samples shadow \"map\"
   2 draws, commands 3..=4
   clear quad 3x4 at 1,2: color None depth Some(0.5) stencil None
2: read back buffer
";
    assert_eq!(plan.to_text(&bench), expected);
}

#[test]
fn the_dot_picture_has_a_node_a_step_and_an_edge_a_use() {
    let (plan, bench) = plan_and_bench();
    let expected = r#"digraph plan {
  node [shape=box];
  s0 [label="0: pass 64x64 x1: 1 draws, 0 clear quads"];
  s1 [label="1: pass 64x64 x1: 2 draws, 1 clear quads"];
  s0 -> s1 [label="shadow \"map\""];
  s2 [label="2: read back buffer"];
  s1 -> s2 [label="back buffer"];
}
"#;
    assert_eq!(plan.to_dot(&bench), expected);
}
