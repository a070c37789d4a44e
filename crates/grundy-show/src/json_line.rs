//! JSON that is written member by member, within the limits of a sheet.

use std::{collections::BTreeSet, fmt};

use serde_json::{Map, Value};

use crate::{
    json::{SCHEMA, explained, write},
    sheet::Sheet,
};

/// An object on one line that is written field by field, so that a long list is never held as
/// values.
pub(crate) struct Line<'s> {
    sheet: &'s mut Sheet,
    /// Whether a field was written.
    begun: bool,
}

impl<'s> Line<'s> {
    /// An object without fields.
    pub(crate) fn new(sheet: &'s mut Sheet) -> Line<'s> {
        Line { sheet, begun: false }
    }

    /// What the object is written to.
    pub(crate) fn sheet(&mut self) -> &mut Sheet {
        self.sheet
    }

    /// Writes the name of a field.
    fn name(&mut self, field: &str) -> fmt::Result {
        self.sheet.push(if self.begun { "," } else { "{" })?;
        self.begun = true;
        write(self.sheet, &Value::from(field))?;
        self.sheet.push(":")
    }

    /// Writes the fields, except for the reasons, which stay for the end.
    fn fields(&mut self, map: &mut Map<String, Value>) -> fmt::Result {
        let reasons = map.shift_remove("reasons");
        for (field, value) in std::mem::take(map) {
            self.name(&field)?;
            write(self.sheet, &value)?;
        }
        map.extend(reasons.map(|reasons| ("reasons".to_owned(), reasons)));
        Ok(())
    }

    /// Writes the fields, then a list, whose members are made one by one. Returns the names of the
    /// fields that are null in a member.
    pub(crate) fn list(
        &mut self,
        map: &mut Map<String, Value>,
        field: &str,
        members: impl IntoIterator<Item = Value>,
    ) -> Result<BTreeSet<String>, fmt::Error> {
        self.list_of(map, field, members, |_, member| Ok(member))
    }

    /// As [`Line::list`], of members that take memory of the sheet while they are made.
    pub(crate) fn list_of<T>(
        &mut self,
        map: &mut Map<String, Value>,
        field: &str,
        members: impl IntoIterator<Item = T>,
        mut value: impl FnMut(&mut Sheet, T) -> Result<Value, fmt::Error>,
    ) -> Result<BTreeSet<String>, fmt::Error> {
        self.fields(map)?;
        self.name(field)?;
        self.sheet.push("[")?;
        let mut nulls = BTreeSet::new();
        for (at, member) in members.into_iter().enumerate() {
            self.sheet.push(if at == 0 { "" } else { "," })?;
            let member = value(self.sheet, member)?;
            write(self.sheet, &member)?;
            let fields = member.as_object().into_iter().flatten();
            for (field, _) in fields.filter(|(_, value)| value.is_null()) {
                if !nulls.contains(field) {
                    nulls.insert(field.clone());
                }
            }
        }
        self.sheet.push("]")?;
        Ok(nulls)
    }

    /// Writes the last fields; `reasons` and `schema` are the last of all.
    pub(crate) fn end(mut self, mut map: Map<String, Value>) -> fmt::Result {
        self.fields(&mut map)?;
        map.insert("schema".into(), SCHEMA.into());
        for (field, value) in map {
            self.name(&field)?;
            write(self.sheet, &value)?;
        }
        self.sheet.push("}\n")
    }
}

/// Records why a field of the members of a list is null, if it is one of these.
pub(crate) fn nulls(map: &mut Map<String, Value>, nulls: &BTreeSet<String>, list: &str, field: &str, reason: &str) {
    if nulls.contains(field) {
        explained(map, &format!("{list}.{field}"), reason);
    }
}
