//! Every verb with `--json` prints what its schema describes, and each `null` has its reason.
//!
//! The schema is made from the types of the answers: `GRUNDY_BLESS=1 cargo test -p grundy-cli
//! schema` writes `schema.json` and the tables of the page on JSON.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use grundy::Limits;
use grundy_verbs::ReplyLine;
use jsonschema::Validator;
use serde::Serialize;
use serde_json::{Map, Serializer, Value, json, ser::PrettyFormatter};
use snapbox::cmd::cargo_bin;

use super::schema_page;

/// The entry of `$defs`, the exit code, and the words of the command, separated by `|`. A word
/// that begins with `<` is a file for standard input.
const LINES: &[(&str, i32, &str)] = &[
    ("solve", 0, "kayles|5|7|9"),
    ("solve", 0, "solve|kayles|--positions|one.txt"),
    ("error", 2, "solve|kayles|--positions|wrong.txt"),
    ("games", 0, "games|nim"),
    ("games", 0, "games|northcott"),
    ("solve", 0, "kayles|4|--misere"),
    ("solve", 0, "cram|4x4 + 4x4 + 3x3|--value"),
    ("solve", 0, "cram|3x3|--outcome"),
    ("solve", 0, "nim|18446744073709551615|1"),
    ("solve", 0, "kayles|3000000"),
    ("solve", 0, "kayles|5|--stats"),
    ("solve", 0, "nim|5|--stats"),
    ("solve", 0, "nim|10000000|9"),
    ("solve", 0, "kayles 5 + nim 3"),
    ("solve", 0, "kayles|5|--no-check"),
    ("solve", 0, "ghost|words.txt|gho"),
    ("solve", 0, "solve|game.toml|5"),
    ("solve", 0, "solve|kayles|5|--certificate|value.cert"),
    ("solve", 0, "solve|cram|3x3|--outcome|--certificate|outcome.cert"),
    ("solve", 0, "solve|kayles|4|--misere|--certificate|misere.cert"),
    ("solve", 0, "solve|nim|5|--certificate|law.cert"),
    ("solve", 0, "solve|geography|{a-b b-c} from a|--certificate|matching.cert"),
    ("solve", 0, "solve|graph \"moves.csv\"|a"),
    ("solve", 0, "solve|graph \"moves.csv\"|d + b"),
    ("solve", 0, "solve|graph \"loops.csv\"|a"),
    ("solve", 0, "solve|graph \"loops.csv\"|c"),
    ("solve-ranges", 0, "row: cut every copy of a letter|aaccbdb|--ranges|parts.txt"),
    ("moves", 0, "moves|nim|1|2"),
    ("moves", 0, "moves|kayles|4|--misere"),
    ("moves", 0, "moves|nim|10000000"),
    ("moves", 0, "moves|ghost|words.txt|gho"),
    ("explain", 0, "explain|nim|2"),
    ("explain", 0, "explain|kayles|3 + 3"),
    ("explain", 0, "explain|kayles|4|--misere"),
    ("explain", 0, "explain|nim|100000"),
    ("explain", 0, "explain|cram|4x4 + 4x4 + 3x3"),
    ("table", 0, "table|kayles|9|--certificate|table.cert"),
    ("table", 0, "table|kayles|9|--misere|--certificate|outcomes.cert"),
    ("table", 0, "table|kayles|9|--losing"),
    ("table", 0, "table|kayles|9|--misere|--losing"),
    ("table", 0, "table|kayles|9|--stats"),
    ("table", 0, "table|wythoff|9"),
    ("table", 0, "table|product: nim times nim|3|--losing"),
    ("table", 0, "table|build|cram|3x3|-o|board.table"),
    ("table", 0, "table|build|kayles|9|7|-o|heaps.table"),
    ("table", 0, "table|query|board.table|3x3|##./.../..."),
    ("table", 0, "table|verify|board.table|--count|5"),
    ("table", 0, "table|export|board.table|-o|board.parquet"),
    ("table", 0, "table|compress|board.table|-o|board.static"),
    ("table", 0, "table|query|board.static|3x3|##./.../..."),
    ("solve", 0, "solve|cram|3x3|--from|board.table"),
    ("error", 2, "table|query|board.table|4x4"),
    ("error", 2, "table|verify|board.static"),
    ("error", 2, "table|build|chomp|3x3|-o|chomp.table"),
    ("error", 2, "table|verify|none.table"),
    ("prove", 0, "prove|kayles|--certificate|period.cert"),
    ("prove", 3, "prove|octal 0.007|--to|1000"),
    ("prove", 0, "prove|nim|--certificate|nim.cert"),
    ("prove", 3, "prove|octal 0.4|--to|0"),
    ("prove", 3, "prove|kayles|--no-check"),
    ("prove", 0, "prove|take {3,7,8}"),
    ("prove", 0, "prove|n -> d for d in 1..n-1 where n % d = 0|--certificate|divisors.cert"),
    ("prove", 0, "prove|wythoff|--certificate|wythoff.cert"),
    ("prove", 0, "prove|nim|--misere"),
    ("prove", 0, "prove|n -> n/2 where n > 0|--certificate|binary.cert"),
    ("prove", 3, "prove|n -> k for k in 1..sqrt(n) where k < n|--to|100000|--certificate|runs.cert"),
    ("solve", 0, "solve|n -> k for k in 1..sqrt(n) where k < n|99999|--from|runs.cert"),
    ("solve", 0, "solve|n -> n/2 where n > 0|10^18|--from|binary.cert"),
    ("prove", 0, "prove|misere-kayles|--certificate|quotient.cert"),
    ("prove", 3, "prove|kayles|--misere|--to|8|--certificate|heaps.cert"),
    ("prove", 3, "prove|node-kayles|grid 3xn|--to|5|--certificate|members.cert"),
    ("prove", 0, "prove|\"aa\" -> \"\", \"b\" -> \"\"|--certificate|words.cert"),
    ("prove", 0, "prove|\"aa\" -> \"\", \"b\" -> \"\"|--losing"),
    ("prove", 0, "prove|\"aa\" -> \"\", \"b\" -> \"\"|--outcome"),
    ("prove", 0, "prove|\"aa\" -> \"\", \"b\" -> \"\"|--misere"),
    ("prove", 0, "prove|row: take letter|--letters|abc"),
    ("prove", 0, "prove|kayles|--automaton"),
    ("prove", 3, "prove|\"ab\" -> \"\"|--to|20|--certificate|lengths.cert"),
    ("prove", 3, "prove|\"ab\" -> \"\"|--to|20|--losing"),
    ("prove", 3, "prove|\"aa\" -> \"\", \"ab\" -> \"\"|--max-positions|0"),
    ("explain", 0, "explain|\"aa\" -> \"\", \"b\" -> \"\"|aab|--from|words.cert"),
    ("explain", 0, "explain|misere-kayles|5 + 7|--from|quotient.cert"),
    ("solve", 0, "solve|kayles|10^18|--from|period.cert"),
    ("moves", 0, "moves|kayles|1000|--from|period.cert"),
    ("prove", 3, "prove|octal 0.6|--to|500"),
    ("find", 0, "find|0,1,2,3,1,4,3,2"),
    ("find", 1, "find|0 7 1 7 2 7"),
    ("find", 0, "find|kayles.b"),
    ("equal", 0, "equal|octal 0.074|octal 0.077"),
    ("equal", 0, "equal|octal 0.27|octal 0.26"),
    ("equal", 1, "equal|octal 0.27|octal 0.06"),
    ("equal", 1, "equal|take 1|take 1..2|--misere"),
    ("equal", 0, "equal|octal 0.007|octal 0.0071|--up-to|4"),
    ("equal", 3, "equal|take 1|take {1,5}|--misere"),
    ("equal", 0, "equal|\"aa\" -> \"\", \"b\" -> \"\"|\"b\" -> \"\", \"aa\" -> \"\""),
    ("diff", 0, "diff|kayles.b|kayles"),
    ("diff", 1, "diff|kayles.b|octal 0.07"),
    ("diff", 1, "diff|kayles.b|kayles|--shift|1"),
    ("oeis", 0, "oeis|wythoff"),
    ("oeis", 0, "oeis|A071435"),
    ("oeis", 0, "oeis|extend|A071435|--up-to|20"),
    ("oeis", 1, "oeis|stripped.txt"),
    ("cite", 0, "cite|kayles"),
    ("cite", 0, "cite|wythoff"),
    ("cite", 0, "cite|nim|3|4|5"),
    ("cite", 0, "cite|kayles|--misere"),
    ("error", 2, "find|1,2"),
    ("error", 2, "find|0,1,x,3,4"),
    ("error", 2, "diff|number.txt|kayles"),
    ("error", 2, "diff|kayles.b|kayles|--offset|1"),
    ("error", 2, "equal|kayles|cram"),
    ("plan", 0, "plan|kayles|5"),
    ("plan", 0, "plan|kayles"),
    ("plan", 0, "plan|kayles|--up-to|1000"),
    ("plan", 0, "plan|cram|4x4 + 4x4"),
    ("plan", 0, "plan|cram|40x40"),
    ("plan", 0, "plan|\"aa\" -> \"\", \"b\" -> \"\"|abababababababababababababababababababababab"),
    ("plan", 0, "plan|geography|{a-b} from a|--misere"),
    ("plan", 0, "plan|graph \"moves.csv\""),
    ("draw", 0, "draw|table|kayles|9"),
    ("draw", 0, "draw|graph|nim|1|2|--format|dot"),
    ("draw", 0, "draw|position|cram|30x30|--time|0.05"),
    ("error", 2, "draw|table|cram"),
    ("error", 3, "draw|period|octal 0.007|--to|100"),
    ("check", 0, "check|value.cert"),
    ("check", 0, "check|outcome.cert"),
    ("check", 0, "check|misere.cert"),
    ("check", 0, "check|law.cert"),
    ("check", 0, "check|matching.cert"),
    ("check", 0, "check|table.cert"),
    ("check", 0, "check|outcomes.cert"),
    ("check", 0, "check|period.cert"),
    ("check", 0, "check|nim.cert"),
    ("check", 0, "check|quotient.cert"),
    ("check", 0, "check|heaps.cert"),
    ("check", 0, "check|words.cert"),
    ("check", 0, "check|lengths.cert"),
    ("rules", 0, "rules|kayles"),
    ("rules", 0, "rules|ghost|words.txt"),
    ("count", 0, "count|\"aa\" -> \"\", \"b\" -> \"\"|--size|40"),
    ("count", 0, "count|\"aa\" -> \"\", \"b\" -> \"\"|--misere|--up-to|5"),
    ("count", 0, "count|nim|--heaps|3|--up-to|5"),
    ("count", 0, "count|nim|--heaps|2|--size|5|--modulo|2"),
    ("count", 0, "count|kayles|--up-to|20"),
    ("count", 0, "count|chomp|--size|4|--moves"),
    ("count", 0, "count|kayles|--size|0|--moves|--no-check"),
    ("error", 2, "count|kayles"),
    ("error", 2, "count|row: take letter|--size|3"),
    ("error", 3, "count|row: take square|--letters|ab|--size|60"),
    ("first", 0, "first|kayles|--where|value = 7"),
    ("first", 0, "first|kayles|--where|outcome = P and n > 1|--misere"),
    ("first", 1, "first|kayles|--where|value > 100|--up-to|50"),
    ("error", 2, "first|kayles|--where|valu > 100"),
    ("compound", 0, "compound|conjunctive|kayles|5|7"),
    ("compound", 0, "compound|diminished|take {2,3}|7|1|2"),
    ("compound", 0, "compound|selective|kayles 5 + nim 3|--misere"),
    ("compound", 0, "compound|continued|take 1..3|4"),
    ("error", 2, "compound|conjunctive|kayles"),
    ("rules", 0, "rules|take 1..k with k = 3|--set|k=5"),
    ("try", 1, "try|nim|--exe|true|--exe-limits|10"),
    ("gen", 0, "gen|kayles|--kind|losing"),
    ("gen-files", 0, "gen|kayles|--output|made"),
    ("games", 0, "games"),
    ("games", 0, "games|ghost"),
    ("games", 0, "games|kayles"),
    ("test", 0, "test|game.toml"),
    ("test", 1, "test|wrong.toml"),
    ("judge", 0, "judge|apples|<number.txt"),
    ("play", 0, "play|nim|1|2|<number.txt"),
    ("play", 0, "play|nim|3|<number.txt|--you|second|--seed|1"),
    ("play", 0, "play|kayles 5 + nim 3|--misere|<number.txt"),
    ("play", 0, "play|cram|9x9|--max-positions|10|--seed|1|<number.txt"),
    ("error", 2, "play|kayles|5|--level|clever"),
    ("completions", 0, "completions|bash"),
    ("man", 0, "man|pages"),
    ("explain-error", 0, "explain-error|G006"),
    ("error", 1, "check|false.cert"),
    ("error", 2, "kayles"),
    ("error", 2, "octal 0.79|5"),
    ("error", 2, "kayles|5|--frob"),
    ("error", 2, "kayles|5|--from|none.cert"),
    ("error", 2, "check|none.cert"),
    ("test", 0, "check|game.toml"),
    ("diff", 1, "check|kayles.b|octal 0.07"),
    ("explain-error", 0, "explain|G006"),
    ("compound", 0, "solve|nim|3|4|--compound|selective"),
    ("error", 2, "tables|query|nowhere|3x3"),
    ("error", 2, "test|none.toml"),
    ("error", 2, "test|broken.toml"),
    ("error", 2, "explain-error|G999"),
    ("error", 2, "table|chomp|5"),
    ("error", 2, "table|kayles|3|4|5"),
    ("error", 2, "games|nope"),
    ("error", 2, "prove|kayles|5"),
    ("error", 2, "prove|cram"),
    ("error", 2, "rules|kayles|5"),
    ("error", 2, "ghost|none.txt|a"),
    ("error", 2, "judge|trust|<number.txt"),
    ("error", 2, "solve|graph \"none.csv\"|a"),
    ("error", 2, "solve|graph \"moves.csv\"|z"),
    ("error", 2, "table|graph \"moves.csv\"|9"),
    ("error", 3, "bag: take \"abc\"|{aaaabbbbcccc}|--max-positions|1"),
    ("error", 3, "cram|30x30|--time|0.05"),
    ("error", 3, "table|kayles|10^12|--memory|64MiB"),
];

