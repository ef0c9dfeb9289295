//! WGSL's semantics, by small kernels whose results are computed by hand.

mod support;

use scanlab_emulator::{Error, Options, Program, ProgramOptions, Schedule};
use support::{bits, evaluate, options, run, run_with};

#[test]
fn integers_wrap_shift_and_divide() {
    let body = "
        out[0] = data[0] + data[1];
        out[1] = data[2] / data[3];
        out[2] = data[2] % data[3];
        out[3] = data[2] << (data[4]);
        out[4] = bitcast<u32>(bitcast<i32>(data[0]) >> 1u);
        out[5] = bitcast<u32>(-bitcast<i32>(data[2]) / 2);
        out[6] = u32(bitcast<i32>(data[0]) < 0) + 2u * u32(data[0] < 1u);
        out[7] = ~data[2];";
    let out = evaluate("", body, &[u32::MAX, 2, 7, 0, 33]);
    assert_eq!(out[..8], [1, 7, 0, 14, u32::MAX, -3i32 as u32, 1, !7]);
}

#[test]
fn floats_are_ieee_and_minima_prefer_numbers() {
    let body = "
        let a = bitcast<f32>(data[0]);
        let b = bitcast<f32>(data[1]);
        let nan = bitcast<f32>(data[2]);
        out[0] = bitcast<u32>(a + b);
        out[1] = bitcast<u32>(a / b);
        out[2] = bitcast<u32>(min(nan, a));
        out[3] = bitcast<u32>(max(a, nan));
        out[4] = u32(nan == nan) + 2u * u32(nan != nan) + 4u * u32(nan < a);
        out[5] = bitcast<u32>(fma(a, b, a));
        out[6] = bitcast<u32>(clamp(a, 0.5, 1.0));
        out[7] = u32(a * 3.7);
        out[8] = bitcast<u32>(a % b);";
    let [a, b, nan] = bits([2.5, 0.75, f32::NAN]);
    let out = evaluate("", body, &[a, b, nan]);
    let expected = bits([3.25, 2.5 / 0.75, 2.5, 2.5]);
    assert_eq!(out[..4], expected);
    assert_eq!(out[4], 2);
    assert_eq!(out[5..9], [4.375f32.to_bits(), 1f32.to_bits(), 9, 0.25f32.to_bits()]);
}

#[test]
fn vectors_matrices_structs_and_arrays_hold_their_parts() {
    let declarations = "
        struct Inner { flag: bool, pair: vec2<u32> }
        struct Outer { first: u32, inner: Inner, rest: array<u32, 3> }
        fn swapped(v: vec2<u32>) -> vec2<u32> { return v.yx; }";
    let body = "
        var outer = Outer(first, Inner(true, vec2(3u, 4u)), array(5u, 6u, 7u));
        outer.inner.pair = swapped(outer.inner.pair);
        outer.rest[data[1]] += 10u;
        let copy = outer;
        outer.rest[0] = 0u;
        out[0] = copy.inner.pair.x;
        out[1] = copy.rest[data[1]];
        out[2] = copy.rest[0] + select(0u, 100u, copy.inner.flag);
        let m = mat2x2<f32>(1.0, 2.0, 3.0, 4.0);
        let product = m * m;
        out[3] = u32(product[1][0]);
        out[4] = u32((m * vec2(1.0, 10.0)).y);
        out[5] = u32(dot(vec3(1.0, 2.0, 3.0), vec3(4.0, 5.0, 6.0)));
        out[6] = u32(-determinant(m));
        out[7] = u32(transpose(m)[0][1]);
        var v = vec4(1u, 2u, 3u, 4u);
        v[data[1]] = 9u;
        out[8] = v.x + v.y * 10u + v.z * 100u + v.w * 1000u;
        out[9] = u32(all(v > vec4(0u))) + 2u * u32(any(v == vec4(7u)));";
    let out = evaluate(declarations, body, &[1, 2]);
    assert_eq!(out[..10], [4, 17, 105, 15, 42, 32, 2, 3, 4921, 1]);
}

