//! The files that the host of the repository reads: workflows, forms for issues, the citation.
//! Each is compared with its schema, and `zizmor` looks for rights that a workflow does not need,
//! secrets that leak and text of strangers that is run.
//!
//! Both tools come from a package index into `target/python/workflows`.

use std::{fs, path::Path, process::Command};

use crate::{failure::Failure, folders::target, python};

const TOOLS: &[&str] = &["check-jsonschema>=0.37", "zizmor>=1.32"];

/// Files, or the folders of them, with the name of their schema.
const SCHEMAS: [(&str, &str); 5] = [
    (".github/workflows", "github-workflows"),
    (".github/ISSUE_TEMPLATE", "github-issue-forms"),
    (".github/ISSUE_TEMPLATE/config.yml", "github-issue-config"),
    (".github/dependabot.yml", "dependabot"),
    ("CITATION.cff", "citation-file-format"),
];

pub fn run(root: &Path) -> Result<(), Failure> {
    let home = target(root).join("python/workflows");
    let python = python::environment("python3", &home, TOOLS).map_err(Failure::NotRun)?;
    for (place, schema) in SCHEMAS {
        let mut command = Command::new(&python);
        command.args(["-m", "check_jsonschema", "--builtin-schema", &format!("vendor.{schema}")]).current_dir(root);
        let place = root.join(place);
        if place.is_dir() {
            let files = fs::read_dir(&place).map_err(|why| format!("{}: {why}", place.display()))?;
            let files = files.filter_map(|file| Some(file.ok()?.path()));
            command.args(files.filter(|file| file.file_name().is_some_and(|name| name != "config.yml")));
        } else {
            command.arg(place);
        }
        python::shown(command)?;
    }
    let mut command = Command::new(home.join("bin/zizmor"));
    command.args(["--offline", "--no-progress", "--quiet", ".github"]).current_dir(root);
    Ok(python::shown(command)?)
}
