//! The scripts of the page as one: each module becomes a function that runs once, in the order in
//! which they import each other, so that the page asks for one file, and also runs where a browser
//! refuses modules.
//!
//! It reads what the page uses of modules: `import { a, b } from "./other.js";` at the beginning of
//! a line, and `export` before a function, a class or a constant.

use std::fmt::Write;

/// A module as it is read.
struct Module<'a> {
    /// The names that are imported, and the module that they come from.
    imports: Vec<(&'a str, &'a str)>,
    /// The names that are exported.
    exports: Vec<&'a str>,
    /// The rest, without the words `export`.
    body: String,
}

/// Returns the script that runs `main` with all that it imports; `text` gives the text of a file.
///
/// # Errors
/// A file that is imported is not there, or files import each other in a circle.
pub fn bundle<'a>(main: &'a str, text: &dyn Fn(&str) -> Option<&'a str>) -> Result<String, String> {
    let mut script = String::from("\"use strict\";\n");
    let (mut done, mut open) = (Vec::new(), vec![main]);
    while let Some(&name) = open.last() {
        let module = read(text(name).ok_or_else(|| format!("{name} is not there"))?)?;
        let next = module.imports.iter().map(|&(_, from)| from).find(|from| !done.contains(from));
        if let Some(next) = next {
            if open.contains(&next) {
                return Err(format!("{name} and {next} import each other"));
            }
            open.push(next);
            continue;
        }
        open.pop();
        if !done.contains(&name) {
            done.push(name);
            write_module(&mut script, name, &module);
        }
    }
    Ok(script)
}

/// The name of the constant that holds what a file exports.
fn constant(file: &str) -> String {
    format!("${}", file.trim_end_matches(".js"))
}

fn write_module(script: &mut String, name: &str, module: &Module<'_>) {
    let _ = writeln!(script, "const {} = (() => {{", constant(name));
    for (names, from) in &module.imports {
        let _ = writeln!(script, "const {{{names}}} = {};", constant(from));
    }
    let _ = writeln!(script, "{}return {{{}}};\n}})();", module.body, module.exports.join(", "));
}

fn read(text: &str) -> Result<Module<'_>, String> {
    let mut module = Module { imports: Vec::new(), exports: Vec::new(), body: String::new() };
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("import {") {
            let import =
                rest.split_once("} from \"./").and_then(|(names, rest)| Some((names, rest.strip_suffix("\";")?)));
            module.imports.push(import.ok_or_else(|| format!("not an import of names: {line}"))?);
            continue;
        }
        let rest = line.strip_prefix("export ");
        if let Some(rest) = rest {
            let named =
                ["async function ", "function ", "class ", "const "].iter().find_map(|word| rest.strip_prefix(word));
            let named = named.ok_or_else(|| format!("not an export with a name: {line}"))?;
            let end = named.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(named.len());
            module.exports.push(&named[..end]);
        }
        module.body.push_str(rest.unwrap_or(line));
        module.body.push('\n');
    }
    Ok(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_run_in_their_order_once() {
        let files = |name: &str| match name {
            "main.js" => Some("import { two } from \"./b.js\";\nimport { one } from \"./a.js\";\nshow(one, two);\n"),
            "b.js" => Some("import { one } from \"./a.js\";\nexport const two = one + 1;\n"),
            "a.js" => Some("export const one = 1;\nexport function none() {}\n"),
            _ => None,
        };
        let script = bundle("main.js", &files).expect("all files are there");
        let places = ["const $a = ", "return {one, none};", "const $b = ", "const { one } = $a;", "const $main = "];
        let found: Vec<usize> = places.map(|text| script.find(text).expect(text)).to_vec();
        assert!(found.is_sorted() && script.matches("const $a").count() == 1, "{script}");
    }

    #[test]
    fn circles_and_missing_files_are_refused() {
        let circle = |name: &str| match name {
            "a.js" => Some("import { b } from \"./b.js\";\n"),
            "b.js" => Some("import { a } from \"./a.js\";\n"),
            _ => None,
        };
        assert!(bundle("a.js", &circle).is_err_and(|why| why.contains("import each other")));
        assert!(bundle("c.js", &circle).is_err_and(|why| why.contains("not there")));
    }
}
