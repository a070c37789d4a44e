//! The tables of the page on JSON, written from the schema of the answers.

use std::fmt::Write;

use serde_json::Value;

/// The sections of all kinds of answers, and of their parts.
pub fn sections(schema: &Value) -> String {
    let defs = schema["$defs"].as_object().expect("an object");
    let kinds: Vec<&str> = references(schema).collect();
    let forms: Vec<&str> = kinds.iter().flat_map(|kind| references(&defs[*kind])).collect();
    let mut page = String::new();
    for kind in &kinds {
        let _ = write!(page, "## {kind}\n\n");
        let several: Vec<&str> = references(&defs[*kind]).collect();
        if several.is_empty() {
            part(&mut page, &defs[*kind]);
        }
        for form in several {
            let name = form.strip_prefix(&format!("{kind}-")).unwrap_or(form);
            let _ = write!(page, "<a id=\"{form}\"></a>*{name}*\n\n");
            part(&mut page, &defs[form]);
        }
    }
    page.push_str("## Parts of answers\n\n");
    for (name, def) in
        defs.iter().filter(|(name, _)| !kinds.contains(&name.as_str()) && !forms.contains(&name.as_str()))
    {
        let _ = write!(page, "### {name}\n\n");
        part(&mut page, def);
    }
    page.trim_end().to_owned() + "\n"
}

/// The entries that a kind, or the whole schema, chooses from.
fn references(schema: &Value) -> impl Iterator<Item = &str> {
    let choices = schema["anyOf"].as_array().into_iter().flatten();
    choices.filter_map(|one| one["$ref"].as_str()?.rsplit('/').next())
}

/// What an entry is: a sentence, and a table of its fields.
fn part(page: &mut String, def: &Value) {
    if let Some(about) = def["description"].as_str() {
        let _ = write!(page, "{}.\n\n", flowing(about));
    }
    let Some(fields) = def["properties"].as_object() else { return };
    page.push_str("| field | type | what it is | `null` |\n|---|---|---|---|\n");
    let required = def["required"].as_array().map(Vec::as_slice).unwrap_or_default();
    let is_of_all = |name: &str, field: &Value| name == "schema" || field["$ref"] == "#/$defs/reasons";
    for (name, field) in fields.iter().filter(|(name, field)| !is_of_all(name, field)) {
        let optional = if required.iter().any(|one| one == name) { "" } else { " (optional)" };
        let about = flowing(field["description"].as_str().unwrap_or_default());
        let (about, null) = about.split_once("; null ").unwrap_or((&about, "never"));
        let _ = writeln!(page, "| `{name}`{optional} | {} | {about} | {null} |", kind_of(field));
    }
    page.push('\n');
}

/// A description on one line of a table.
fn flowing(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|")
}

/// The type of a field in words.
fn kind_of(field: &Value) -> String {
    let list = |items: &Value| match kind_of(items) {
        own if ["string", "integer", "number", "boolean", "list of integers"].contains(&own.as_str()) => {
            format!("list of {}", own.replace("list of", "lists of") + if own.ends_with('s') { "" } else { "s" })
        }
        own => format!("list of {own}"),
    };
    if let Some(name) = field["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("[`{name}`](#{name})");
    }
    if let Some(words) = field["enum"].as_array() {
        let words = words.iter().filter(|word| !word.is_null());
        return words.map(|word| format!("`{}`", bare(word))).collect::<Vec<_>>().join(", ");
    }
    if !field["const"].is_null() {
        return format!("`{}`", bare(&field["const"]));
    }
    if let Some(choices) = field["anyOf"].as_array() {
        let choices = choices.iter().filter(|one| one["type"] != "null");
        return choices.map(kind_of).collect::<Vec<_>>().join(" or ");
    }
    let types = field["type"].as_array().cloned().unwrap_or_else(|| vec![field["type"].clone()]);
    let named = types.iter().filter_map(Value::as_str).filter(|own| *own != "null");
    named
        .map(|own| if own == "array" { list(&field["items"]) } else { own.to_owned() })
        .collect::<Vec<_>>()
        .join(" or ")
}

/// A word without quotes.
fn bare(word: &Value) -> String {
    word.as_str().map_or_else(|| word.to_string(), str::to_owned)
}
