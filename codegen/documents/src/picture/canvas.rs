//! The SVG of a picture: outlines by their style, and text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::flow::flow;
use super::sketch::Sketch;

/// The width of a picture in pixels: that of a page on a phone.
pub(super) const WIDTH: usize = 340;

/// The namespace of SVG. The element of the style has a prefix, so that nobody takes its end for that of a style of HTML
/// around the picture.
const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// The style of a picture, on light and dark pages. It has no `#` and no `%`, which end or escape an address, and no
/// quotation mark.
const STYLE: &str = "\
svg{--c:white;--i:rgb(31 35 40);--s:rgb(89 99 110)}\
@media(prefers-color-scheme:dark){svg{--c:rgb(22 27 34);--i:rgb(230 237 243);--s:rgb(145 152 161)}}\
text{font:11px ui-monospace,Menlo,Consolas,monospace;fill:var(--i)}\
.s text{font-size:9px;fill:var(--s)}\
path{stroke:var(--s);fill:none}\
rect{fill:var(--c)}\
.d{stroke-dasharray:3 2}";

/// The colours of numbers that govern fields, and of these fields: red, green and blue. They are laid over the page.
const HUES: [(u8, u8, u8); 12] = [
    (56, 139, 253),
    (219, 109, 40),
    (46, 160, 67),
    (163, 113, 247),
    (219, 97, 162),
    (187, 128, 9),
    (20, 170, 180),
    (210, 50, 50),
    (120, 120, 60),
    (90, 80, 200),
    (150, 200, 40),
    (140, 90, 60),
];

/// The inside of an outline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fill {
    /// As the page: of frames, and of reserved space.
    Empty,
    /// That of a field.
    Grey,
    /// That of a number and the fields that it governs.
    Hue(usize),
}

/// The size of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    /// Names.
    Large,
    /// All else.
    Small,
}

impl Letters {
    /// The width of a text in pixels, or a little more.
    pub(super) fn width(self, text: &str) -> usize {
        text.chars().count().saturating_mul(self.tenths()).div_ceil(10)
    }

    /// The text, or its beginning if it is wider than so many pixels.
    pub(super) fn cut(self, text: &str, width: usize) -> String {
        if self.width(text) <= width {
            return text.to_owned();
        }
        let letters = width.saturating_mul(10) / self.tenths();
        let cut: String = text.chars().take(letters.saturating_sub(2)).collect();
        format!("{}..", cut.trim_end())
    }

    /// The width of a letter in tenths of a pixel.
    const fn tenths(self) -> usize {
        match self {
            Self::Large => 67,
            Self::Small => 55,
        }
    }
}

/// A place and a size in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Area {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) width: usize,
    pub(super) height: usize,
}

/// The outlines and texts of a picture.
#[derive(Default)]
pub(super) struct Canvas {
    /// Outlines by their style: the inside, and whether the line is dashed.
    outlines: BTreeMap<(Fill, bool), String>,
    large: String,
    small: String,
}

impl Canvas {
    /// The SVG of a sketch.
    pub(super) fn draw(sketch: &Sketch) -> String {
        let mut canvas = Self::default();
        let height = flow(&mut canvas, &sketch.pieces, sketch.shown());
        canvas.svg(&sketch.title, height)
    }

    /// A box; one of which packets differ in the size has a torn end.
    pub(super) fn outline(&mut self, fill: Fill, dashed: bool, area: Area, torn: bool) {
        let Area { x, y, width, height } = area;
        let end = match torn {
            true => format!("l{}v{}", vec!["-3 4 3 4"; height / 8].join(" "), height % 8),
            false => format!("v{height}"),
        };
        let _ = write!(self.path(fill, dashed), "M{x} {y}h{width}{end}h-{width}z");
    }

    /// The next element behind a box.
    pub(super) fn shadow(&mut self, dashed: bool, area: Area) {
        let (x, y) = (area.x.saturating_add(area.width).saturating_add(3), area.y.saturating_add(3));
        let _ = write!(self.path(Fill::Empty, dashed), "M{x} {y}v{0}h-{1}", area.height, area.width);
    }

    fn path(&mut self, fill: Fill, dashed: bool) -> &mut String {
        self.outlines.entry((fill, dashed)).or_default()
    }

    /// A text that begins at a place of its base line.
    pub(super) fn text(&mut self, letters: Letters, x: usize, y: usize, text: &str) {
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace(['"', '\''], "&apos;");
        let out = match letters {
            Letters::Large => &mut self.large,
            Letters::Small => &mut self.small,
        };
        let _ = write!(out, "<text x='{x}' y='{y}'>{text}</text>");
    }

    fn svg(&self, title: &str, height: usize) -> String {
        let size = format!("width='{WIDTH}' height='{height}'");
        let mut out = format!(
            "<svg xmlns='{NAMESPACE}' xmlns:s='{NAMESPACE}' {size} viewBox='0 0 {WIDTH} {height}'>\
             <title>Bytes of {title}</title><s:style>{STYLE}"
        );
        let fills: std::collections::BTreeSet<Fill> = self.outlines.keys().map(|(fill, _)| *fill).collect();
        for fill in fills {
            let (red, green, blue, strength) = match fill {
                Fill::Empty => continue,
                Fill::Grey => (128, 128, 128, ".12"),
                Fill::Hue(hue) => {
                    let (red, green, blue) = HUES.get(hue % HUES.len()).copied().unwrap_or_default();
                    (red, green, blue, ".28")
                }
            };
            let _ = write!(out, ".{}{{fill:rgb({red} {green} {blue}/{strength})}}", class(fill));
        }
        let _ = write!(out, "</s:style><rect {size} rx='6'/>");
        for ((fill, dashed), path) in &self.outlines {
            let dashed = if *dashed { " d" } else { "" };
            let _ = write!(out, "<path class='{}{dashed}' d='{path}'/>", class(*fill));
        }
        let _ = write!(out, "{}<g class='s'>{}</g></svg>", self.large, self.small);
        out
    }
}

fn class(fill: Fill) -> String {
    match fill {
        Fill::Empty => "e".to_owned(),
        Fill::Grey => "g".to_owned(),
        Fill::Hue(hue) => format!("h{}", hue % HUES.len()),
    }
}
