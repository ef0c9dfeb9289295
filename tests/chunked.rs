//! Long scans in short chunks of any lengths, natively.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::error::{Error, ErrorCode};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::{Direction, Form, Job, Mode, Segments, Tuning};
use scanlab::scan::Algorithm;
use scanlab_lab::chunked::ChunkedScan;
use scanlab_lab::gpu::{ByWords, Cancel, Gpu, OpenOptions};
use scanlab_lab::pattern::{Input, Pattern};
use scanlab_lab::reference;
use scanlab_lab::request::Resolved;
use support::refused::takes;
use support::{offered, open};

/// One segment, segments by flags and by bits, rows shorter and longer than chunks.
const SEGMENTS: [Segments; 5] =
    [Segments::Whole, Segments::Heads, Segments::HeadBits, Segments::Rows(40), Segments::Rows(1_500)];

/// Pseudo-random lengths from 1 to `max`.
fn lengths(mut elements: u32, max: u32) -> Vec<u32> {
    let mut state = elements ^ 0x9e37_79b9;
    let mut lengths = Vec::new();
    while elements > 0 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        lengths.push((1 + (state >> 8) % max).min(elements));
        elements -= lengths[lengths.len() - 1];
    }
    lengths
}

fn chunk(algorithm: &'static Algorithm, form: Form, elements: u32, gpu: &Gpu) -> Resolved {
    let tuning = algorithm.resolve_tuning(&Tuning::new()).expect("the defaults");
    Resolved { algorithm, job: Job { elements, form, tuning, limits: gpu.limits() } }
}

/// Scans in chunks of these lengths and compares every element with the oracle's.
async fn examine(gpu: &Gpu, algorithm: &'static Algorithm, form: Form, lengths: &[u32]) {
    let elements: u32 = lengths.iter().sum();
    // A backward scan of rows must begin at the end of a row.
    if form.direction == Direction::Backward
        && matches!(form.segments, Segments::Rows(columns) if !elements.is_multiple_of(columns))
    {
        return;
    }
    let name = format!("{} {} {form:?} in {lengths:?}", algorithm.id, form.monoid.operator.id);
    let width = form.monoid.words() as usize;
    let input =
        Input { pattern: Pattern::find("random").expect("a pattern"), monoid: form.monoid.clone(), seed: elements };
    let mut words = vec![0; elements as usize * width];
    input.fill(0, &mut words);
    let mut heads = vec![0; form.segments.head_words(elements) as usize];
    input.fill_head_words(form.segments, 0, &mut heads);
    let most = lengths.iter().copied().max().unwrap_or(1);
    let resolved = chunk(algorithm, form.clone(), most, gpu);
    let deeper = algorithm.plan_chunk(&resolved.job).0.operator_depth - resolved.plan().operator_depth;
    let depth = resolved.plan().operator_depth + deeper * lengths.len() as u32;
    let scan = ChunkedScan::new(gpu, resolved).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut output = vec![0xdead_beef; words.len()];
    let mut done = 0;
    for &length in lengths {
        let start = if form.direction == Direction::Backward { elements - done - length } else { done } as usize;
        let at = |first: u32, count: usize| start * width + first as usize..start * width + first as usize + count;
        let fill = |first: u32, chunk: &mut [u32]| chunk.copy_from_slice(&words[at(first, chunk.len())]);
        let fill_heads = |first: u32, chunk: &mut [u32]| {
            match form.segments {
                // The first bit of a chunk belongs to its first element.
                Segments::HeadBits => chunk.iter_mut().zip(first..).for_each(|(word, rank)| {
                    let is_head = |bit: u32| match start as u32 + 32 * rank + bit {
                        index if 32 * rank + bit < length => form.segments.is_head(&heads, index),
                        _ => false,
                    };
                    *word = (0..32).map(|bit| u32::from(is_head(bit)) << bit).sum();
                }),
                _ => chunk.copy_from_slice(&heads[start + first as usize..][..chunk.len()]),
            }
        };
        let take = |first: u32, chunk: &[u32]| output[at(first, chunk.len())].copy_from_slice(chunk);
        let pushed = scan.push(gpu, length, &Cancel::default(), &mut ByWords { fill, fill_heads, take }).await;
        // On a busy software adapter a tile may exceed its spins, which aborts the run.
        if algorithm.needs_progress() && matches!(pushed, Err(Error::Aborted(_))) {
            return;
        }
        pushed.unwrap_or_else(|error| panic!("{name}: {error}"));
        done += length;
    }
    if let Some(mismatch) = reference::compare(&form, depth, &words, &heads, &output) {
        panic!("{name}: {mismatch:?}");
    }
}

