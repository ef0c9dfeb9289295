//! Single phases of a scan, for timing transfers: they move every word, and keep their buffers until one is cancelled.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::error::Error;
use scanlab::monoid::{ElementType, Monoid};
use scanlab::plan::Mode;
use scanlab::scan::Algorithm;
use scanlab_lab::gpu::{ByWords, Cancel, DeviceWork, Gpu, OpenOptions, Phases};
use support::{Case, open};

const UPLOAD: Phases = Phases { uploads: 1, work: DeviceWork::Nothing, readbacks: 0, keep_buffers: true };
const READBACK: Phases = Phases { uploads: 0, readbacks: 1, ..UPLOAD };

fn case(operator: &str, elements: u32) -> Case {
    let algorithm = Algorithm::find("sequential").expect("a known algorithm");
    let monoid = Monoid::find(operator, ElementType::U32).expect("a known operator");
    Case::new(algorithm, monoid, Mode::Inclusive, elements, "random")
}

/// Runs phases of a scan of these words and head flags; returns the words of the last readback.
async fn take(
    gpu: &Gpu,
    case: &Case,
    (words, heads): (&[u32], &[u32]),
    phases: Phases,
    cancel: &Cancel,
) -> Result<Vec<u32>, Error> {
    let job = case.job(gpu)?;
    let mut taken = vec![0; words.len()];
    let copy = |from: &[u32], start: u32, to: &mut [u32]| to.copy_from_slice(&from[start as usize..][..to.len()]);
    let mut exchange = ByWords {
        fill: |start, slice: &mut [u32]| copy(words, start, slice),
        fill_heads: |start, slice: &mut [u32]| copy(heads, start, slice),
        take: |start: u32, slice: &[u32]| taken[start as usize..][..slice.len()].copy_from_slice(slice),
    };
    gpu.scan_with(&case.algorithm.planned(job).expect("a plan"), cancel, &mut exchange, phases).await?;
    Ok(taken)
}

#[test]
fn uploads_are_read_back_unchanged() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        // By a single write, and through staging buffers.
        for elements in [1, 5_003, (3 << 20) + 5] {
            let (case, cancel) = (case("bicyclic", elements).segmented(), Cancel::default());
            let data = case.data();
            let (input, nothing) = ((&data.words[..], &data.heads[..]), vec![7; data.words.len()]);
            let all_heads = vec![1; data.heads.len()];
            let take = async |input, phases| take(&gpu, &case, input, phases, &cancel).await.expect("phases");
            take((&nothing, &all_heads), UPLOAD).await;
            take(input, Phases { uploads: 3, ..UPLOAD }).await;
            let created = gpu.objects();
            let came = take(input, Phases { work: DeviceWork::CopyInput, readbacks: 2, ..READBACK }).await;
            assert!(came == data.words, "{elements} elements");
            // The heads are copied first and read back later.
            take(input, Phases { work: DeviceWork::CopyHeads, readbacks: 0, ..READBACK }).await;
            let came = take(input, READBACK).await;
            assert!(came[..elements as usize] == data.heads[..], "{elements} head flags");
            assert_eq!(gpu.objects(), created, "{elements} elements");
        }
    });
}

#[test]
fn large_buffers_are_kept_until_a_phase_is_cancelled() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        // 128 MiB each for input and output: with the staging buffers more than the cache's capacity.
        let (case, cancel) = (case("add", 1 << 25), Cancel::default());
        let words = vec![9; 1 << 25];
        let input = (&words[..], &[][..]);
        take(&gpu, &case, input, UPLOAD, &cancel).await.expect("an upload");
        let created = gpu.objects();
        take(&gpu, &case, input, READBACK, &cancel).await.expect("a readback");
        assert_eq!(gpu.objects(), created);
        cancel.cancel();
        assert_eq!(take(&gpu, &case, input, READBACK, &cancel).await, Err(Error::Cancelled));
        assert_eq!(gpu.objects(), created, "a cancelled phase creates no objects");
        take(&gpu, &case, input, READBACK, &Cancel::default()).await.expect("a readback");
        assert_ne!(gpu.objects(), created);
    });
}
