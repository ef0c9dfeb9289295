//! Paths of the repository and of installed programs.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

/// The repository on this machine.
pub struct Machine {
    root: PathBuf,
    target: PathBuf,
    path: OsString,
}

impl Machine {
    /// Finds the repository. The tools in its target folder precede those on the user's PATH.
    pub fn new() -> Result<Machine> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&manifest).parent().context("xtask must lie in the repository")?.to_path_buf();
        let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder));
        let inherited = env::var_os("PATH").unwrap_or_default();
        let folders = [target.join("tools/bin")].into_iter().chain(env::split_paths(&inherited));
        let path = env::join_paths(folders).context("the repository's path must not hold a colon")?;
        Ok(Machine { root, target, path })
    }

    /// A file of the repository.
    pub fn file(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// The folder of the tools that `setup` installs.
    pub fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }

    /// A file among the build outputs.
    pub fn output(&self, name: &str) -> PathBuf {
        self.target.join(name)
    }

    /// Cargo's home folder, which holds the sources of dependencies.
    pub fn cargo_home() -> PathBuf {
        let of_user = || env::home_dir().unwrap_or_default().join(".cargo");
        env::var_os("CARGO_HOME").map_or_else(of_user, PathBuf::from)
    }

    /// A program to run in the repository's root, by name or path.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let name = program.as_ref();
        // `Command` searches the parent's PATH, not the child's.
        let mut command = Command::new(self.find(name).unwrap_or_else(|| name.to_path_buf()));
        command.current_dir(&self.root).env("PATH", &self.path);
        // Cargo's variables for this program must not reach the cargo that it starts.
        for (key, _) in env::vars_os() {
            let text = key.to_string_lossy();
            if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&key);
            }
        }
        command
    }

    /// A cargo subcommand with its arguments.
    pub fn cargo<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = self.command("cargo");
        command.args(arguments);
        command
    }

    /// Node.js, which runs modules of the page: they are TypeScript.
    pub fn node(&self) -> Command {
        let mut command = self.command("node");
        command.args(["--import", "tsx"]);
        command
    }

    /// A script of an npm package, run by Node.js.
    pub fn node_script<'a>(&self, script: &str, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = self.command("node");
        command.arg(Path::new("node_modules").join(script)).args(arguments);
        command
    }

    /// The program's path, if it is installed.
    pub fn find(&self, program: &Path) -> Option<PathBuf> {
        if program.components().count() > 1 {
            return program.is_file().then(|| program.to_path_buf());
        }
        env::split_paths(&self.path).map(|folder| folder.join(program)).find(|file| file.is_file())
    }
}
