//! The writer of SVG: a few shapes with classes, and the frame of a picture.
//!
//! Every picture has a title and a description for readers that do not see it, colours for light
//! and dark surroundings, and nothing from outside of it. Its names begin with a digest of its
//! title, so that several pictures on one page do not meet. Equal input gives equal bytes: numbers
//! have at most one digit after the point, and nothing depends on a clock or a hash of the process.

use std::{collections::BTreeSet, fmt, fmt::Write};

use super::colour;

/// The space around a picture.
pub(crate) const MARGIN: f64 = 12.0;

/// The height of a line of text.
const LINE: f64 = 17.0;

/// An estimate of the width of a letter, for common fonts of 12 units.
const LETTER: f64 = 7.2;

/// A heading is broken into lines of at least this many letters.
const NARROWEST: usize = 56;

/// Where a text stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// The text begins at its point.
    Start,
    /// The text has its middle at its point.
    Middle,
    /// The text ends at its point.
    End,
}

/// A number with at most one digit after the point.
pub(crate) struct Length(pub f64);

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        let tenths = tenths.unsigned_abs();
        write!(f, "{sign}{}", tenths / 10)?;
        if tenths.is_multiple_of(10) { Ok(()) } else { write!(f, ".{}", tenths % 10) }
    }
}

/// The shapes of a picture. The origin is the corner below the heading.
pub(crate) struct Svg {
    /// The kind of picture, which is a class of the frame.
    kind: &'static str,
    /// The heading.
    title: String,
    /// What all names of the picture begin with.
    id: String,
    /// The shapes so far.
    body: String,
    /// The colours that are used, which the style sheet has.
    values: BTreeSet<u64>,
    /// Whether an arrow is used, so that the mark of its end is defined.
    tips: bool,
    /// Whether parts are marked, so that they can be pressed.
    pressable: bool,
}

impl Svg {
    /// An empty picture of this kind.
    pub(crate) fn new(kind: &'static str, title: String) -> Svg {
        let id = format!("g{:08x}", digest(kind, &title));
        Svg { kind, title, id, body: String::new(), values: BTreeSet::new(), tips: false, pressable: false }
    }

    /// As [`Svg::new`], with parts that can be pressed.
    pub(crate) fn pressable(kind: &'static str, title: String) -> Svg {
        Svg { pressable: true, ..Svg::new(kind, title) }
    }

    /// Whether parts are marked.
    pub(crate) fn is_pressable(&self) -> bool {
        self.pressable
    }

