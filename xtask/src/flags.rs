//! The command line.

use std::path::PathBuf;

xflags::xflags! {
    /// Sets up, builds, serves and tests ScanLab.
    cmd xtask {
        /// Install the missing requirements for building and testing.
        cmd setup {}

        /// Write the static site to dist/.
        cmd build {}

        /// Serve the page on 127.0.0.1, built for release so that its times are representative, and rebuild on change.
        cmd serve {
            /// Port to serve on (default 8080).
            optional --port port: u16
        }

        /// Build the site, and write the npm package scanlab-VERSION.tgz of it to package/.
        cmd package {
            /// Write the site for a host of files to package/site/ instead.
            optional --site
            /// The address of the published site, such as https://example.org/scanlab/. Previews of links need it for their picture.
            optional --address address: String
            /// Write a SCORM 1.2 package of one view to package/scanlab-scorm.zip instead. The settings are those of an address, such as 'view=learn&path=1'.
            optional --scorm scorm: String
            /// Write the crates of the library and of the emulator to package/ instead, as cargo packages them.
            optional --crates
            /// Write the Python package for notebooks, scanlab-VERSION-py3-none-any.whl, to package/ instead.
            optional --wheel
        }

        /// Run every check and test, those in browsers side by side, stopping after the first failure.
        cmd test {
            /// Also run the full conformance grid natively and in the browser, the native tests with guaranteed limits, and the packages in Docusaurus, JupyterLab and marimo. This takes hours (SCANLAB_FULL=1).
            optional --full
            /// Run only the steps without a browser, for work in progress: format, lints, native and Node tests.
            optional --quick
        }

        /// Run the conformance grid on the built page in a headless browser. Exit status 0 if no case failed, else 1.
        cmd conformance {
            /// smoke (default), spread or full: see docs/conformance.md.
            optional --grid grid: String
            /// A part of the grid, such as 2/8.
            optional --shard shard: String
            /// Ids of scans (default: all).
            optional --algorithms algorithms: String
            /// Ids of operators (default: all).
            optional --operators operators: String
            /// One case, in the form of a reported failure.
            optional --case case: String
            /// Name or path of Chromium or Firefox, which is installed if it is missing (default: CHROMIUM in the environment, else chromium).
            optional --browser browser: PathBuf
            /// swiftshader (default) in Chromium or lavapipe (default) in Firefox, which need no GPU, or default: the GPU that the browser chooses.
            optional --adapter adapter: String
            /// adapter (default) or guaranteed: a device with no more than WebGPU guarantees, as on a small phone.
            optional --limits limits: String
            /// Write the report to this file, as JSON.
            optional --report report: PathBuf
        }

        /// Judge the kernels of hand-in files again, without a GPU. It prints one line per file. Exit status 0 if all passed, else 1.
        cmd grade {
            /// Files in JSON: { "exercise": …, "code": …, "seed": … }.
            repeated files: PathBuf
            /// A teacher's own exercise, which the files solve. The judge first states whether it is fair: the solution passes, the skeleton and the mistakes fail.
            optional --exercise exercise: PathBuf
        }

        /// Measure the fast scans beside the copy kernel on this machine's GPU; every output is verified.
        cmd bench {
            /// Numbers of elements, such as 2^20,2^24 or 1000000 (default: 2^20 to 2^28, fewer on a software adapter).
            optional --sizes sizes: String
            /// Public names of algorithms (default: auto and the fast ones).
            optional --algorithms algorithms: String
            /// Measure operations instead of scans: public names such as compact,sort, or all.
            optional --operations operations: String
            /// First find the fastest scans of this device, from which auto then chooses.
            optional --calibrate
            /// Also time the scans by the wall clock, recorded into command buffers on a separate device.
            optional --recorded
            /// Write all measurements to this file, as JSON.
            optional --json json: PathBuf
        }
    }
}
