//! What reads the examples of features: generated code of each struct and message that has some.

use wireform::prelude::*;
use wireform_build::model::Code;
use wireform_tests::features::hooks::{Key, Sum};
use wireform_tests::features::ranges::Slot8;
use wireform_tests::features::sessions::Mode;
use wireform_tests::features::*;

use crate::hooks::{TABLE, round};

/// Generated code of a struct or a message, and what its receiver knows.
pub(super) struct Reader {
    /// The name of the schema.
    pub feature: &'static str,
    /// The version, where there are several: `v260`.
    pub version: &'static str,
    pub record: &'static str,
    /// Numbers for its parameters, and for those values of the session that are known.
    pub known: &'static [Code],
    /// What it makes of bytes: the same value written again.
    pub again: fn(&[u8]) -> Result<Vec<u8>, String>,
}

/// `reader!("by" "Login": by::payload::LoginView, (by::payload::LoginKnown { loud: true } => 1))`, and behind a semicolon
/// the functions of the program.
macro_rules! reader {
    (
        $feature:literal $($version:ident)? $record:literal: $view:ty
        $(, ($known:expr $(=> $($code:expr),+)?))? $(; $hooks:expr)?
    ) => {
        {
            fn again(bytes: &[u8]) -> Result<Vec<u8>, String> {
                let view = <$view>::parse_exact(bytes $(, $known)?);
                $(let view = view.and_then(|view| view.verify(&$hooks));)?
                let view = view.map_err(|error| error.to_string())?;
                let value = view.to_value();
                let mut out = vec![0; reader!(@len value [$($known)?] [$($hooks)?])];
                let written = value.write(&mut out $(, $known)? $(, &$hooks)?);
                assert_eq!(written, Ok(out.len()), "what was read can be written");
                assert_eq!(view.as_bytes(), bytes);
                Ok(out)
            }

            Reader {
                feature: $feature,
                version: concat!($(stringify!($version))?),
                record: $record,
                known: &[$($($($code),+)?)?],
                again,
            }
        }
    };
    (@len $value:ident [] []) => { $value.encoded_len() };
    (@len $value:ident [$known:expr] []) => { $value.encoded_len_known($known) };
    (@len $value:ident [$($known:expr)?] [$hooks:expr]) => { $value.encoded_len($($known)?) };
}

/// The schema, which does not know the function, has an example in which the sum of nothing is 7.
fn sum(data: &[u8]) -> u8 {
    match TABLE.sum(data) {
        0 => 7,
        sum => sum,
    }
}

/// As many as there are.
fn digest(data: &[u8]) -> u64 {
    data.len() as u64
}

/// And one in which what is mixed is always nothing.
fn mixed(_: &[u8], _: Key, _: bool, _: u8) -> u32 {
    0
}

/// How many bytes there are, below ones, of which there are more than a number of odd width has.
struct Counts;

impl hooks::Four for Counts {
    fn four(&self, data: &[u8]) -> u32 {
        0xFFFF_FF00 | u32::from(counted(data))
    }
}

impl hooks::Five for Counts {
    fn five(&self, data: &[u8]) -> u64 {
        !0xFF | u64::from(counted(data))
    }
}

impl hooks::Six for Counts {
    fn six(&self, data: &[u8], wide: bool) -> u64 {
        !0xFF | u64::from(counted(data)) | u64::from(wide)
    }
}

impl hooks::Seven for Counts {
    fn seven(&self, data: &[u8]) -> u64 {
        !0xFF | u64::from(counted(data))
    }
}

fn counted(data: &[u8]) -> u8 {
    data.len().try_into().unwrap_or(u8::MAX)
}

/// The functions of a protocol with names of one letter.
struct Letters;

impl names::H_ for Letters {
    fn h(&self, data: &[u8], e: names::F_) -> u8 {
        sum(data).wrapping_add(e.code())
    }
}

