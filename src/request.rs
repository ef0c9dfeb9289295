//! Requests as they come from outside, by name, and their resolution into jobs.

mod calibration;

use serde::Serialize;
use serde_json::Value;

pub use calibration::parse_calibration;

use crate::error::Error;
use crate::fields::{self, Fields};
use crate::monoid::{ElementType, Monoid};
use crate::plan::{Cost, Direction, Form, Job, Limits, Mode, Pass, PassCost, Plan, Tuning};
use crate::scan::Algorithm;
use crate::shader::{Shader, compose};

/// Words of a scan at most, twice those of the largest buffers of today: plans and kernels count them, and a little beyond them, in 32
/// bits.
const MAX_WORDS: u64 = 1 << 31;

/// A scan by name.
#[derive(Clone, Debug)]
pub struct Request {
    /// Algorithm's public name.
    pub algorithm: String,
    /// Operator's public name.
    pub operator: String,
    /// Element type.
    pub element_type: ElementType,
    /// Inclusive or exclusive.
    pub mode: Mode,
    /// Forward or backward.
    pub direction: Direction,
    /// Whether head flags divide the input.
    pub segmented: bool,
    /// Whether the output takes the place of the input on the device.
    pub in_place: bool,
    /// Number of elements.
    pub n: u64,
    /// Tuning parameters by name.
    pub tuning: Tuning,
    /// Test input's public name.
    pub pattern: String,
    /// Test input's seed.
    pub seed: u32,
}

/// A request whose names are found and whose limits are kept.
#[derive(Debug)]
pub struct Resolved {
    /// What runs.
    pub algorithm: &'static Algorithm,
    /// On what.
    pub job: Job,
}

impl Request {
    /// Parses a request.
    ///
    /// # Errors
    /// [`Error::BadArgument`] where the text is no request.
    pub fn parse(json: &str) -> Result<Self, Error> {
        Request::read(fields::parse(json, "request", "a scan request")?)
    }

    /// Parses an array of requests.
    ///
    /// # Errors
    /// [`Error::BadArgument`] where the text is none.
    pub fn parse_all(json: &str) -> Result<Vec<Self>, Error> {
        match fields::parse(json, "requests", "scan requests")? {
            Value::Array(requests) => requests.into_iter().map(Request::read).collect(),
            other => Err(Error::bad_argument("requests", "an array", fields::text_of(&other))),
        }
    }

    fn read(value: Value) -> Result<Self, Error> {
        let mut fields = Fields::of(value, "request")?;
        let request = Request {
            algorithm: fields.needed("algorithm")?,
            operator: fields.needed("operator")?,
            element_type: ElementType::find(&fields.needed("type")?)?,
            mode: fields
                .choice("mode", &[("inclusive", Mode::Inclusive), ("exclusive", Mode::Exclusive)])?
                .unwrap_or_default(),
            direction: fields
                .choice("direction", &[("forward", Direction::Forward), ("backward", Direction::Backward)])?
                .unwrap_or_default(),
            segmented: fields.flag("segmented")?.unwrap_or_default(),
            in_place: fields.flag("inPlace")?.unwrap_or_default(),
            n: fields.whole("n")?.unwrap_or_default(),
            tuning: fields.tuning("tuning")?.unwrap_or_default(),
            pattern: fields.text("pattern")?.unwrap_or_default(),
            seed: fields.word("seed")?.unwrap_or_default(),
        };
        fields.end()?;
        Ok(request)
    }

    /// Why this kind of scan is not offered on a device, whatever its length.
    ///
    /// # Errors
    /// [`Error::BadArgument`] for unknown names, [`Error::Unsupported`] for combinations that do not exist, and for what the
    /// device lacks.
    pub fn check_support(&self, limits: &Limits) -> Result<(&'static Algorithm, Form), Error> {
        let algorithm = Algorithm::find(&self.algorithm)?;
        algorithm.check_needs(limits)?;
        let monoid = Monoid::find(&self.operator, self.element_type)?;
        if self.in_place {
            algorithm.in_place.check(algorithm.id, self.mode)?;
        }
        let Request { mode, direction, segmented, in_place, .. } = *self;
        Ok((algorithm, Form { monoid, mode, direction, segmented, in_place }))
    }