#[test]
fn pointers_reach_the_callers_variables() {
    let declarations = "
        var<private> total: u32 = 5u;
        fn add(to: ptr<function, u32>, by: u32) -> u32 { *to += by; total += 1u; return *to; }
        fn clear(array_: ptr<function, array<u32, 4>>, at: u32) { (*array_)[at] = 0u; }";
    let body = "
        var sum = 1u;
        var numbers = array(1u, 2u, 3u, 4u);
        out[0] = add(&sum, 2u) + add(&sum, 3u);
        out[1] = sum;
        clear(&numbers, data[0]);
        out[2] = add(&numbers[data[1]], 7u);
        out[3] = numbers[0] + 10u * numbers[1] + 100u * numbers[2] + 1000u * numbers[3];
        out[4] = total;";
    assert_eq!(evaluate(declarations, body, &[2, 1])[..5], [9, 6, 9, 4091, 8]);
}

#[test]
fn loops_and_switches_take_their_branches() {
    let body = "
        var sum = 0u;
        for (var i = 0u; i < 10u; i++) { if (i == data[0]) { continue; } if (i == 7u) { break; } sum += i; }
        out[0] = sum;
        var n = 0u;
        loop { n += 1u; if (n > 100u) { break; } continuing { n *= 2u; break if n > 20u; } }
        out[1] = n;
        var kind = 0u;
        switch data[0] { case 1u, 2u: { kind = 5u; } case 3u: { if (n > 0u) { kind = 6u; break; } kind = 1u; } default: { kind = 7u; } }
        out[2] = kind;
        var outer = 0u;
        while (outer < 3u) { var fresh: u32; fresh += outer; out[3] += fresh; outer++; }
        var inner_count = 0u;
        for (var i = 0u; i < 3u; i++) { for (var j = 0u; j < i; j++) { inner_count += 1u; } }
        out[4] = inner_count;";
    assert_eq!(evaluate("", body, &[3])[..5], [18, 30, 6, 3, 3]);
}

#[test]
fn bits_are_packed_and_unpacked() {
    let body = "
        out[0] = pack4x8unorm(vec4(0.0, 1.0, 0.5, 2.0));
        out[1] = pack2x16float(vec2(1.0, -2.0));
        out[2] = bitcast<u32>(unpack2x16float(out[1]).y);
        out[3] = extractBits(data[0], 4u, 8u);
        out[4] = insertBits(data[0], 15u, 0u, 4u);
        out[5] = countOneBits(data[0]) + 100u * firstLeadingBit(data[0]) + 10000u * firstTrailingBit(data[0]);
        out[6] = bitcast<u32>(modf(2.5).fract) ;
        out[7] = bitcast<u32>(frexp(8.0).exp);
        out[8] = dot4U8Packed(0x01020304u, 0x01010101u);
        out[9] = bitcast<u32>(ldexp(1.5, 3));
        out[10] = bitcast<u32>(round(2.5));";
    let out = evaluate("", body, &[0xab0]);
    assert_eq!(out[0], 0xff80_ff00);
    assert_eq!(out[1], 0xc000_3c00);
    assert_eq!(out[2..6], [(-2f32).to_bits(), 0xab, 0xabf, 5 + 1100 + 40000]);
    assert_eq!(out[6..11], [0.5f32.to_bits(), 4, 10, 12f32.to_bits(), 2f32.to_bits()]);
}

#[test]
fn atomics_exchange_compare_and_combine() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> cells: array<atomic<u32>, 8>;
        @group(0) @binding(1) var<storage, read_write> signed: atomic<i32>;
        var<workgroup> local: atomic<u32>;
        @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) local_index: u32) {
            atomicAdd(&cells[0], local_index);
            atomicMax(&cells[1], local_index);
            atomicOr(&cells[2], 1u << (local_index % 32u));
            atomicXor(&cells[3], local_index);
            atomicSub(&cells[4], 1u);
            atomicMin(&signed, -i32(local_index));
            let result = atomicCompareExchangeWeak(&cells[5], 0u, local_index + 1u);
            if (result.exchanged) { atomicAdd(&cells[6], 1u + result.old_value); }
            atomicAdd(&local, 2u);
            workgroupBarrier();
            if (local_index == 63u) { atomicExchange(&cells[7], atomicLoad(&local)); }
        }";
    for schedule in Schedule::ALL {
        let (buffers, report) = run_with(options(schedule, 16), source, 1, &[&[0; 8], &[0]]);
        assert_eq!(report.findings, []);
        let cells = &buffers[0];
        assert_eq!(cells[..5], [2016, 63, u32::MAX, 0, -64i32 as u32], "{schedule:?}");
        assert_eq!(buffers[1], [-63i32 as u32]);
        assert!(cells[5] >= 1 && cells[5] <= 64);
        assert_eq!(cells[6..8], [1, 128]);
    }
}

