//! The list of all data that cross between the emulator and the page.

/// Calls a macro with all data that cross: the TypeScript type, the name of the page's value, and the type of the
/// crate.
macro_rules! crossings {
    ($each:ident) => {
        $each! {
            "Array<Count>" Counts: Vec<scanlab_exercises::Count>;
            "Emulated" Emulated: crate::Emulated;
            "EmulatorOptions" EmulatorOptions: crate::EmulatorOptions;
            "Array<EventKind>" EventKinds: Vec<scanlab_emulator::EventKind>;
            "ExerciseEntry" Exercise: scanlab_exercises::ExerciseEntry;
            "Array<ExerciseEntry>" Exercises: Vec<scanlab_exercises::ExerciseEntry>;
            "Moment" Moment: scanlab_emulator::trace::Moment;
            "Array<NamedMutation>" Mutations: Vec<scanlab_emulator::mutate::NamedMutation>;
            "Recording" Recording: scanlab_emulator::Recording;
            "Replay" Replay: scanlab_exercises::Replay;
            "Array<Round>" Rounds: Vec<scanlab_emulator::trace::Round>;
            "Run" Run: scanlab_exercises::Run;
            "StateForm" StateForm: scanlab_emulator::trace::StateForm;
            "Array<TileState>" TileStates: Vec<scanlab_emulator::trace::TileState>;
            "Unit" Unit: scanlab_emulator::trace::Unit;
            "Verdict" Verdict: scanlab_exercises::Verdict;
            "Window" Window: scanlab_emulator::trace::Window;
        }
    };
}

pub(crate) use crossings;