impl names::Sum for Letters {
    fn sum(&self, data: &[u8]) -> u8 {
        sum(data)
    }
}

pub(super) const READERS: &[Reader] = &[
    reader!("aliases" "OfConstant": aliases::OfConstantView),
    reader!("aliases" "OfVarConstant": aliases::OfVarConstantView),
    reader!("aliases" "OfTextConstant": aliases::OfTextConstantView),
    reader!("aliases" "OfFloatConstant": aliases::OfFloatConstantView),
    reader!("aliases" "OfEnumConstant": aliases::OfEnumConstantView),
    reader!("aliases" "OfConstantFlags": aliases::OfConstantFlagsView),
    reader!("aliases" "OfNothing": aliases::OfNothingView),
    reader!("aligning" "Call": aligning::CallView),
    reader!("aligning" "Opaque": aligning::OpaqueView),
    reader!("aligning" "Opaques": aligning::OpaquesView),
    reader!("aligning" "Binding": aligning::BindingView),
    reader!("aligning" "Chunk": aligning::ChunkView),
    reader!("aligning" "Steady": aligning::SteadyView),
    reader!("aligning" "Sizes": aligning::SizesView),
    reader!("aligning" "Named": aligning::NamedView),
    reader!("aligning" "Places": aligning::PlacesView, (aligning::PlacesKnown { size: 5 } => 5)),
    reader!("aligning" "Words": aligning::packet::WordsView),
    reader!("aligning" "Pairs": aligning::packet::PairsView),
    reader!("aligning" "Text": aligning::wide::TextView),
    reader!("by" "Bits": by::BitsView),
    reader!("by" "Login": by::payload::LoginView, (by::payload::LoginKnown { loud: true } => 1)),
    reader!("by" "Main": by::MainView),
    reader!("by" "Places": by::PlacesView),
    reader!("chains" "Placed": chains::PlacedView),
    reader!("chains" "Typed": chains::TypedView),
    reader!("chains" "Name": chains::NameView),
    reader!("chains" "Tiles": chains::TilesView),
    reader!("chains" "All": chains::AllView),
    reader!("chains" "Options": chains::OptionsView),
    reader!("chains" "Records": chains::RecordsView),
    reader!("chains" "Words": chains::WordsView),
    reader!("chains" "Padded": chains::PaddedView),
    reader!("chains" "Filled": chains::FilledView),
    reader!("checked" "Counted": checked::CountedView, (checked::CountedKnown { wide: false } => 0)),
    reader!("checked" "Counted": checked::CountedView, (checked::CountedKnown { wide: true } => 1)),
    reader!("checked" "Report": checked::ReportView),
    reader!("checked" "Sentinel": checked::SentinelView),
    reader!("checked" "Shared": checked::SharedView),
    reader!("checked" "Sized": checked::SizedView),
    reader!("checked" "Sometimes": checked::SometimesView),
    reader!("checked" "Table": checked::TableView),
    reader!("checked" "Widths": checked::WidthsView, (checked::WidthsKnown { long: false } => 0)),
    reader!("checksums" "Main": checksums::MainView),
    reader!("checksums" "Perhaps": checksums::PerhapsView, (checksums::PerhapsKnown { sealed: true } => 1)),
    reader!("checksums" "Perhaps": checksums::PerhapsView, (checksums::PerhapsKnown { sealed: false } => 0)),
    reader!("checksums" "Around": checksums::AroundView),
    reader!("checksums" "Hdlc": checksums::HdlcView),
    reader!("checksums" "Widths": checksums::WidthsView),
    reader!("choices" "Alone": choices::AloneView, (choices::AloneKnown { kind: 7 } => 7)),
    reader!("choices" "Hop": choices::HopView, (choices::HopKnown { side: 0 } => 0)),
    reader!("choices" "Hop": choices::HopView, (choices::HopKnown { side: 7 } => 7)),
    reader!("choices" "Hop": choices::HopView, (choices::HopKnown { side: 9 } => 9)),
    reader!("choices" "Main": choices::MainView),
    reader!("choices" "Notice": choices::NoticeView),
    reader!("choices" "Reached": choices::ReachedView),
    reader!("choices" "Outward": choices::OutwardView),
    reader!("choices" "Told": choices::ToldView, (choices::ToldKnown { kind: 4 } => 4)),
    reader!("choices" "Told": choices::ToldView, (choices::ToldKnown { kind: 1 } => 1)),
    reader!("choices" "Marked": choices::MarkedView),
    reader!("choices" "Twenty": choices::TwentyView, (choices::TwentyKnown { kind: 18 } => 18)),
    reader!("choices" "Twenty": choices::TwentyView, (choices::TwentyKnown { kind: 19 } => 19)),
    reader!("counting" "Bounded": counting::BoundedView),
    reader!("counting" "Main": counting::MainView),
    reader!("deltas" "Main": deltas::MainView),
    reader!("deltas" "Poses": deltas::PosesView),
    reader!("deltas" "Orbits": deltas::OrbitsView),
    reader!("deltas" "Update": deltas::UpdateView),
    reader!("endings" "Main": endings::MainView),
    reader!("endings" "Kept": endings::KeptView),
    reader!("endings" "Left": endings::LeftView),
    reader!("endings" "Around": endings::AroundView),
    reader!("endings" "Headers": endings::HeadersView),
    reader!("endings" "Before": endings::BeforeView),
    reader!("endings" "Numbers": endings::NumbersView),
    reader!("endings" "Filled": endings::FilledView),
    reader!("ends" "Deep": ends::DeepView),
    reader!("ends" "Main": ends::MainView),
    reader!("ends" "Page": ends::PageView),
    reader!("ends" "Shapes": ends::ShapesView),
    reader!("ends" "Signs": ends::SignsView),
    reader!("families" "Unknowns": families::UnknownsView),
    reader!("filling" "Areas": filling::AreasView, (filling::AreasKnown { size: 1 } => 1)),
    reader!("filling" "Areas": filling::AreasView, (filling::AreasKnown { size: 2 } => 2)),
    reader!("filling" "Areas": filling::AreasView, (filling::AreasKnown { size: 4 } => 4)),
    reader!("filling" "Grouped": filling::GroupedView),
    reader!("filling" "Spare": filling::SpareView),
    reader!("filling" "Texts": filling::TextsView),
    reader!("given" "Lanes": given::messages::LanesView, (given::messages::LanesKnown { lanes: Some(2) } => 2)),
    reader!("given" "Lanes": given::messages::LanesView, (given::messages::LanesKnown { lanes: Some(3) } => 3)),
    reader!("given" "Lanes": given::messages::LanesView, (given::messages::LanesKnown { lanes: Some(0) } => 0)),
    reader!("given" "Lanes": given::messages::LanesView, (given::messages::LanesKnown { lanes: None })),
    reader!("given" "Main": given::MainView, (given::MainKnown { lanes: None })),
    reader!("given" "Told": given::ToldView, (given::ToldKnown { count: 0 } => 0)),
    reader!("given" "Told": given::ToldView, (given::ToldKnown { count: 1 } => 1)),
    reader!("given" "Told": given::ToldView, (given::ToldKnown { count: 2 } => 2)),
    reader!("given" "Told": given::ToldView, (given::ToldKnown { count: 5 } => 5)),
    reader!("given" "Worked": given::WorkedView),
    reader!("groups" "Main": groups::MainView),
    reader!("groups" "Marked": groups::MarkedView),
    reader!("groups" "Sorted": groups::SortedView),
    reader!("hooks" "Digested": hooks::DigestedView; digest),
    reader!("hooks" "Ended": hooks::EndedView; sum),
    reader!("hooks" "Frame": hooks::FrameView; sum),
    reader!("hooks" "Headed": hooks::HeadedView; sum),
    reader!("hooks" "Main": hooks::MainView; TABLE),
    reader!("hooks" "Moved": hooks::MovedView; sum),
    reader!("hooks" "Sized": hooks::SizedView; sum),
    reader!("hooks" "Move": hooks::to_server::MoveView, (hooks::to_server::MoveKnown { sequence: 5 } => 5); TABLE),
    reader!("hooks" "Parts": hooks::PartsView; mixed),
    reader!("hooks" "Widths": hooks::WidthsView; Counts),
    reader!("inside" "Grouped": inside::GroupedView),
    reader!("inside" "Main": inside::MainView),
    reader!("inside" "Named": inside::NamedView),
    reader!("inside" "Two": inside::TwoView),
    reader!("integers" "Listed": integers::ListedView),
    reader!("integers" "Main": integers::MainView),
    reader!("integers" "Signed": integers::SignedView),
    reader!("lasting" "Choices": lasting::ChoicesView),
    reader!("lasting" "Datagram": lasting::DatagramView),
    reader!("lasting" "Extensions": lasting::ExtensionsView),
    reader!("lasting" "Frames": lasting::FramesView),
    reader!("left" "Either": left::EitherView),
    reader!("left" "Left": left::LeftView),
    reader!("left" "Main": left::MainView),
    reader!("left" "Padded": left::PaddedView),
    reader!("left" "Scaled": left::ScaledView),
    reader!("joined" "Counts": joined::CountsView),
    reader!("joined" "Signed": joined::SignedView),
    reader!("joined" "Spn": joined::SpnView),
    reader!("joined" "Stun": joined::StunView),
    reader!("joined" "Tag": joined::TagView),
    reader!("lists" "Blocks": lists::BlocksView),
    reader!("lists" "Short": lists::ShortView),
    reader!("lists" "ShortText": lists::ShortTextView),
    reader!("lists" "Bare": lists::BareView),
    reader!("lists" "Ends": lists::EndsView),
    reader!("lists" "Lone": lists::LoneView),
    reader!("lists" "Long": lists::LongView),
    reader!("lists" "Main": lists::MainView),
    reader!("lists" "Marks": lists::MarksView),
    reader!("lists" "Nothing": lists::NothingView),
    reader!("lists" "Pairs": lists::PairsView),
    reader!("lists" "Units": lists::UnitsView),
    reader!("names" "Type": names::r#in::TypeView),
    reader!("names" "Behind": names::BehindView),
    reader!("names" "Beside": names::BesideView),
    reader!("names" "Confused": names::ConfusedView),
    reader!("names" "E": names::EView; Letters),
    reader!("names" "Hello": names::messages::HelloView),
    reader!("names" "Lettered": names::LetteredView),
    reader!("names" "Main": names::MainView),
    reader!("names" "Ours": names::OursView),
    reader!("names" "Path": names::PathView),
    reader!("names" "Payload": names::PayloadView),
    reader!("names" "Taken": names::TakenView),
    reader!("names" "Travelling": names::TravellingView),
    reader!("nested" "Chunk": nested::ChunkView),
    reader!("nested" "Tag": nested::TagView),
    reader!("nested" "Payload": nested::PayloadView, (nested::PayloadKnown { kind: 9 } => 9)),
    reader!("nested" "Payload": nested::PayloadView, (nested::PayloadKnown { kind: 10 } => 10)),
    reader!("nested" "Document": nested::DocumentView),
    reader!("nested" "Room": nested::RoomView),
    reader!("notations" "Plain": notations::PlainView),
    reader!("notations" "Carried": notations::CarriedView),
    reader!("notations" "Frame": notations::FrameView),
    reader!("notations" "Chosen": notations::ChosenView),
    reader!("notations" "Optional": notations::OptionalView),
    reader!("notations" "ShortLists": notations::ShortListsView),
    reader!("notations" "Shapes": notations::ShapesView),
    reader!("notations" "Given": notations::GivenView),
    reader!("notations" "Summed": notations::SummedView),
    reader!("notations" "Routes": notations::RoutesView),
    reader!("notations" "Welcome": notations::WelcomeView),
    reader!("notations" "Hello": notations::HelloView, (notations::HelloKnown { server: Some(0x7F00_0001), key: Some(0x12C) } => 0x7F00_0001, 0x12C)),
    reader!("notations" "Hello": notations::HelloView, (notations::HelloKnown { server: Some(5), key: Some(5) } => 5, 5)),
    reader!("optionals" "Alike": optionals::AlikeView),
    reader!("optionals" "Steps": optionals::StepsView),
    reader!("optionals" "Inside": optionals::InsideView),
    reader!("optionals" "Main": optionals::MainView),
    reader!("optionals" "Moved": optionals::MovedView),
    reader!("optionals" "Usual": optionals::UsualView),
    reader!("overflows" "Factor": overflows::FactorView),
    reader!("overflows" "Given": overflows::GivenView),
    reader!("overflows" "Most": overflows::MostView),
    reader!("overflows" "Negative": overflows::NegativeView),
    reader!("packed" "Main": packed::MainView),
    reader!("patches" "Fixed": patches::FixedView),
    reader!("patches" "Varied": patches::VariedView),
    reader!("patches" "Shared": patches::SharedView),
    reader!("presence" "Conditions": presence::ConditionsView),
    reader!("presence" "Ended": presence::EndedView),
    reader!("presence" "Main": presence::MainView),
    reader!("quantities" "Fractions": quantities::FractionsView),
    reader!("quantities" "Main": quantities::MainView),
    reader!("quantities" "Placed": quantities::PlacedView),
    reader!("quantities" "Single": quantities::SingleView),
    reader!("ranges" "Main": ranges::MainView),
    reader!("ranges" "Shaped": ranges::ShapedView),
    reader!("ranges" "Known": ranges::KnownView, (ranges::KnownKnown { slot: Slot8::Hand(1) } => 1)),
    reader!("ranges" "Known": ranges::KnownView, (ranges::KnownKnown { slot: Slot8::Belt(7) } => 7)),
    reader!("ranges" "Knowing": ranges::KnowingView),
    reader!("ranges" "Packet": ranges::PacketView, (ranges::PacketKnown { taken: None })),
    reader!("ranges" "Ended": ranges::EndedView),
    reader!("ranges" "States": ranges::StatesView),
    reader!("ranges" "Ruled": ranges::RuledView),
    reader!("regions" "Asked": regions::AskedView),
    reader!("regions" "Blocks": regions::BlocksView),
    reader!("regions" "Client": regions::to_client::ClientView),
    reader!("regions" "Early": regions::EarlyView),
    reader!("regions" "Main": regions::MainView),
    reader!("regions" "Sizes": regions::SizesView, (regions::SizesKnown { rest: 2 } => 2)),
    reader!("regions" "Widened": regions::WidenedView),
    reader!("regions" "Wires": regions::WiresView),
    reader!("regions" "Lines": regions::LinesView),
    reader!("rules" "Axes": rules::AxesView),
    reader!("rules" "Compared": rules::ComparedView),
    reader!("rules" "Counts": rules::CountsView),
    reader!("rules" "Early": rules::EarlyView),
    reader!("rules" "Grades": rules::GradesView),
    reader!("rules" "Main": rules::MainView),
    reader!("rules" "Many": rules::ManyView),
    reader!("rules" "Several": rules::SeveralView),
    reader!("rules" "Shapes": rules::ShapesView),
    reader!("sessions" "InitFlags": sessions::to_client::InitFlagsView, (sessions::to_client::InitFlagsKnown { points: true, mode: Some(Mode::Hold), teams: Some(false) } => 1, 15, 0)),
    reader!("sessions" "InitFlags": sessions::to_client::InitFlagsView, (sessions::to_client::InitFlagsKnown { points: false, mode: Some(Mode::Ffa), teams: Some(true) } => 0, 0, 1)),
    reader!("sessions" "InitFlags": sessions::to_client::InitFlagsView, (sessions::to_client::InitFlagsKnown { points: false, mode: None, teams: Some(true) } => 0, 1)),
    reader!("sessions" "Say": sessions::to_client::SayView, (sessions::to_client::SayKnown { mode: Some(Mode::Hold) } => 15)),
    reader!("sessions" "Say": sessions::to_client::SayView, (sessions::to_client::SayKnown { mode: Some(Mode::Ffa) } => 0)),
    reader!("sessions" "Say": sessions::to_client::SayView, (sessions::to_client::SayKnown { mode: None })),
    reader!("sessions" "Took": sessions::to_client::TookView, (sessions::to_client::TookKnown { mode: Some(Mode::Hold) } => 15)),
    reader!("sessions" "Took": sessions::to_client::TookView, (sessions::to_client::TookKnown { mode: None })),
    reader!("sessions" "Datagram": sessions::DatagramView, (sessions::DatagramKnown { mode: Some(Mode::Ffa), teams: Some(false) } => 0, 0)),
    reader!("sessions" "Datagram": sessions::DatagramView, (sessions::DatagramKnown { mode: Some(Mode::Hold), teams: Some(false) } => 15, 0)),
    reader!("sessions" "Datagram": sessions::DatagramView, (sessions::DatagramKnown { mode: None, teams: Some(false) } => 0)),
    reader!("sessions" "Datagrams": sessions::DatagramsView, (sessions::DatagramsKnown { mode: Some(Mode::Ffa), teams: Some(false) } => 0, 0)),
    reader!("sessions" "Deeper": sessions::DeeperView, (sessions::DeeperKnown { mode: Some(Mode::Ffa) } => 0)),
    reader!("sessions" "Scenes": sessions::ScenesView, (sessions::ScenesKnown { mode: Some(Mode::Ffa) } => 0)),
    reader!("sessions" "Farthest": sessions::FarthestView, (sessions::FarthestKnown { mode: Some(Mode::Ffa) } => 0)),
    reader!("sessions" "Nests": sessions::NestsView, (sessions::NestsKnown { mode: Some(Mode::Ffa) } => 0)),
    reader!("sparse" "Main": sparse::MainView),
    reader!("sparse" "Moved": sparse::MovedView),
    reader!("states" "Main": states::MainView),
    reader!("sums" "All": sums::AllView),
    reader!("sums" "Ubx": sums::UbxView),
    reader!("sums" "Datagram": sums::DatagramView, (sums::DatagramKnown { connect_id: 0x1122_3344 } => 0x1122_3344)),
    reader!("sums" "Datagram": sums::DatagramView, (sums::DatagramKnown { connect_id: 0x1122_3345 } => 0x1122_3345)),
    reader!("sums" "Frame": sums::FrameView),
    reader!("sums" "Keyed": sums::KeyedView),
    reader!(
        "sums" "Udp": sums::UdpView,
        (sums::UdpKnown { source: 0xC0A8_0001, destination: 0xC0A8_00C7 } => 0xC0A8_0001, 0xC0A8_00C7)
    ),
    reader!(
        "sums" "Udp": sums::UdpView,
        (sums::UdpKnown { source: 0xC0A8_0001, destination: 0xC0A8_00C8 } => 0xC0A8_0001, 0xC0A8_00C8)
    ),
    reader!("sums" "Ip": sums::IpView),
    reader!("text" "Main": text::MainView),
    reader!("text" "Places": text::PlacesView),
    reader!("text" "Units": text::UnitsView),
    reader!("text" "UnitsToAnEnd": text::UnitsToAnEndView),
    reader!("text" "Speech": text::SpeechView),
    reader!("text" "Answer": text::AnswerView),
    reader!("trailers" "Early": trailers::EarlyView),
    reader!("trailers" "Left": trailers::LeftView),
    reader!("trailers" "Main": trailers::MainView),
    reader!("trailers" "Padded": trailers::PaddedView),
    reader!("trailers" "Sealed": trailers::SealedView),
    reader!("uses" "Absent": uses::AbsentView),
    reader!("uses" "Checked": uses::CheckedView, (uses::CheckedKnown { more: 0 } => 0)),
    reader!("uses" "Checked": uses::CheckedView, (uses::CheckedKnown { more: 1 } => 1)),
    reader!("uses" "Packed": uses::PackedView),
    reader!("uses" "Spaced": uses::SpacedView),
    reader!("uses" "Team": uses::TeamView),
    reader!("values" "Deep": values::DeepView),
    reader!("values" "Drawing": values::DrawingView),
    reader!("values" "Farther": values::FartherView),
    reader!("values" "Greeting": values::GreetingView),
    reader!("values" "Main": values::MainView),
    reader!("values" "Signed": values::SignedView),
    reader!("values" "Stamped": values::StampedView),
    reader!("values" "Slope": values::SlopeView),
    reader!("varints" "Carried": varints::CarriedView),
    reader!("varints" "Exact": varints::ExactView),
    reader!("varints" "Extensions": varints::ExtensionsView),
    reader!("varints" "Front": varints::FrontView),
    reader!("varints" "InsideOfForms": varints::InsideOfFormsView),
    reader!("varints" "Main": varints::MainView),
    reader!("varints" "Marks": varints::MarksView),
    reader!("varints" "Others": varints::OthersView),
    reader!("varints" "Pieces": varints::PiecesView),
    reader!("varints" "Ruled": varints::RuledView),
    reader!("versions" v259 "Kick": versions::v259::KickView),
    reader!("versions" v259 "Main": versions::v259::MainView),
    reader!("versions" v260 "Kick": versions::v260::KickView),
    reader!("versions" v260 "Main": versions::v260::MainView),
    reader!("versions" v260 "Order": versions::v260::OrderView, (versions::v260::OrderKnown { round: 7 } => 7); round),
    reader!("widths" "Alike": widths::AlikeView, (widths::AlikeKnown { p: true, q: true, kind: 0 } => 1, 1, 0)),
    reader!("widths" "Alike": widths::AlikeView, (widths::AlikeKnown { p: true, q: false, kind: 2 } => 1, 0, 2)),
    reader!("widths" "Alike": widths::AlikeView, (widths::AlikeKnown { p: false, q: false, kind: 9 } => 0, 0, 9)),
    reader!("widths" "Given": widths::GivenView, (widths::GivenKnown { kind: 0 } => 0)),
    reader!("widths" "Given": widths::GivenView, (widths::GivenKnown { kind: 1 } => 1)),
    reader!("widths" "Given": widths::GivenView, (widths::GivenKnown { kind: 9 } => 9)),
    reader!("widths" "Unsaid": widths::UnsaidView, (widths::UnsaidKnown { kind: 0 } => 0)),
    reader!("widths" "Unsaid": widths::UnsaidView, (widths::UnsaidKnown { kind: 9 } => 9)),
    reader!("widths" "Known": widths::KnownView, (widths::KnownKnown { wide: false } => 0)),
    reader!("widths" "Known": widths::KnownView, (widths::KnownKnown { wide: true } => 1)),
    reader!("widths" "Main": widths::MainView),
    reader!("widths" "Turned": widths::TurnedView, (widths::TurnedKnown { narrow: false, holes: 3 } => 0, 3)),
    reader!("widths" "Turned": widths::TurnedView, (widths::TurnedKnown { narrow: true, holes: 0 } => 1, 0)),
    reader!("widths" "Same": widths::SameView, (widths::SameKnown { kind: 7 } => 7)),
];
