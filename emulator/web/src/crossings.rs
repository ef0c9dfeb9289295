//! The list of all data that cross between the emulator and the page.

/// Calls a macro with all data that cross: the type in TypeScript, the name of the page's value, the type of the crate.
macro_rules! crossings {
    ($each:ident) => {
        $each! {
            "Emulated" Emulated: crate::Emulated;
            "EmulatorOptions" EmulatorOptions: crate::EmulatorOptions;
            "Recording" Recording: scanlab_emulator::Recording;
        }
    };
}

pub(crate) use crossings;