    /// The job on a device of these limits.
    ///
    /// # Errors
    /// As [`Request::check_support`]; [`Error::BadArgument`] for tuning out of range, [`Error::TooLarge`] for more elements
    /// than one binding holds.
    pub fn resolve(&self, limits: Limits) -> Result<Resolved, Error> {
        let (algorithm, form) = self.check_support(&limits)?;
        let tuning = algorithm.resolve_tuning(&self.tuning)?;
        let bytes = 4 * u64::from(form.words());
        // Buffers are as long as packs of four elements are.
        let most = (limits.binding_bytes / bytes / 4 * 4).min(MAX_WORDS / u64::from(form.words()));
        let too_large = || Error::TooLarge {
            what: format!("an array of {} elements of {bytes} bytes", self.n),
            required: format!("a buffer of {} bytes", self.n.saturating_mul(bytes)),
            limit: format!("{} bytes, which is {most} elements", limits.binding_bytes),
        };
        if self.n > most {
            return Err(too_large());
        }
        let elements = u32::try_from(self.n).map_err(|_| too_large())?;
        Ok(Resolved { algorithm, job: Job { elements, form, withheld_percent: 0, tuning, limits } })
    }
}

impl Resolved {
    /// The plan of the job.
    pub fn plan(&self) -> Plan {
        self.algorithm.plan(&self.job)
    }

    /// The public name of what runs: the algorithm's own, or of the one that it has chosen.
    pub fn ran(&self, plan: &Plan) -> &'static str {
        plan.chosen.unwrap_or(self.algorithm.id)
    }

    /// What the plan says of itself, for people and charts.
    pub fn describe(&self) -> PlanDescription {
        let plan = self.plan();
        PlanDescription {
            algorithm: self.algorithm.id,
            ran: self.ran(&plan),
            dispatches: plan.passes.len(),
            scratch_bytes: plan.total_scratch_bytes(),
            tile_elements: plan.tile_elements,
            elements_per_invocation: plan.elements_per_invocation,
            operator_depth: plan.operator_depth,
            cost: plan.cost(),
            passes: plan.passes.iter().map(PassDescription::new).collect(),
            tuning: plan.tuning,
        }
    }

    /// The distinct shaders of the plan, in the order in which they run first, each with the entry points that run.
    pub fn shaders(&self) -> Vec<(Shader, Vec<&'static str>)> {
        let mut shaders: Vec<(Shader, Vec<&'static str>)> = Vec::new();
        for pass in self.plan().passes {
            let shader = compose(&pass.kernel, self.job.form);
            let entry_point = pass.kernel.entry_point;
            match shaders.iter_mut().find(|(known, _)| *known == shader) {
                Some((_, entry_points)) if entry_points.contains(&entry_point) => {}
                Some((_, entry_points)) => entry_points.push(entry_point),
                None => shaders.push((shader, vec![entry_point])),
            }
        }
        shaders
    }
}

/// What a plan says of itself.
#[derive(Debug, Serialize)]
pub struct PlanDescription {
    algorithm: &'static str,
    ran: &'static str,
    tuning: Tuning,
    dispatches: usize,
    scratch_bytes: u64,
    tile_elements: u32,
    elements_per_invocation: u32,
    operator_depth: u32,
    cost: Cost,
    passes: Vec<PassDescription>,
}

#[derive(Debug, Serialize)]
struct PassDescription {
    shader: &'static str,
    entry_point: &'static str,
    workgroups: u32,
    workgroup_size: Option<u32>,
    elements: u32,
    argument: u32,
    bindings: Vec<String>,
    cost: PassCost,
}

impl PassDescription {
    fn new(pass: &Pass) -> Self {
        PassDescription {
            shader: pass.kernel.root.path,
            entry_point: pass.kernel.entry_point,
            workgroups: pass.workgroups,
            workgroup_size: pass.kernel.constant("WORKGROUP_SIZE"),
            elements: pass.elements,
            argument: pass.argument,
            bindings: pass.bindings.iter().map(|(binding, resource)| format!("{binding} {resource}")).collect(),
            cost: pass.cost,
        }
    }
}

#[cfg(test)]
mod odd_tests;

#[cfg(test)]
mod tests {
    use super::*;

