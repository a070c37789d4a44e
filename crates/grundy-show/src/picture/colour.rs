//! The colours of pictures: one style sheet, for light and dark surroundings.
//!
//! Values have light colours on a light ground and dark ones on a dark ground; neighbours are far
//! apart on the circle of hues. A value is always printed as well, so colour is never alone.
//! Colours are hexadecimal, since readers of SVG 1.1 draw what they do not know in black.

use std::{collections::BTreeSet, fmt::Write};

/// Value 0, and this many hues.
const PLACES: u64 = 361;

/// The channels of light colours: 70% saturation, 82% lightness.
const LIGHT: (u64, u64) = (177, 241);

/// The channels of dark colours: 45% saturation, 27% lightness.
const DARK: (u64, u64) = (38, 100);

/// The classes that every picture may use, on a light and on a dark ground.
const CLASSES: [(&str, &str, &str); 15] = [
    (".ground", "fill:#ffffff", "fill:#16181d"),
    (".ink", "fill:#1a1a1a", "fill:#ededed"),
    (".dim", "fill:#575757", "fill:#adb3bc"),
    (".heading", "font-weight:600", ""),
    (".halo", "fill:#1a1a1a;stroke:#ffffff;stroke-width:4;paint-order:stroke", "fill:#ededed;stroke:#16181d"),
    (".axis", "fill:none;stroke:#767676", "stroke:#8b929c"),
    (".grid", "fill:none;stroke:#e2e2e2", "stroke:#30343c"),
    (".edge", "fill:none;stroke:#767676", "stroke:#8b929c"),
    (".best", "fill:none;stroke:#1a7f37;stroke-width:2.5", "stroke:#4cc26b"),
    (".tip", "fill:#4a4a4a", "fill:#b8bec7"),
    (".box", "stroke:#4a4a4a", "stroke:#b8bec7"),
    (".mark", "fill:none;stroke:#000000;stroke-width:2", "stroke:#ffffff"),
    (".token", "fill:#1f5fbf", "fill:#7fb2f0"),
    (".plot", "fill:none;stroke:#1f5fbf", "stroke:#7fb2f0"),
    (".shade", "fill:#ffe2a8", "fill:#4d3c0f"),
];

/// Values with the same place have the same colour.
pub(super) fn place(value: u64) -> u64 {
    if value == 0 { 0 } else { (value - 1) % (PLACES - 1) + 1 }
}

/// The colour of a place, in hexadecimal.
pub(super) fn colour(place: u64, (low, high): (u64, u64)) -> String {
    let hue = place * 137 % 360;
    let step = (high - low) * (hue % 60) / 60;
    let (up, down) = (low + step, high - step);
    let [red, green, blue] = match hue / 60 {
        0 => [high, up, low],
        1 => [down, high, low],
        2 => [low, high, up],
        3 => [low, down, high],
        4 => [up, low, high],
        _ => [high, low, down],
    };
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The colour of a value on a light ground.
pub(super) fn light(value: u64) -> String {
    if value == 0 { "#ffffff".into() } else { colour(place(value), LIGHT) }
}

/// The style sheet of the picture with this name, with the colours of these places.
pub(super) fn style(id: &str, places: &BTreeSet<u64>) -> String {
    let mut text = format!("<style>\n#{id}{{max-width:100%;height:auto}}\n");
    for (class, light, _) in CLASSES {
        let _ = writeln!(text, "#{id} {class}{{{light}}}");
    }
    for &place in places {
        let _ = writeln!(text, "#{id} .v{place}{{fill:{}}}", light(place));
    }
    text.push_str("@media (prefers-color-scheme:dark){\n");
    for (class, _, dark) in CLASSES.iter().filter(|(_, _, dark)| !dark.is_empty()) {
        let _ = writeln!(text, "#{id} {class}{{{dark}}}");
    }
    for &place in places {
        let colour = if place == 0 { "#16181d".into() } else { colour(place, DARK) };
        let _ = writeln!(text, "#{id} .v{place}{{fill:{colour}}}");
    }
    text + "}\n</style>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The conversion of CSS Color 3, in floating point: hue in degrees, saturation and lightness.
    #[test]
    fn colours_are_hexadecimal() {
        for (channels, saturation, lightness) in [(LIGHT, 0.7, 0.82), (DARK, 0.45, 0.27)] {
            for place in 1..PLACES {
                let text = colour(place, channels);
                let digits = text.strip_prefix('#').expect("a hexadecimal colour");
                let own = u32::from_str_radix(digits, 16).expect("digits");
                assert_eq!(digits.len(), 6);
                let hue = (place * 137 % 360) as f64;
                for (at, shift) in [(0.0, 16), (8.0, 8), (4.0, 0)] {
                    let turn: f64 = (at + hue / 30.0) % 12.0;
                    let reach = saturation * f64::min(lightness, 1.0 - lightness);
                    let wanted = lightness - reach * (turn - 3.0).min(9.0 - turn).clamp(-1.0, 1.0);
                    let part = f64::from(own >> shift & 0xff);
                    assert!((part - 255.0 * wanted).abs() < 2.1, "{place}: {text}");
                }
            }
        }
        assert_eq!((light(0), place(360), place(361)), ("#ffffff".into(), 360, 1));
    }

    /// The contrast of the Web Content Accessibility Guidelines: at least 4.5 to 1 for text.
    #[test]
    fn text_is_readable_on_every_colour() {
        let luminance = |text: &str| {
            let own = u32::from_str_radix(&text[1..], 16).expect("digits");
            let part = |shift: u32| {
                let part = f64::from(own >> shift & 0xff) / 255.0;
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
        };
        let contrast = |one: &str, other: &str| {
            let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
            f64::max(one, other) / f64::min(one, other)
        };
        for place in 1..PLACES {
            assert!(contrast("#1a1a1a", &colour(place, LIGHT)) >= 4.5, "{place}");
            assert!(contrast("#ededed", &colour(place, DARK)) >= 4.5, "{place}");
        }
        for (text, ground) in [
            ("#1a1a1a", "#ffe2a8"),
            ("#ededed", "#4d3c0f"),
            ("#575757", "#ffffff"),
            ("#adb3bc", "#16181d"),
            ("#575757", "#ffe2a8"),
            ("#adb3bc", "#4d3c0f"),
        ] {
            assert!(contrast(text, ground) >= 4.5, "{text} on {ground}");
        }
    }
}