fn forms(monoid: Monoid) -> impl Iterator<Item = Form> {
    [Mode::Inclusive, Mode::Exclusive].into_iter().flat_map(move |mode| {
        let form = Form::new(monoid.clone(), mode);
        [Direction::Forward, Direction::Backward]
            .into_iter()
            .flat_map(move |direction| SEGMENTS.map(|segments| Form { direction, segments, ..form.clone() }))
    })
}

#[test]
fn every_operator_scans_chunks() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let algorithm = Algorithm::find("reduce-then-scan").expect("a known algorithm");
        for monoid in Monoid::all() {
            for form in forms(monoid) {
                examine(&gpu, algorithm, form.clone(), &[1]).await;
                examine(&gpu, algorithm, form.clone(), &[1, 1, 2, 1]).await;
                examine(&gpu, algorithm, form, &lengths(3_000, 700)).await;
            }
        }
    });
}

#[test]
fn every_algorithm_scans_chunks() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let monoid = Monoid::find("add", ElementType::U32).expect("add on u32");
        for algorithm in offered(&gpu) {
            // All scans that do not read bits and rows themselves scan elements with a flag, in the same way.
            let segmented = Form { segments: Segments::Heads, ..Form::new(monoid.clone(), Mode::Inclusive) };
            let reads =
                takes(algorithm, &segmented) && !algorithm.lifts_segments(&chunk(algorithm, segmented, 9, &gpu).job);
            let has_all_segments = |form: &Form| matches!(form.segments, Segments::Whole | Segments::Heads) || reads;
            let is_taken = |form: &Form| has_all_segments(form) && takes(algorithm, form);
            for form in forms(monoid.clone()).filter(is_taken) {
                examine(&gpu, algorithm, form.clone(), &lengths(9_000, 4_000)).await;
                // Chunks of one length share their plan.
                examine(&gpu, algorithm, form, &[300, 300, 300, 7]).await;
            }
        }
    });
}

#[test]
fn invalid_chunks_are_refused() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let form = Form::new(Monoid::find("add", ElementType::U32).expect("add on u32"), Mode::Inclusive);
        let algorithm = Algorithm::find("sequential").expect("a known algorithm");
        let none =
            ChunkedScan::new(&gpu, chunk(algorithm, form.clone(), 0, &gpu)).await.err().map(|error| error.code());
        assert_eq!(none, Some(ErrorCode::BadArgument));
        let scan = ChunkedScan::new(&gpu, chunk(algorithm, form, 8, &gpu)).await.expect("a scan");
        let (ones, no_heads) = (|_: u32, chunk: &mut [u32]| chunk.fill(1), |_: u32, _: &mut [u32]| ());
        let mut last = 0;
        for (elements, sum) in [(0, 0), (3, 3), (0, 3), (8, 11)] {
            let take = |_: u32, chunk: &[u32]| last = chunk[chunk.len() - 1];
            scan.push(&gpu, elements, &Cancel::default(), &mut ByWords { fill: ones, fill_heads: no_heads, take })
                .await
                .expect("a chunk");
            assert_eq!(last, sum);
        }
        let long = scan
            .push(
                &gpu,
                9,
                &Cancel::default(),
                &mut ByWords { fill: ones, fill_heads: no_heads, take: |_: u32, _: &[u32]| {} },
            )
            .await
            .unwrap_err();
        assert_eq!(long.to_string(), "a chunk must be of 8 elements or fewer; found 9");
        let cancel = Cancel::default();
        cancel.cancel();
        let cancelled = scan
            .push(&gpu, 1, &cancel, &mut ByWords { fill: ones, fill_heads: no_heads, take: |_: u32, _: &[u32]| {} })
            .await;
        assert_eq!(cancelled, Err(Error::Cancelled));
    });
}

