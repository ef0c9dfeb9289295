//! A mistake of a caller or a device is an error with the required and the found value, natively too: no panic, and no
//! wrong result.
#![cfg(not(target_arch = "wasm32"))]

mod support;

use pollster::block_on;
use scanlab::error::{Error, ErrorCode};
use scanlab::monoid::{ElementType, Monoid};
use scanlab::operation::{OperationJob, Options};
use scanlab::plan::{Form, Job, Limits, Mode, Segments};
use scanlab::scan::Algorithm;
use scanlab_lab::gpu::{Cancel, Gpu, OpenOptions, OperationInput};
use support::{Case, open};

fn add() -> Monoid {
    Monoid::find("add", ElementType::U32).expect("add on u32")
}

fn case(elements: u32) -> Case {
    Case::new(Algorithm::find("reduce-then-scan").expect("a known algorithm"), add(), Mode::Inclusive, elements, "ones")
}

fn operation(gpu: &Gpu, id: &str, options: Options) -> OperationJob {
    OperationJob { options, ..OperationJob::new(id, 8, add(), gpu.limits()).expect("an operation") }
}

#[test]
fn inputs_of_another_length_are_refused() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let (two, eight, nine) = ([1; 2], [1; 8], [1; 9]);
        let sort = operation(&gpu, "sort", Options { values: true, ..Options::default() });
        let compact = operation(&gpu, "compact", Options::default());
        for (job, source, flags, values, message) in [
            (&compact, &two[..], &eight[..], &[][..], "source of compact must be of 8 words; found 2"),
            (&compact, &nine, &eight, &[], "source of compact must be of 8 words; found 9"),
            (&compact, &eight, &two, &[], "flags of compact must be of 8 words; found 2"),
            (&sort, &eight, &[], &two, "values of sort must be of 8 words; found 2"),
            (&sort, &eight, &eight, &eight, "flags of sort must be of 0 words; found 8"),
        ] {
            let input = OperationInput { source, flags, values, ..OperationInput::default() };
            let error = gpu
                .operate(&job.clone().planned().expect("a plan"), &Cancel::default(), input)
                .await
                .expect_err("a refusal");
            assert_eq!((error.code(), error.to_string().as_str()), (ErrorCode::BadArgument, message));
        }
    });
}

/// Makes jobs by hand, without a device.
#[test]
fn jobs_without_a_right_plan_are_refused() {
    let of = |id, options| {
        let job = OperationJob::new(id, 8, add(), Limits::CORE).expect("an operation");
        OperationJob { options, ..job }.planned().map(drop).map_err(|error| error.to_string())
    };
    let with = |change: fn(&mut Options)| {
        let mut options = Options::default();
        change(&mut options);
        options
    };
    let refused = |found: Result<(), String>, message: &str| assert_eq!(found, Err(message.to_owned()));
    refused(of("histogram", with(|it| it.bins = 0)), "bins must be an integer from 1 to 1048576; found 0");
    refused(of("histogram", with(|it| it.range = [5.0, 5.0])), "to must be greater than from, 5; found 5");
    refused(
        of("sort", with(|it| it.bits = Some([9, 3]))),
        "bits must be [from, to] with 0 ≤ from ≤ to ≤ 32; found [9, 3]",
    );
    refused(
        of("sort", with(|it| (it.key_words, it.bits) = (2, Some([9, 65])))),
        "bits must be [from, to] with 0 ≤ from ≤ to ≤ 64; found [9, 65]",
    );
    refused(of("sort", with(|it| it.key_words = 3)), "bits of the type must be 32 or 64 for \"sort\"; found 96");
    refused(
        of("segmented-sort", with(|it| it.key_words = 2)),
        "bits of the type must be 32 for \"segmented-sort\"; found 64",
    );
    let difference = Algorithm::find("segmented-difference").expect("a known algorithm");
    let max = Monoid::find("max", ElementType::U32).expect("max on u32");
    let job = OperationJob::new("reduce-by-key", 8, max, Limits::CORE).expect("an operation");
    let error = OperationJob { scan: difference, ..job }.planned().expect_err("a refusal");
    assert_eq!(error.code(), ErrorCode::Unsupported, "{error}");
    let job = |segments, tuning: &[(&str, u32)]| Job {
        elements: 8,
        form: Form { segments, ..Form::new(add(), Mode::Inclusive) },
        tuning: tuning.iter().map(|&(name, value)| (name.to_owned(), value)).collect(),
        limits: Limits::CORE,
    };
    let radix = Algorithm::find("brent-kung-radix").expect("a known algorithm");
    let rows = radix.planned(job(Segments::Rows(0), &[])).map(drop).map_err(|error| error.to_string());
    refused(rows, "elements per row must be at least 1; found 0");
    assert!(radix.planned(job(Segments::Whole, &[("radix", 1)])).is_err());
    // Parameters that are left out have their defaults.
    let planned = radix.planned(job(Segments::Whole, &[])).expect("a plan");
    assert!(planned.job().job.tuned("radix") >= 2);
}

