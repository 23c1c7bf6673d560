use super::*;
use crate::ShaderError;
use crate::pica::key::{OutputMap, VertexKey};
use crate::pica::vertex;

fn translated(source: &str) -> Result<Translated, ShaderError> {
    let binary = assemble(source).expect("assembles");
    let program = Program::new(&binary.code, &binary.descriptors);
    let key = VertexKey { outputs: OutputMap::new(1, 1, &[0x0302_0100]), ..VertexKey::default() };
    vertex(&program, binary.executables[0].entry, &key)
}

#[test]
fn all_scopes_are_translated() {
    let source = "
        .proc main
            mov r0, v0
            cmp v0, ge, lt, v1
            ifc cmp.x && !cmp.y
                add r0, r0, v1
                nop
            .else
                mul r0, r0, v1
                nop
            .end
            for i0
                for i1
                    mad r0, v0, v1, r0
                    nop
                .end
                breakc cmp.y
                mova a0.xy, r0
                add r0, c4[aL], r0
                nop
            .end
            ifu b3
                call scale
                nop
            .end
            jmpu b1, skip
            dp4 r0.x, c0[a0.y], r0
        skip:
            litp r1, r0
            rcp r1.x, r0.x
            rsq r1.y, r0.y
            ex2 r1.z, r0.z
            lg2 r1.w, r0.w
            max r0, r1, r0
            mov o0, r0
            end
        .end
        .proc scale
            mul r0, c3, r0
            nop
        .end";
    let made = translated(source).expect("a tree");
    printed(&made);
    assert_eq!(made.interface.float_rows, 96, "relative addressing reaches all");
    assert!(made.interface.integer_constants);
}

#[test]
fn an_end_within_scopes_leaves_all_of_them() {
    let source = "
        .proc main
            mov o0, v0
            for i0
                for i1
                    ifu b0
                        end
                        nop
                    .end
                    add r0, r0, v0
                    nop
                .end
                nop
            .end
            mov o0, r0
            end
        .end";
    let text = printed(&translated(source).expect("a tree"));
    assert_eq!(text.matches("ended = true").count(), 1, "{text}");
    assert!(text.contains("if "), "{text}");
}

#[test]
fn jumps_over_jumps_are_translated() {
    let source = "
        .proc main
            mov r0, v0
            jmpu b0, first
            add r0, r0, v0
            jmpu b1, second
            add r0, r0, v1
        first:
            add r0, r0, v2
        second:
            add r0, r0, v3
            mov o0, r0
            end
        .end";
    let text = printed(&translated(source).expect("segments"));
    assert!(text.contains("skip"), "{text}");
}

#[test]
fn what_is_no_tree_is_refused_with_its_place() {
    for (source, offset, word) in [
        (".proc main\nback:\nmov o0, v0\njmpu b0, back\nend\n.end", 1, "backwards"),
        (".proc main\nfor i0\nifu b0\nbreak\nnop\n.end\nnop\n.end\nend\n.end", 2, "BREAK"),
        (".proc main\nmov o0, v0\n.end", 1, "END"),
    ] {
        match translated(source) {
            Err(ShaderError::Unsupported { offset: at, what }) => {
                assert_eq!(at, offset, "{what}");
                assert!(what.contains(word), "{what}");
            }
            other => panic!("{source}: {other:?}"),
        }
    }
}
