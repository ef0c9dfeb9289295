//! The wheel: a zip file with the files of the Python package, what installers read about it, and the hash of each file.
//! <https://packaging.python.org/en/latest/specifications/binary-distribution-format/>

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const NAME: &str = "scanlab";
/// The package has no compiled code.
const TAG: &str = "py3-none-any";
const SUMMARY: &str =
    "GPU prefix sums (scans) in notebooks: shown, stepped through and measured on your own device, with WebGPU";
/// The packages that it imports. anywidget takes modules with a default export from version 0.9.
const REQUIREMENTS: [&str; 2] = ["anywidget>=0.9", "traitlets>=5"];
const PYTHON: &str = ">=3.9";

/// Packs a folder with `scanlab/`, `licenses/` and `README.md`. Returns the name of the wheel.
pub fn pack(folder: &Path, to: &Path, version: &str) -> Result<String> {
    let name = format!("{NAME}-{version}-{TAG}.whl");
    let information = format!("{NAME}-{version}.dist-info");
    let licences = files(&folder.join("licenses"))?;
    let readme = fs::read_to_string(folder.join("README.md"))?;
    let licence_names = licences.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
    let metadata = metadata(version, &licence_names, &readme);
    let mut members: Vec<(String, Vec<u8>)> = Vec::new();
    members.extend(files(&folder.join(NAME))?.into_iter().map(|(name, bytes)| (format!("{NAME}/{name}"), bytes)));
    members.extend(licences.into_iter().map(|(name, bytes)| (format!("{information}/licenses/{name}"), bytes)));
    members.push((format!("{information}/METADATA"), metadata.into_bytes()));
    members.push((format!("{information}/WHEEL"), wheel(version).into_bytes()));
    let record = format!("{information}/RECORD");
    members.push((record.clone(), record_of(&members, &record).into_bytes()));
    let mut zip = ZipWriter::new(File::create(to.join(&name))?);
    for (name, bytes) in members {
        // Without times of files, equal contents give equal wheels.
        zip.start_file(name, SimpleFileOptions::default().unix_permissions(0o644))?;
        zip.write_all(&bytes)?;
    }
    zip.finish()?;
    Ok(name)
}

/// The files of a folder without folders, by name.
fn files(folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("{} must be a folder", folder.display()))? {
        let entry = entry?;
        found.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?));
    }
    ensure!(!found.is_empty(), "{} must contain files, found none", folder.display());
    found.sort();
    Ok(found)
}

fn metadata(version: &str, licences: &[&str], readme: &str) -> String {
    let fields = [
        ("Metadata-Version", "2.4"),
        ("Name", NAME),
        ("Version", version),
        ("Summary", SUMMARY),
        ("License-Expression", env!("CARGO_PKG_LICENSE")),
    ];
    let fields = fields
        .into_iter()
        .chain(licences.iter().map(|name| ("License-File", *name)))
        .chain([("Requires-Python", PYTHON)])
        .chain(REQUIREMENTS.map(|requirement| ("Requires-Dist", requirement)))
        .chain([("Description-Content-Type", "text/markdown")]);
    let lines: String = fields.map(|(name, value)| format!("{name}: {value}\n")).collect();
    format!("{lines}\n{readme}")
}

fn wheel(version: &str) -> String {
    format!("Wheel-Version: 1.0\nGenerator: xtask {version}\nRoot-Is-Purelib: true\nTag: {TAG}\n")
}

/// Hash and size of each file, but not of the record itself.
fn record_of(members: &[(String, Vec<u8>)], record: &str) -> String {
    let line = |(name, bytes): &(String, Vec<u8>)| {
        format!("{name},sha256={},{}\n", URL_SAFE_NO_PAD.encode(Sha256::digest(bytes)), bytes.len())
    };
    members.iter().map(line).chain([format!("{record},,\n")]).collect()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use zip::ZipArchive;

    use super::*;

    #[test]
    fn a_wheel_names_each_of_its_files_with_its_hash() {
        let folder = std::env::temp_dir().join(format!("xtask-wheel-{}", std::process::id()));
        for (name, text) in [("scanlab/__init__.py", "abc"), ("licenses/LICENSE", "free"), ("README.md", "# scanlab\n")]
        {
            fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
            fs::write(folder.join(name), text).unwrap();
        }
        let name = pack(&folder, &folder, "1.2.3").unwrap();
        let first = fs::read(folder.join(&name)).unwrap();
        pack(&folder, &folder, "1.2.3").unwrap();
        assert_eq!(fs::read(folder.join(&name)).unwrap(), first);
        assert_eq!(name, "scanlab-1.2.3-py3-none-any.whl");
        let mut archive = ZipArchive::new(File::open(folder.join(&name)).unwrap()).unwrap();
        let mut read = |name: &str| {
            let mut text = String::new();
            archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        let record = read("scanlab-1.2.3.dist-info/RECORD");
        // The digest of “abc” in FIPS 180-2, in base64.
        let line = "scanlab/__init__.py,sha256=ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0,3";
        assert_eq!(record.lines().next(), Some(line));
        assert_eq!(record.lines().last(), Some("scanlab-1.2.3.dist-info/RECORD,,"));
        let metadata = read("scanlab-1.2.3.dist-info/METADATA");
        assert!(
            metadata.contains("\nVersion: 1.2.3\n") && metadata.contains("\nLicense-File: LICENSE\n"),
            "{metadata}"
        );
        assert!(metadata.ends_with("text/markdown\n\n# scanlab\n"), "{metadata}");
        assert!(read("scanlab-1.2.3.dist-info/WHEEL").contains("\nTag: py3-none-any\n"));
        assert_eq!(archive.len(), record.lines().count());
        fs::remove_dir_all(folder).unwrap();
    }
}
