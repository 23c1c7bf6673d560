//! `FINDINGS.md`: cases that are known to fail, with the value that they fail with.

use std::collections::BTreeMap;

/// Parses the table of `suite` in the text of `FINDINGS.md`: from the case to the value.
///
/// A table stands under a heading `## suite` and has the columns case, value and reason; all three are needed.
///
/// # Errors
/// When there is no such heading, or a row lacks a column; the line in question.
pub fn parse(text: &str, suite: &str) -> Result<BTreeMap<String, String>, String> {
    let heading = format!("## {suite}");
    let lines = text.lines().skip_while(|line| line.trim() != heading).skip(1);
    let section: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    if section.is_empty() {
        return Err(format!("FINDINGS.md has no {heading:?}"));
    }
    let mut findings = BTreeMap::new();
    for line in section.iter().filter(|line| line.starts_with('|')).skip(2) {
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        let [case, value, reason] = cells[..] else { return Err(format!("not three columns: {line}")) };
        if [case, value, reason].iter().any(|cell| cell.is_empty()) {
            return Err(format!("an empty column: {line}"));
        }
        findings.insert(case.trim_matches('`').to_owned(), value.trim_matches('`').to_owned());
    }
    Ok(findings)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# F\n\n## one\n\n| case | value | reason |\n|---|---|---|\n| a.b | `1 vs 2` | why |\n\n## two\n\n| case | value | reason |\n|---|---|---|\n| c | d |\n";

    #[test]
    fn a_table_is_found_by_its_heading() {
        let one = parse(TEXT, "one").expect("a table");
        assert_eq!(one.into_iter().collect::<Vec<_>>(), [("a.b".to_owned(), "1 vs 2".to_owned())]);
    }

    #[test]
    fn rows_without_a_reason_and_missing_tables_are_errors() {
        assert!(parse(TEXT, "two").is_err());
        assert!(parse(TEXT, "three").is_err());
    }
}