/// As [`LINES`], for lines that are records: without `schema`, and without reasons.
const RECORDS: &[&str] = &[
    "table|kayles|9|--ndjson",
    "table|kayles|9|--misere|--ndjson",
    "table|graph \"loops.csv\"|--ndjson",
    "table|graph \"moves.csv\"|--json",
    "atlas|octal 0.??|--to|100",
    "census|--size|2|--json",
];

/// A folder with the files that the commands name, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("grundy-{}-schema-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary folder");
        let false_certificate = include_str!("../cmd/files.in/false.cert");
        for (name, text) in [
            ("words.txt", "ghost\nghoul\nghosts\n"),
            ("game.toml", "name = \"pins\"\ngame = \"kayles\"\n[values]\n5 = 4\n7 = 2\n"),
            ("wrong.toml", "name = \"pins\"\ngame = \"kayles\"\n[values]\n5 = 3\n"),
            ("broken.toml", "game = \"kay"),
            ("moves.csv", "a,b\nb,a\nb,c\nd,c\n"),
            ("loops.csv", "a,b\nb,a\nc,a\nc,d\n"),
            ("parts.txt", "1 7\n2 4\n"),
            ("one.txt", "5 + 7\n"),
            ("wrong.txt", "x\n"),
            ("number.txt", "3\n"),
            ("kayles.b", "# Kayles\n0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n6 3\n7 2\n"),
            ("stripped.txt", "A002186 ,0,1,2,3,1,5,\nA000001 ,0,1,\n"),
            ("false.cert", false_certificate),
        ] {
            fs::write(path.join(name), text).expect("a file of the folder");
        }
        Folder(path)
    }

    /// The exit code and stdout of a command.
    fn run(&self, line: &str, json: bool) -> (Option<i32>, String) {
        let input = line.split('|').find_map(|word| word.strip_prefix('<'));
        let stdin = input.map_or_else(Stdio::null, |name| fs::File::open(self.0.join(name)).expect("a file").into());
        let words = line.split('|').filter(|word| !word.starts_with('<')).chain(json.then_some("--json"));
        let output = Command::new(cargo_bin!("grundy")).args(words).current_dir(&self.0).stdin(stdin).output();
        let output = output.expect("the program runs");
        (output.status.code(), String::from_utf8(output.stdout).expect("text"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn schema() -> Value {
    grundy_cli::schema::document()
}

/// The names of the kinds of objects.
fn kinds(schema: &Value) -> impl Iterator<Item = &str> {
    let all = schema["anyOf"].as_array().expect("a list").iter();
    all.map(|kind| kind["$ref"].as_str().and_then(|path| path.rsplit('/').next()).expect("a reference"))
}

#[test]
fn the_schema_is_made_from_the_types() {
    let mut made = Vec::new();
    let mut writer = Serializer::with_formatter(&mut made, PrettyFormatter::with_indent(b" "));
    grundy_cli::schema::document().serialize(&mut writer).expect("values are JSON");
    made.push(b'\n');
    // The book has a link to it.
    assert_written("../grundy-serve/src/schema.json", &made);
}

#[test]
fn the_page_on_json_has_the_tables_of_the_schema() {
    let page = "../../book/src/json.md";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).expect("the page");
    let written = text.find("## solve\n").expect("the first verb");
    assert_written(page, (text[..written].to_owned() + &schema_page::sections(&schema())).as_bytes());
}

/// Checks that a file has this text. With `GRUNDY_BLESS` it is written.
fn assert_written(place: &str, made: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(place);
    if std::env::var_os("GRUNDY_BLESS").is_some() {
        fs::write(&path, made).expect("the file can be written");
    }
    let same = fs::read(&path).is_ok_and(|kept| kept == made);
    assert!(same, "{} is not made from the types of the answers; GRUNDY_BLESS=1 writes it", path.display());
}

/// The validator of one entry of `$defs`.
fn validator(name: &str) -> Validator {
    let schema = schema();
    assert!(schema["$defs"][name].is_object(), "no entry {name}");
    let one = json!({
        "$schema": schema["$schema"],
        "$ref": format!("#/$defs/{name}"),
        "$defs": schema["$defs"],
    });
    jsonschema::validator_for(&one).expect("the schema is one of draft 2020-12")
}

fn assert_valid(validator: &Validator, value: &Value, line: &str) {
    let faults: Vec<String> = validator.iter_errors(value).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{line}: {faults:#?}\n{value}");
}

/// Checks that each `null` has its reason. `outside` are the reasons of the objects around, with
/// the names of the fields that lead from them to here.
fn assert_reasons(object: &Map<String, Value>, outside: &[(String, &Map<String, Value>)], line: &str) {
    let reason = |object: &Map<String, Value>, key: &str| object.get("reasons").is_some_and(|all| all[key].is_string());
    for (name, value) in object.iter().filter(|(name, _)| *name != "reasons") {
        let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
        if value.is_null() || list.iter().any(Value::is_null) {
            let around = outside.iter().any(|(path, object)| reason(object, &format!("{path}.{name}")));
            assert!(reason(object, name) || around, "{line}: no reason for {name}: {object:?}");
        }
        let mut inner: Vec<(String, &Map<String, Value>)> =
            outside.iter().map(|(path, object)| (format!("{path}.{name}"), *object)).collect();
        inner.push((name.clone(), object));
        for member in list.iter().chain([value]).filter_map(Value::as_object) {
            assert_reasons(member, &inner, line);
        }
    }
    // A reason without a `null` explains nothing.
    for name in object.get("reasons").and_then(Value::as_object).into_iter().flat_map(Map::keys) {
        if !name.contains('.') {
            assert!(object.get(name).is_some_and(Value::is_null), "{line}: {name} is not null: {object:?}");
        }
    }
}

#[test]
fn every_object_is_as_the_schema_says() {
    assert!(LINES.len() >= 60);
    let folder = Folder::new("objects");
    let whole = jsonschema::validator_for(&schema()).expect("the schema is one of draft 2020-12");
    for &(name, code, line) in LINES {
        let (found, out) = folder.run(line, true);
        assert_eq!(found, Some(code), "{line}: {out}");
        assert_eq!(out.lines().count(), 1, "{line}: {out}");
        let value: Value = serde_json::from_str(&out).unwrap_or_else(|why| panic!("{line}: {why}: {out}"));
        assert_valid(&validator(name), &value, line);
        assert_valid(&whole, &value, line);
        assert_eq!(value["schema"], 1, "{line}");
        assert_reasons(value.as_object().expect("an object"), &[], line);
        let filled = |key: &str| value["error"][key].as_str().is_some_and(|text| !text.is_empty());
        assert!(name != "error" || ["code", "message", "help"].iter().all(|key| filled(key)), "{line}: {value}");
    }
    // A question of the page, which no command asks.
    for game in ["kayles 5 + nim 3", "nim 20000", "cram 2x3"] {
        let line = ReplyLine::to(&json!({"verb": "board", "game": game}).to_string(), Limits::default()).line;
        let value: Value = serde_json::from_str(&line).expect("an answer is JSON");
        assert_valid(&validator("board"), &value, game);
        assert_reasons(value.as_object().expect("an object"), &[], game);
    }
    // Each entry for a verb has a command here.
    let used: HashSet<&str> = LINES.iter().map(|(name, ..)| *name).chain(["record", "survey", "board"]).collect();
    for name in kinds(&schema()) {
        assert!(used.contains(name), "{name} is not tested");
    }
}

/// The program writes the records of a survey line by line; requests have them in one object.
#[test]
fn a_survey_in_one_object_is_as_the_schema_says() {
    let whole = jsonschema::validator_for(&schema()).expect("the schema is one of draft 2020-12");
    for fields in
        [json!({"pattern": "octal 0.??", "up_to": 100, "shard": "1/2"}), json!({"left": 2, "splitting": true})]
    {
        let Value::Object(asked) = fields.clone() else { panic!("an object") };
        let request = grundy_verbs::Request::of("survey", asked).expect("a request");
        let reply = request.answer(&grundy::Run::new(grundy::Limits::default()));
        let value: Value = serde_json::from_str(&reply.line).expect("JSON");
        let line = fields.to_string();
        assert_valid(&validator("survey"), &value, &line);
        assert_valid(&whole, &value, &line);
        assert_reasons(value.as_object().expect("an object"), &[], &line);
        assert_eq!((&value["schema"], reply.code), (&json!(1), 0), "{line}");
    }
}

/// No query of the language is refused by every solver at present, so this one is made by hand.
#[test]
fn a_refused_plan_is_as_the_schema_says() {
    let query = grundy::games::query("kayles", "5 + 7", grundy::Question::Value).expect("a query");
    let none =
        grundy::plan::NoSolver(vec![("heap", "only for plain heaps".into()), ("search", "not this question".into())]);
    let value: Value = serde_json::from_str(&grundy_show::plan_json(&query, Err(&none))).expect("JSON");
    assert_valid(&validator("plan"), &value, "a refused plan");
    assert_reasons(value.as_object().expect("an object"), &[], "a refused plan");
    let refused = json!([
        {"solver": "heap", "refusal": "only for plain heaps"},
        {"solver": "search", "refusal": "not this question"},
    ]);
    assert_eq!((&value["refused"], &value["steps"], &value["solver"]), (&refused, &json!([]), &Value::Null));
    let error: Value = serde_json::from_str(&grundy_show::error_json(&none.into(), &grundy::help::Json)).expect("JSON");
    assert_valid(&validator("error"), &error, "a refused query");
    assert_eq!(error["error"]["code"], "no-solver");
}

#[test]
fn every_record_is_as_the_schema_says() {
    let folder = Folder::new("records");
    let validator = validator("record");
    for line in RECORDS {
        let (code, out) = folder.run(line, false);
        assert_eq!(code, Some(0), "{line}");
        assert!(out.lines().count() > 3, "{line}: {out}");
        for record in out.lines() {
            let value: Value = serde_json::from_str(record).unwrap_or_else(|why| panic!("{line}: {why}: {record}"));
            assert_valid(&validator, &value, line);
        }
    }
}

/// The schema refuses what it does not document.
#[test]
fn the_schema_refuses_unknown_fields_and_other_types() {
    let folder = Folder::new("refused");
    let (_, out) = folder.run("kayles|5", true);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    let validator = validator("solve");
    assert!(validator.is_valid(&answer));
    let altered: [fn(&mut Value); 5] = [
        |answer| answer["extra"] = json!(1),
        |answer| answer["value"] = json!("4"),
        |answer| answer["schema"] = json!(2),
        |answer| answer["winning_moves"][0]["extra"] = json!(1),
        |answer| drop(answer.as_object_mut().and_then(|answer| answer.remove("outcome"))),
    ];
    for (at, alter) in altered.iter().enumerate() {
        let mut other = answer.clone();
        alter(&mut other);
        assert!(!validator.is_valid(&other), "alteration {at}");
    }
}

/// Each object of the schema refuses other fields, and each of its fields is described.
#[test]
fn the_schema_describes_every_field() {
    fn walk(value: &Value, place: &str, fields: &mut usize) {
        if let (Some(properties), false) = (value["properties"].as_object(), place.ends_with("/properties")) {
            assert_eq!(value["additionalProperties"], false, "{place}");
            for (name, field) in properties {
                let about = field["description"].as_str().is_some_and(|about| !about.is_empty());
                assert!(about || name == "reasons", "{place}: {name} is not described");
                *fields += 1;
            }
        }
        match value {
            Value::Object(map) => map.iter().for_each(|(key, value)| walk(value, &format!("{place}/{key}"), fields)),
            Value::Array(list) => list.iter().for_each(|value| walk(value, place, fields)),
            _ => {}
        }
    }
    let mut fields = 0;
    walk(&schema()["$defs"], "", &mut fields);
    assert!(fields > 200, "{fields}");
}