    /// Draws a part of this number, which readers that do not see it know by its label.
    pub(crate) fn part(&mut self, number: usize, label: fmt::Arguments<'_>, draw: impl FnOnce(&mut Svg)) {
        if self.pressable {
            let label = escaped(&label.to_string());
            self.raw(format_args!(r#"<g class="part" data-part="{number}" aria-label="{label}">"#));
        }
        draw(self);
        if self.pressable {
            self.raw(format_args!("</g>"));
        }
    }

    /// A rectangle that is pressed in place of a part that is too small for a finger.
    pub(crate) fn target(&mut self, at: (f64, f64), size: (f64, f64)) {
        if self.pressable {
            self.rect(at, size, "target");
        }
    }

    /// A name that no other picture has.
    pub(crate) fn name(&self, own: &str) -> String {
        format!("{}-{own}", self.id)
    }

    /// The class of a shape in the colour of this value.
    pub(crate) fn value(&mut self, value: u64) -> String {
        let place = colour::place(value);
        self.values.insert(place);
        format!("v{place}")
    }

    /// A shape as text, as the format has it.
    pub(crate) fn raw(&mut self, text: fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(text);
        self.body.push('\n');
    }

    /// A rectangle.
    pub(crate) fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str) {
        let [x, y, width, height] = [x, y, width, height].map(Length);
        self.raw(format_args!(r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#));
    }

    /// A circle.
    pub(crate) fn circle(&mut self, (x, y): (f64, f64), radius: f64, class: &str) {
        let [x, y, radius] = [x, y, radius].map(Length);
        self.raw(format_args!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{radius}"/>"#));
    }

    /// A straight line.
    pub(crate) fn line(&mut self, (x, y): (f64, f64), (to_x, to_y): (f64, f64), class: &str) {
        let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(Length);
        self.raw(format_args!(r#"<path class="{class}" d="M{x} {y}L{to_x} {to_y}"/>"#));
    }

    /// A line of text.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let (x, y, text) = (Length(x), Length(y), escaped(text));
        self.raw(format_args!(r#"<text class="{class}" x="{x}" y="{y}"{anchor}>{text}</text>"#));
    }

    /// The mark at the end of an arrow, as an attribute.
    pub(crate) fn tip(&mut self) -> String {
        self.tips = true;
        format!(r#" marker-end="url(#{})""#, self.name("tip"))
    }

    /// The shapes alone, on a ground of this size, whose colours are those of the page around it.
    pub(crate) fn bare(self, (width, height): (f64, f64)) -> String {
        const EDGE: f64 = 2.0;
        let Svg { kind, id, body, tips, .. } = self;
        let (wide, high, edge) = (Length(width + 2.0 * EDGE), Length(height + 2.0 * EDGE), Length(-EDGE));
        let arrow = if tips { arrow(&id) } else { String::new() };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"grundy {kind}\" width=\"{wide}\" height=\"{high}\" viewBox=\"{edge} {edge} {wide} {high}\" \
             font-size=\"12\">\n{arrow}{body}</svg>\n"
        )
    }

    /// The picture: the heading, the shapes on a ground of this size, and the lines below them.
    /// `about` describes it for readers that do not see it.
    pub(crate) fn finish(self, (width, height): (f64, f64), below: &[String], about: &str) -> String {
        let Svg { kind, title, id, body, values, tips, .. } = self;
        let letters = ((width / LETTER) as usize).max(NARROWEST);
        let heading = wrapped(&title, letters);
        let below: Vec<String> = below.iter().flat_map(|line| wrapped(line, letters)).collect();
        let longest = heading.iter().chain(&below).map(|line| room(line)).fold(width, f64::max);
        let top = MARGIN + LINE * heading.len() as f64 + 6.0;
        let whole = Length(longest + 2.0 * MARGIN);
        let foot = if below.is_empty() { 0.0 } else { 6.0 + LINE * below.len() as f64 };
        let high = Length(top + height + foot + MARGIN);
        let (name, about) = (escaped(&title), escaped(about));
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\" class=\"grundy {kind}\" width=\"{whole}\" \
             height=\"{high}\" viewBox=\"0 0 {whole} {high}\" role=\"img\" aria-labelledby=\"{id}-title {id}-about\" \
             font-family=\"sans-serif\" font-size=\"12\">\n\
             <title id=\"{id}-title\">{name}</title>\n<desc id=\"{id}-about\">{about}</desc>\n"
        );
        text.push_str(&colour::style(&id, &values));
        if tips {
            text.push_str(&arrow(&id));
        }
        let _ = writeln!(text, "<rect class=\"ground\" width=\"{whole}\" height=\"{high}\"/>");
        let mut written = |lines: &[String], class: &str, from: f64| {
            for (at, line) in lines.iter().enumerate() {
                let (x, y) = (Length(MARGIN), Length(from + LINE * at as f64));
                let _ = writeln!(text, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(line));
            }
        };
        written(&heading, "ink heading", MARGIN + 12.0);
        written(&below, "dim", top + height + 18.0);
        let _ = write!(text, "<g transform=\"translate({} {})\">\n{body}</g>\n</svg>\n", Length(MARGIN), Length(top));
        text
    }
}

/// The mark at the end of the arrows of this picture.
fn arrow(id: &str) -> String {
    format!(
        "<defs><marker id=\"{id}-tip\" class=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" \
         markerWidth=\"7\" markerHeight=\"7\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
         <path d=\"M0 0 8 4 0 8z\"/></marker></defs>\n"
    )
}

/// An estimate of the width of a text.
pub(crate) fn room(text: &str) -> f64 {
    LETTER * letters(text) as f64
}

/// The width of a text in letters: those of the East are twice as wide.
fn letters(text: &str) -> usize {
    text.chars().map(|letter| if letter >= '\u{1100}' { 2 } else { 1 }).sum()
}

/// A text in lines of at most this many letters, broken between words where that is possible.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let mut rest = word;
        loop {
            let line = lines.last_mut().expect("there is a first line");
            let gap = usize::from(!line.is_empty());
            if letters(line) + gap + letters(rest) <= most {
                line.push_str(if gap == 1 { " " } else { "" });
                line.push_str(rest);
                break;
            }
            if gap == 1 {
                lines.push(String::new());
                continue;
            }
            let mut wide = 0;
            let cut = rest.char_indices().find(|(_, letter)| {
                wide += letters(letter.encode_utf8(&mut [0; 4]));
                wide > most
            });
            let cut = cut.map_or(rest.len(), |(at, letter)| if at == 0 { letter.len_utf8() } else { at });
            line.push_str(&rest[..cut]);
            rest = &rest[cut..];
            if rest.is_empty() {
                break;
            }
            lines.push(String::new());
        }
    }
    lines
}

/// A text as XML has it, inside of an element or of an attribute. Signs that XML cannot have become
/// U+FFFD.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..'\u{20}' | '\u{7f}'..'\u{a0}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(sign),
        }
    }
    out
}

/// FNV-1a of the kind and the title.
fn digest(kind: &str, title: &str) -> u32 {
    let bytes = kind.bytes().chain([0]).chain(title.bytes());
    bytes.fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_digit_after_the_point_at_most() {
        let texts = [3.0, -0.04, -0.06, 12.34, 0.05, -7.55].map(|number| Length(number).to_string());
        assert_eq!(texts, ["3", "0", "-0.1", "12.3", "0.1", "-7.6"]);
    }

    #[test]
    fn texts_are_escaped_and_signs_that_xml_lacks_are_replaced() {
        assert_eq!(
            escaped("a<b> & \"c\"\n\u{1}\u{7f}\u{ffff}é"),
            "a&lt;b&gt; &amp; &quot;c&quot; \u{fffd}\u{fffd}\u{fffd}é"
        );
    }

    #[test]
    fn lines_are_broken_between_words_or_inside_of_long_ones() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("ab cdefghijkl m", 5), ["ab", "cdefg", "hijkl", "m"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(wrapped("漢字漢字", 5), ["漢字", "漢字"]);
    }

    #[test]
    fn a_picture_has_a_title_a_description_and_names_of_its_own() {
        let mut svg = Svg::new("test", "a <b>".into());
        let class = svg.value(3);
        svg.rect((0.0, 0.0), (5.0, 5.0), &class);
        let other = Svg::new("test", "a".into()).name("x");
        assert_ne!(svg.name("x"), other);
        let text = svg.finish((5.0, 5.0), &["below".into()], "about & more");
        assert!(text.contains(">a &lt;b&gt;</title>") && text.contains(">about &amp; more</desc>"), "{text}");
        assert!(text.contains("role=\"img\"") && text.contains("prefers-color-scheme"), "{text}");
    }
}
