//! Kernels as pages run them: what they write, and what is wrong with them.

use scanlab_emulator_web::Kernels;

const DOUBLE: &str = "
    struct Numbers { n: i32 }
    @group(0) @binding(0) var<uniform> numbers: Numbers;
    @group(0) @binding(1) var<storage, read> given: array<f32>;
    @group(0) @binding(2) var<storage, read_write> doubled: array<f32>;
    @group(0) @binding(3) var<storage, read_write> sum: array<atomic<u32>>;
    @compute @workgroup_size(4)
    fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) workgroups: vec3u) {
        for (var i = id.x; i < u32(numbers.n); i += workgroups.x * 4) {
            doubled[i] = 2 * given[i];
            atomicAdd(&sum[0], u32(given[i]));
        }
    }";

fn buffers(given: &[f32], n: u32) -> Vec<Vec<u32>> {
    let words = given.iter().map(|number| number.to_bits()).collect();
    vec![vec![n], words, vec![0; given.len()], vec![0]]
}

#[test]
fn a_kernel_writes_its_buffers_and_leaves_the_others() {
    let mut kernels = Kernels::default();
    // A second run has the same program, on other buffers.
    for given in [&[1.5, 2.25, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.5][..], &[10.0, 0.5]] {
        let mut words = buffers(given, given.len() as u32);
        let written = kernels.run(DOUBLE, 2, &mut words).expect("it is right");
        assert_eq!(written, [2, 3]);
        assert_eq!(words[..2], buffers(given, given.len() as u32)[..2]);
        let doubled: Vec<f32> = words[2].iter().map(|&word| f32::from_bits(word)).collect();
        assert_eq!(doubled, given.iter().map(|number| 2.0 * number).collect::<Vec<_>>());
        assert_eq!(words[3], [given.iter().map(|&number| number as u32).sum::<u32>()]);
    }
}

#[test]
fn what_is_wrong_is_said_and_the_buffers_stay() {
    let mut kernels = Kernels::default();
    let given = buffers(&[1.0, 2.0], 3);
    let mut words = given.clone();
    let message = kernels.run(DOUBLE, 1, &mut words).expect_err("an index is out of bounds");
    assert!(message.starts_with("OutOfBounds in main"), "{message}");
    assert!(message.contains("at line 10"), "{message}");
    assert_eq!(words[1], given[1]);
    let message = kernels.run(DOUBLE, 1, &mut words[..2]).expect_err("buffers are missing");
    assert!(message.contains("doubled has no buffer"), "{message}");
    let message = kernels.run("fn main() {", 1, &mut words).expect_err("it does not parse");
    assert!(message.contains("expected"), "{message}");
}