#[test]
fn workgroup_memory_and_barriers_pass_values_on() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        var<workgroup> values: array<u32, 64>;
        var<workgroup> chosen: u32;
        @compute @workgroup_size(64)
        fn main(@builtin(local_invocation_index) local_index: u32, @builtin(workgroup_id) id: vec3<u32>) {
            values[local_index] = local_index * local_index;
            workgroupBarrier();
            if (local_index == 5u) { chosen = values[63u - local_index]; }
            let all = workgroupUniformLoad(&chosen);
            out[id.x * 64u + local_index] = values[(local_index + 1u) % 64u] + all;
        }";
    for schedule in Schedule::ALL {
        for subgroup_size in [1, 4, 128] {
            let (buffers, report) = run_with(options(schedule, subgroup_size), source, 3, &[&[0; 192]]);
            assert_eq!(report.findings, []);
            let expected: Vec<u32> = (0..192).map(|i| ((i + 1) % 64) * ((i + 1) % 64) + 58 * 58).collect();
            assert_eq!(buffers[0], expected, "{schedule:?} {subgroup_size}");
        }
    }
}

#[test]
fn subgroups_vote_shuffle_and_combine() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<vec4<u32>>;
        @compute @workgroup_size(16)
        fn main(
            @builtin(local_invocation_index) local_index: u32,
            @builtin(subgroup_invocation_id) lane: u32,
            @builtin(subgroup_size) size: u32,
        ) {
            let sum = subgroupAdd(local_index);
            let before = subgroupExclusiveAdd(local_index);
            let product = subgroupInclusiveMul(select(1u, 2u, lane < 3u));
            let ballot = subgroupBallot(local_index % 3u == 0u);
            out[4u * local_index] = vec4(sum, before, product, ballot.x);
            let up = subgroupShuffleUp(local_index, 1u);
            let down = subgroupShuffleDown(local_index, 1u);
            out[4u * local_index + 1u] = vec4(select(up, 77u, lane == 0u), select(down, 88u, lane == size - 1u), subgroupShuffleXor(local_index, 3u), subgroupShuffle(local_index, size - 1u));
            out[4u * local_index + 2u] = vec4(subgroupBroadcastFirst(local_index), subgroupBroadcast(local_index, 2u), u32(subgroupAny(lane == 2u)), u32(subgroupAll(local_index < 4u)));
            out[4u * local_index + 3u] = vec4(subgroupMax(local_index), quadSwapX(local_index), quadBroadcast(local_index, 1u), subgroupXor(local_index));
        }";
    for schedule in Schedule::ALL {
        let (buffers, report) = run_with(options(schedule, 4), source, 1, &[&[0; 256]]);
        assert_eq!(report.findings, []);
        for local_index in 0..16u32 {
            let (first, lane) = (local_index / 4 * 4, local_index % 4);
            let ballot = (0..4).filter(|bit| (first + bit) % 3 == 0).map(|bit| 1 << bit).sum::<u32>();
            let expected = [
                [4 * first + 6, (first..local_index).sum(), [2, 4, 8, 8][lane as usize], ballot],
                [
                    if lane == 0 { 77 } else { local_index - 1 },
                    if lane == 3 { 88 } else { local_index + 1 },
                    local_index ^ 3,
                    first + 3,
                ],
                [first, first + 2, 1, u32::from(first == 0)],
                [first + 3, local_index ^ 1, first + 1, (first..first + 4).fold(0, |a, b| a ^ b)],
            ];
            assert_eq!(
                buffers[0][16 * local_index as usize..][..16],
                expected.concat(),
                "{schedule:?} local_index {local_index}"
            );
        }
    }
}

#[test]
fn built_in_values_tell_the_invocation() {
    let source = "
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        struct Input { @builtin(global_invocation_id) global: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32> }
        @compute @workgroup_size(2, 3)
        fn main(input: Input, @builtin(local_invocation_id) local: vec3<u32>, @builtin(workgroup_id) id: vec3<u32>,
                @builtin(local_invocation_index) index: u32) {
            let at = (id.y * input.grid.x + id.x) * 6u + index;
            out[at] = input.global.x + 10u * input.global.y + 100u * local.x + 1000u * local.y + 10000u * arrayLength(&out);
        }";
    let program = Program::new(source, "main", &ProgramOptions::default()).unwrap();
    let mut machine = scanlab_emulator::Machine::new(Options::default()).unwrap();
    let out = machine.buffer(vec![0; 24]);
    machine.dispatch(&program, [2, 2, 1], &[(0, 0, out)]).unwrap();
    let words = machine.words(out);
    // The last invocation of the last workgroup: global (3, 5), local (1, 2).
    assert_eq!(words[23], 3 + 50 + 100 + 2000 + 240_000);
    assert_eq!(words[0], 240_000);
    assert_eq!(machine.into_report().findings, []);
}

