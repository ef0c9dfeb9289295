//! The command line.

xflags::xflags! {
    /// Sets up, builds, serves and tests ScanLab.
    cmd xtask {
        /// Install whatever building and testing need and this machine lacks.
        cmd setup {}

        /// Write the static site to dist/.
        cmd build {}

        /// Serve the page on 127.0.0.1, built for release so that its times are honest, and rebuild on change.
        cmd serve {
            /// Port to serve on (default 8080).
            optional --port port: u16
        }

        /// Run every check and test, stopping at the first that fails.
        cmd test {
            /// Run the full conformance grid too, natively and in the browser, which takes hours (SCANLAB_FULL=1).
            optional --full
        }
    }
}
