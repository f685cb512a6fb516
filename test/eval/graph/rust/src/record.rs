//! Writes the records of truth.ts as JSON by hand, since Rust names and paths need no escaping except for quotes and backslashes.

use crate::definitions::Definition;

pub fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', " "))
}

fn format_position(definition: &Definition) -> String {
    let Definition { path, line, name, .. } = definition;
    format!("\"path\":{},\"line\":{line},\"name\":{}", quote(path), quote(name))
}

pub fn write_definition(definition: &Definition) {
    let Definition { kind, start_line, nested, .. } = definition;
    let position = format_position(definition);
    println!("{{\"record\":\"definition\",{position},\"kind\":\"{kind}\",\"startLine\":{start_line},\"nested\":{nested}}}");
}

pub struct Call<'a> {
    pub path: &'a str,
    pub line: usize,
    pub start_line: usize,
    pub name: &'a str,
    pub to: Vec<&'a Definition>,
    pub how: &'a str,
    pub form: &'a str,
    pub caller: Option<(String, usize)>,
}

pub fn write_call(call: &Call) {
    let Call { path, line, start_line, name, how, form, .. } = call;
    let to = match call.to.is_empty() {
        true => "null".to_string(),
        false => format!("[{}]", call.to.iter().map(|to| format!("{{{}}}", format_position(to))).collect::<Vec<_>>().join(",")),
    };
    let caller = match &call.caller {
        None => "null".to_string(),
        Some((name, line)) => format!("{{\"name\":{},\"line\":{line}}}", quote(name)),
    };
    println!(
        "{{\"record\":\"call\",\"path\":{},\"line\":{line},\"startLine\":{start_line},\"name\":{},\"to\":{to},\"how\":\"{how}\",\
         \"form\":\"{form}\",\"caller\":{caller},\"also\":[]}}",
        quote(path),
        quote(name)
    );
}

pub fn write_import(path: &str, line: usize, target: &str, required: bool) {
    let (path, target) = (quote(path), quote(target));
    println!("{{\"record\":\"import\",\"path\":{path},\"line\":{line},\"target\":{target},\"required\":{required}}}");
}

pub fn write_about(files: usize, skipped: &[String]) {
    let skipped = skipped.iter().map(|path| quote(path)).collect::<Vec<_>>().join(",");
    println!("{{\"record\":\"about\",\"language\":\"rust\",\"files\":{files},\"skipped\":[{skipped}],\"tool\":\"syn\"}}");
}