    fn request(fields: &str) -> Result<Resolved, Error> {
        let json = format!(r#"{{"algorithm":"hybrid","operator":"add","type":"u32",{fields}}}"#);
        Request::parse(&json)?.resolve(Limits::CORE)
    }

    #[test]
    fn defaults_are_filled_in() {
        let resolved = request(r#""n":5"#).unwrap();
        assert_eq!(resolved.job.form.mode, Mode::Inclusive);
        assert_eq!(resolved.job.tuned("reduce_steps"), 8);
    }

    #[test]
    fn a_device_without_subgroups_is_told_so() {
        let request = Request::parse(r#"{"algorithm":"subgroup","operator":"add","type":"u32","n":9}"#).unwrap();
        let error = request.resolve(Limits::CORE).unwrap_err();
        assert_eq!(error.code(), "unsupported");
        assert!(error.to_string().contains("needs subgroups; this device has none"), "{error}");
        assert!(request.resolve(Limits { subgroups: Some((4, 4)), ..Limits::CORE }).is_ok());
    }

    #[test]
    fn passes_and_shaders_are_described() {
        let resolved = request(r#""n":5000,"tuning":{"reduce_steps":2}"#).unwrap();
        let description = serde_json::to_value(resolved.describe()).unwrap();
        let first = &description["passes"][0];
        assert_eq!(first["elements"].as_u64().map(|elements| elements > 0), Some(true), "{first}");
        assert!(first["bindings"].as_array().unwrap().contains(&"1 source".into()), "{first}");
        let shaders = resolved.shaders();
        let entry_points: usize = shaders.iter().map(|(_, entry_points)| entry_points.len()).sum();
        assert!(shaders.len() > 1 && entry_points > shaders.len(), "{entry_points} in {} shaders", shaders.len());
        for (shader, entry_points) in &shaders {
            assert!(entry_points.iter().all(|name| shader.source.contains(&format!("fn {name}("))));
        }
    }

    #[test]
    fn a_plan_says_what_runs_and_every_pass_its_workgroup_size() {
        for algorithm in crate::scan::ALGORITHMS {
            let json = format!(r#"{{"algorithm":"{}","operator":"add","type":"u32","n":5000}}"#, algorithm.id);
            let limits = Limits { forward_progress: true, subgroups: Some((8, 8)), ..Limits::CORE };
            let resolved = Request::parse(&json).unwrap().resolve(limits).unwrap();
            let description = serde_json::to_value(resolved.describe()).unwrap();
            let ran = if algorithm.id == "auto" { "look-back" } else { algorithm.id };
            assert_eq!(description["ran"], ran);
            for pass in description["passes"].as_array().unwrap() {
                assert!(pass["workgroup_size"].as_u64().is_some_and(|size| size > 0), "{pass} of {}", algorithm.id);
            }
        }
    }

    #[test]
    fn bad_requests_say_what_was_required_and_found() {
        let code_and_text = |fields| {
            let error = request(fields).unwrap_err();
            (error.code(), error.to_string())
        };
        let (code, text) = code_and_text(r#""n":33554433"#);
        assert_eq!(code, "too-large");
        assert!(text.contains("134217732 bytes") && text.contains("33554432 elements"), "{text}");
        assert_eq!(code_and_text(r#""n":18446744073709551615"#).0, "too-large");
        let (code, text) = code_and_text(r#""n":1,"tuning":{"reduce_steps":33}"#);
        assert_eq!(code, "bad-argument");
        assert!(text.contains("from 0 to 32") && text.contains("33"), "{text}");
        let (code, text) = code_and_text(r#""n":1,"tuning":{"steps":3}"#);
        assert_eq!(code, "bad-argument");
        assert!(text.contains("reduce_steps") && text.contains("\"steps\""), "{text}");
        assert_eq!(code_and_text(r#""n":-1"#).0, "bad-argument");
        assert_eq!(code_and_text(r#""n":1,"size":2"#).0, "bad-argument");
        assert_eq!(code_and_text(r#""n":1,"direction":"sideways""#).0, "bad-argument");
        // A flag goes with every element of a segmented scan.
        assert_eq!(code_and_text(r#""n":16777217,"segmented":true"#).0, "too-large");
    }
}
