//! Recordings as pages play them.

use scanlab_emulator::{EventKind, FindingKind, Options, RecordedBuffer, RecordedPass, Recording};
use scanlab_emulator_web::{EmulatorOptions, Player, play};

const INCREMENT: &str = "enable subgroups;
    @group(0) @binding(0) var<storage, read_write> words: array<u32>;
    @compute @workgroup_size(2)
    fn main(@builtin(local_invocation_index) local_index: u32) {
        words[local_index] += 1;
    }";

fn recording(words: Vec<u32>) -> Recording {
    Recording {
        shaders: vec![INCREMENT.into()],
        buffers: vec![RecordedBuffer { name: "words".into(), words }],
        passes: vec![RecordedPass {
            shader: 0,
            entry_point: "main".into(),
            workgroups: [1, 1, 1],
            bindings: vec![(0, 0)],
        }],
    }
}

#[test]
fn a_recording_is_played_with_its_trace() {
    let EmulatorOptions(options) = serde_json::from_str(r#"{"trace":true,"subgroupSize":2}"#).expect("options");
    assert_eq!(options, Options { trace: true, subgroup_size: 2, ..Options::default() });
    let played = play(recording(vec![5, 7]), &options).expect("it is right").0;
    assert_eq!(played.buffers, [[6, 8]]);
    assert_eq!(played.trace, []);
    assert_eq!(played.messages, [""; 0]);
    assert_eq!(played.passes[0].entry_point, "main");
    // Lines keep their numbers without the directive.
    assert_eq!(played.reports[0].lines, [5]);
}

#[test]
fn a_player_has_a_trace_whatever_the_options_say() {
    let player = Player::play(recording(vec![5, 7]), Options::default(), Vec::new(), None).expect("it is right");
    assert_eq!(player.played().buffers, [[6, 8]]);
    assert_eq!((player.player().step(), player.player().buffer(0)), (0, &[5, 7][..]));
    let kinds: Vec<_> = player.player().trace().packed().chunks(7).map(|event| event[0] & 0xff).collect();
    let writes = kinds.iter().filter(|&&kind| EventKind::ALL[kind as usize] == EventKind::Write);
    assert_eq!(writes.count(), 2);
}

#[test]
fn what_a_kernel_does_wrong_is_a_finding() {
    let (played, trace) = play(recording(vec![5]), &Options::default()).expect("it is right");
    assert!(played.findings.iter().any(|finding| finding.kind == FindingKind::OutOfBounds), "{:?}", played.findings);
    let messages: Vec<_> = played.findings.iter().map(ToString::to_string).collect();
    assert_eq!(played.messages, messages);
    assert!(trace.is_none() && played.passes.is_empty());
}

#[test]
fn what_is_wrong_with_a_recording_is_said() {
    let mut wrong = recording(vec![5]);
    wrong.passes[0].shader = 1;
    let message = play(wrong, &Options::default()).expect_err("there is no such shader").to_string();
    assert!(message.contains("shader") && message.contains("found 1"), "{message}");
}