#[test]
fn overrides_take_the_values_of_the_options() {
    let source = "
        override COUNT: u32 = 3;
        @group(0) @binding(0) var<storage, read_write> out: array<u32>;
        var<workgroup> scratch: array<u32, COUNT>;
        @compute @workgroup_size(COUNT) fn main(@builtin(local_invocation_index) local_index: u32) {
            scratch[local_index] = local_index + COUNT;
            out[local_index] = scratch[local_index];
        }";
    let options = ProgramOptions { overrides: [("COUNT".to_owned(), 5.0)].into(), ..Default::default() };
    let program = Program::new(source, "main", &options).unwrap();
    assert_eq!((program.invocations(), program.workgroup_words()), (5, 5));
    let mut machine = scanlab_emulator::Machine::new(Options::default()).unwrap();
    let out = machine.buffer(vec![0; 5]);
    machine.dispatch(&program, [1, 1, 1], &[(0, 0, out)]).unwrap();
    assert_eq!(machine.words(out), [5, 6, 7, 8, 9]);
}

#[test]
fn errors_name_their_lines_and_columns() {
    let new = |source: &str, entry: &str| Program::new(source, entry, &ProgramOptions::default()).unwrap_err();
    assert!(matches!(new("fn f( {}", "main"), Error::Wgsl { line: 1, column: 7, .. }));
    // Columns count UTF-16 code units: the clef takes two.
    assert!(matches!(new("/* \u{1d11e} é */ fn f( {}", "main"), Error::Wgsl { line: 1, column: 18, .. }));
    let invalid = "\n@compute @workgroup_size(1) fn main() {\n  let x: u32 = 1.5f;\n}";
    assert!(matches!(new(invalid, "main"), Error::Wgsl { line: 3, column: 7, .. }));
    assert!(matches!(new("fn f() {}", "main"), Error::EntryPoint { .. }));
    let texture = "@group(0) @binding(0) var image: texture_2d<f32>;
        @compute @workgroup_size(1) fn main() { _ = textureLoad(image, vec2(0, 0), 0); }";
    assert!(matches!(new(texture, "main"), Error::Unsupported { line: 1, column: 23, .. }));
    let long = "fn f(a: array<u32, 65536>, b: u32) -> u32 { return a[b]; }
        @compute @workgroup_size(1) fn main() { var a: array<u32, 65536>;
            _ = f(a, 1u); }";
    let error = new(long, "main");
    assert!(matches!(error, Error::Unsupported { line: 3, column: 17, .. }), "{error}");
    assert!(error.to_string().contains("65538 words") && error.to_string().contains("at most 65,534 words"), "{error}");
}

#[test]
fn a_missing_or_short_buffer_is_an_error() {
    let source = "@group(0) @binding(3) var<storage, read_write> out: array<vec2<u32>>;
        @compute @workgroup_size(1) fn main() { out[0] = vec2(1u); }";
    let program = Program::new(source, "main", &ProgramOptions::default()).unwrap();
    let mut machine = scanlab_emulator::Machine::new(Options::default()).unwrap();
    assert!(matches!(machine.dispatch(&program, [1, 1, 1], &[]), Err(Error::Binding { binding: 3, .. })));
    let short = machine.buffer(vec![0]);
    assert!(matches!(machine.dispatch(&program, [1, 1, 1], &[(0, 3, short)]), Err(Error::Binding { .. })));
}

#[test]
fn uniform_buffers_are_read() {
    let source = "
        struct Parameters { count: u32, scale: f32, offsets: vec4<u32> }
        @group(0) @binding(0) var<uniform> parameters: Parameters;
        @group(0) @binding(1) var<storage, read_write> out: array<u32>;
        @compute @workgroup_size(1) fn main() {
            out[0] = parameters.count + parameters.offsets.z;
            out[1] = bitcast<u32>(parameters.scale * 2.0);
            let whole = parameters;
            out[2] = whole.offsets[whole.count];
        }";
    let (buffers, _) = run(source, 1, &[&[1, 1.5f32.to_bits(), 0, 0, 10, 20, 30, 40], &[0; 3]]);
    assert_eq!(buffers[1], [31, 3f32.to_bits(), 20]);
}