#[test]
fn after_a_failed_chunk_all_fail() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let form = Form::new(Monoid::find("add", ElementType::U32).expect("add on u32"), Mode::Inclusive);
        let algorithm = Algorithm::find("raking").expect("a known algorithm");
        // The chunk is longer than a single write, so that staging buffers are pending, too.
        let elements = 3 << 20;
        let scan = ChunkedScan::new(&gpu, chunk(algorithm, form, elements, &gpu)).await.expect("a scan");
        let (none, cancel) = (Cancel::default(), Cancel::default());
        let ones = |_: u32, words: &mut [u32]| words.fill(1);
        let mut sums = Vec::new();
        for _ in 0..3 {
            let take = |start: u32, words: &[u32]| {
                let rising = words.windows(2).all(|pair| pair[1] == pair[0] + 1);
                sums.push((start, words[0], rising));
            };
            scan.push(&gpu, elements, &none, &mut ByWords { fill: ones, fill_heads: |_, _: &mut [u32]| (), take })
                .await
                .expect("a chunk");
        }
        let slices = (0..9).map(|rank: u32| ((rank % 3) << 20, (rank << 20) + 1, true));
        assert_eq!(sums, slices.collect::<Vec<_>>());
        let stop = |start: u32, _: &mut [u32]| {
            if start > 0 {
                cancel.cancel();
            }
        };
        let nothing = |_: u32, _: &[u32]| panic!("a chunk without all of its input has no output");
        let stopped = scan
            .push(
                &gpu,
                elements,
                &cancel,
                &mut ByWords { fill: stop, fill_heads: |_, _: &mut [u32]| (), take: nothing },
            )
            .await;
        assert_eq!(stopped, Err(Error::Cancelled));
        for _ in 0..3 {
            let more = scan
                .push(&gpu, 1, &none, &mut ByWords { fill: ones, fill_heads: |_, _: &mut [u32]| (), take: nothing })
                .await;
            assert_eq!(more, Err(Error::Cancelled));
        }
    });
}

#[test]
fn a_pending_chunk_fails_with_the_error_of_the_first() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let form = Form::new(Monoid::find("add", ElementType::U32).expect("add on u32"), Mode::Inclusive);
        let algorithm = Algorithm::find("raking").expect("a known algorithm");
        // A chunk is longer than its staging buffers. So when it is cancelled, the next chunk could already begin, and
        // its own output is not read to the end.
        let elements = 6 << 20;
        let scan = ChunkedScan::new(&gpu, chunk(algorithm, form, elements, &gpu)).await.expect("a scan");
        let (none, cancel) = (Cancel::default(), Cancel::default());
        let ones = |_: u32, words: &mut [u32]| words.fill(1);
        let stop = |_: u32, _: &[u32]| cancel.cancel();
        let stopped = scan
            .push(&gpu, elements, &cancel, &mut ByWords { fill: ones, fill_heads: |_, _: &mut [u32]| (), take: stop })
            .await;
        assert_eq!(stopped, Err(Error::Cancelled));
        let long = scan
            .push(
                &gpu,
                elements + 1,
                &none,
                &mut ByWords { fill: ones, fill_heads: |_, _: &mut [u32]| (), take: |_, _: &[u32]| () },
            )
            .await;
        assert_eq!(long.map_err(|error| error.code()), Err(ErrorCode::BadArgument));
        for _ in 0..3 {
            let more = scan
                .push(
                    &gpu,
                    1,
                    &none,
                    &mut ByWords { fill: ones, fill_heads: |_, _: &mut [u32]| (), take: |_, _: &[u32]| () },
                )
                .await;
            assert_eq!(more, Err(Error::Cancelled));
        }
    });
}