#[test]
fn flags_are_0_or_1() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let compact = operation(&gpu, "compact", Options::default()).planned().expect("a plan");
        let input = OperationInput { source: &[1; 8], flags: &[0, 1, 2, 0, 0, 0, 0, 0], ..Default::default() };
        let error = gpu.operate(&compact, &Cancel::default(), input).await.expect_err("a refusal");
        assert_eq!(error, Error::bad_argument("flags[2]", "0 or 1", "2"));
        for elements in [5_003, 3 << 20] {
            let mut heads = vec![0; elements as usize];
            heads[elements as usize - 1] = 7;
            let segmented = case(elements).segmented();
            let error = segmented.run(&gpu, &vec![1; elements as usize], &heads).await.expect_err("a refusal");
            assert_eq!(error, Error::bad_argument(format!("heads[{}]", elements - 1), "0 or 1", "7"));
        }
        let bits = case(5).segments(Segments::HeadBits);
        bits.run(&gpu, &[1; 5], &[7]).await.expect("bits are any word");
    });
}

/// Job and plan are one value, so a program cannot run the plan of another job. It may pass buffers of another job.
#[test]
fn buffers_of_another_job_are_refused() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let planned = |case: Case| case.algorithm.planned(case.job(&gpu).expect("a job")).expect("a plan");
        let (short, long) = (planned(case(10_000)), planned(case(100_000)));
        let data = gpu.io_buffers(&short.job().job.ports()).await.expect("buffers");
        let error = gpu.prepare(&long, &data).await.err();
        let required = "of 400000 bytes or more";
        assert_eq!(error, Some(Error::bad_argument("the buffer of the source", required, "40000")));
        let error = gpu.prepare(&planned(case(10_000).segmented()), &data).await.err();
        assert_eq!(error, Some(Error::bad_argument("the buffer of the heads", "of 40000 bytes or more", "0")));
        gpu.prepare(&short, &data).await.map(drop).expect("its own buffers");
    });
}

#[test]
fn a_closed_device_is_lost() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        case(5_003).examine(&gpu).await;
        gpu.close();
        let error = case(5_003).run(&gpu, &vec![1; 5_003], &[]).await.expect_err("a closed device");
        assert_eq!(error, Error::DeviceLost("closed".into()));
    });
}

#[test]
fn a_device_may_be_lost_during_an_upload() {
    block_on(async {
        for words in [16, 3 << 20] {
            let Some(gpu) = open(OpenOptions::default()).await else { return };
            let [buffer] = gpu.storage(["words"], 4 * u64::from(words)).await.expect("a buffer");
            let uploaded = gpu.upload(&buffer, words, &Cancel::default(), |_, _| gpu.close()).await;
            assert_eq!(uploaded, Err(Error::DeviceLost("closed".into())), "{words} words");
        }
    });
}

#[test]
fn words_beyond_a_buffer_are_refused() {
    block_on(async {
        let Some(gpu) = open(OpenOptions::default()).await else { return };
        let [buffer] = gpu.storage(["words"], 64).await.expect("a buffer");
        let none = Cancel::default();
        for words in [17, 3 << 20] {
            let uploaded = gpu.upload(&buffer, words, &none, |_, _| ()).await;
            assert!(uploaded.is_err_and(|error| error.code() == ErrorCode::Unsupported), "{words} words up");
            let downloaded = gpu.download(&buffer, 0, words, &none, |_, _| ()).await;
            assert!(downloaded.is_err_and(|error| error.code() == ErrorCode::Unsupported), "{words} words down");
        }
    });
}
