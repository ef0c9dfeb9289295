//! The list of all data that cross between the crate and the page.

/// Calls a macro with all data that cross: the TypeScript type, the name of the page's value, and the type of the
/// crate.
macro_rules! crossings {
    ($each:ident) => {
        $each! {
            "Array<CrossoverBracket>" Brackets: Vec<crate::analysis::crossover::Bracket>;
            "CalibrationBlock" CalibrationBlock: crate::calibration::CalibrationBlock;
            "Array<CalibrationRow>" CalibrationRows: Vec<crate::calibration::CalibrationRow>;
            "Catalogue" Catalogue: crate::catalogue::Catalogue;
            "Array<CodeWarning>" CodeWarnings: Vec<scanlab::wgsl::CodeWarning>;
            "CompareOptions" CompareOptions: crate::results::CompareOptions;
            "Comparison" Comparison: crate::results::Comparison;
            "DeviceFacts" DeviceFacts: crate::gpu::DeviceFacts<'a>;
            "EmulatedDevice" EmulatedDevice: crate::recording::EmulatedDevice;
            "CoreError" ErrorReport: crate::error_report::ErrorReport;
            "Forecast" Estimate: crate::analysis::forecast::Estimate;
            "Flow" Flow: scanlab::flow::Flow;
            "Array<SourceFormula>" Formulas: Vec<crate::analysis::formulas::Formula>;
            "Array<CoreKnownPoint>" KnownPoints: Vec<crate::analysis::forecast::KnownPoint>;
            "ForecastLeft" Left: crate::analysis::forecast::Left;
            "CoreMeasured" Measured: crate::analysis::predictor::Measured;
            "CoreOperation" OperationRequest: crate::request::OperationRequest;
            "Array<CoreOperation>" OperationRequests: Vec<crate::request::OperationRequest>;
            "CoreCustomOperator" CustomOperator: scanlab::monoid::CustomOperator;
            "ParsedAlgorithms" ParsedAlgorithms: crate::settings::ParsedAlgorithms;
            "ParsedOperation" ParsedOperation: crate::settings::ParsedOperation;
            "ParsedQuery" ParsedQuery: crate::settings::ParsedQuery;
            "ParsedSize" ParsedSize: crate::settings::ParsedSize;
            "ParsedSizes" ParsedSizes: crate::settings::ParsedSizes;
            "Phases" Phases: crate::gpu::Phases;
            "PlanDescription" PlanDescription: crate::description::PlanDescription;
            "Point" Point: crate::results::Point;
            "Predictions" Predictions: crate::analysis::predictor::Predictions;
            "PreparedPlan" PreparedPlan: crate::prepared::PreparedPlan;
            "ProbeFacts" ProbeFacts: crate::probe::ProbeFacts;
            "RangeSizes" RangeSizes: crate::settings::RangeSizes;
            "Recording" Recording: crate::recording::Recording;
            "RegisteredOperator" RegisteredOperator: crate::request::RegisteredOperator;
            "CoreRequest" Request: crate::request::Request;
            "Array<CoreRequest>" Requests: Vec<crate::request::Request>;
            "CoreSearch" SearchRequest: crate::analysis::crossover::SearchRequest;
            "Array<JoinedShader>" Shaders: Vec<crate::description::JoinedShader<'a>>;
            "SizeList" SizeList: crate::settings::SizeList;
            "SizeRange" SizeRange: crate::settings::SizeRange;
            "CoreSweep" Sweep: crate::analysis::forecast::Sweep;
            "SweepSettings" SweepSettings: crate::settings::SweepSettings;
            "CoreTimes" TimedPoints: crate::analysis::crossover::TimedPoints;
            "Transfer" Transfer: crate::bench::transfer::Transfer;
            "OperatorTrial" Trial: crate::trial::Trial;
        }
    };
}

pub(crate) use crossings;
