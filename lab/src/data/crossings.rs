//! The list of all data that cross between the crate and the page.

/// A value of the page and the type of the crate that is the same data.
pub(crate) trait Crossing {
    /// The type of the crate.
    type Data<'a>;
}

/// Calls a macro with all data that cross: the type in TypeScript, the name of the page's value, the type of the crate.
macro_rules! crossings {
    ($each:ident) => {
        $each! {
            "Array<CrossoverBracket>" Brackets: Vec<crate::analysis::crossover::Bracket>;
            "Array<CalibrationRow>" CalibrationRows: Vec<crate::request::CalibrationRow>;
            "Catalogue" Catalogue: crate::data::Catalogue;
            "Array<CodeWarning>" CodeWarnings: Vec<scanlab::wgsl::user_code::CodeWarning>;
            "CoreComparison" Comparison: crate::bench::compare::Comparison;
            "DeviceFacts" DeviceFacts: crate::data::DeviceFacts<'a>;
            "DeviceOptions" DeviceOptions: crate::data::DeviceOptions;
            "EmulatedDevice" EmulatedDevice: crate::request::EmulatedDevice;
            "CoreError" ErrorReport: crate::data::ErrorReport;
            "Forecast" Estimate: crate::analysis::forecast::Estimate;
            "Flow" Flow: scanlab::flow::Flow;
            "Array<SourceFormula>" Formulas: Vec<crate::analysis::formulas::Formula>;
            "CoreInput" InputRequest: crate::data::InputRequest;
            "Array<CoreKnownPoint>" KnownPoints: Vec<crate::analysis::forecast::KnownPoint>;
            "ForecastLeft" Left: crate::analysis::forecast::Left;
            "CoreMeasured" Measured: crate::analysis::predictor::Measured;
            "CoreOperation" OperationRequest: crate::request::OperationRequest;
            "Array<CoreOperation>" OperationRequests: Vec<crate::request::OperationRequest>;
            "CoreOwnOperator" OwnOperator: scanlab::monoid::CustomOperator;
            "ParsedAlgorithms" ParsedAlgorithms: crate::request::ParsedAlgorithms;
            "ParsedOperation" ParsedOperation: crate::request::ParsedOperation;
            "ParsedQuery" ParsedQuery: crate::request::ParsedQuery;
            "ParsedSize" ParsedSize: crate::request::ParsedSize;
            "ParsedSizes" ParsedSizes: crate::request::ParsedSizes;
            "Phases" Phases: crate::gpu::Phases;
            "PlanDescription" PlanDescription: crate::request::PlanDescription;
            "Point" Point: crate::results::Point;
            "Predictions" Predictions: crate::analysis::predictor::Predictions;
            "PreparedPlan" PreparedPlan: crate::request::PreparedPlan;
            "ProbeFacts" ProbeFacts: crate::data::ProbeFacts;
            "RangeSizes" RangeSizes: crate::request::RangeSizes;
            "Recording" Recording: crate::request::Recording;
            "RegisteredOperator" RegisteredOperator: crate::data::RegisteredOperator;
            "CoreRequest" Request: crate::request::Request;
            "Array<CoreRequest>" Requests: Vec<crate::request::Request>;
            "CoreSearch" SearchRequest: crate::analysis::crossover::SearchRequest;
            "Array<JoinedShader>" Shaders: Vec<crate::data::JoinedShader<'a>>;
            "SizeList" SizeList: crate::request::SizeList;
            "SizeRange" SizeRange: crate::request::SizeRange;
            "CoreSweep" Sweep: crate::analysis::forecast::Sweep;
            "SweepSettings" SweepSettings: crate::request::SweepSettings;
            "CoreTimes" TimedPoints: crate::analysis::crossover::TimedPoints;
            "Transfer" Transfer: crate::bench::transfer::Transfer;
            "OperatorTrial" Trial: crate::trial::Trial;
            "CoreVerdict" Verdict: crate::analysis::crossover::Verdict;
        }
    };
}

pub(crate) use crossings;
