//! Lists whose last element takes the rest: a writer refuses such an element before the last one.

use wireform::{ErrorKind, Messages, Unwritable};
use wireform_tests::features::lasting::frame::{Crypto, Last, Nested, Ping, Sized, Stream};
use wireform_tests::features::lasting::{
    Choice, ChoiceEnd, ChoiceEndGroup, ChoiceEndGroupRest, ChoiceEndNamed, Choices, ChoicesView, Frame, Frames,
    FramesView, Note, Packet, PacketBody,
};
use wireform_tests::features::lasting::{PacketBodyLong, PacketBodyShort};

const SHORT: Packet<'_> = Packet { low: 0, body: PacketBody::Short(PacketBodyShort { data: b"", tag: [0; 16] }) };
const LONG: Packet<'_> = Packet { low: 0, body: PacketBody::Long(PacketBodyLong { data: b"abc" }) };

/// Frames, and whether they take the rest, even if that is nothing.
fn frames() -> [(Frame<'static>, bool); 9] {
    let text = |text: Option<&'static str>| Frame::Sized(Sized { is_last: text.is_some(), offset: None, text });
    [
        (Frame::Ping(Ping {}), false),
        (Frame::Crypto(Crypto { bytes: b"ab" }), false),
        (text(None), false),
        (Frame::Last(Last { packet: LONG }), false),
        (Frame::Stream(Stream { id: 1, data: b"" }), true),
        (text(Some("a")), true),
        (Frame::Last(Last { packet: SHORT }), true),
        (Frame::Nested(Nested::default()), true),
        (Frame::Unknown { code: 99, body: b"" }, true),
    ]
}

fn choices() -> Vec<(Choice<'static>, bool)> {
    let choice = |end| Choice { short: None, end };
    let named = |name| ChoiceEnd::Named(ChoiceEndNamed { kind: 7, name });
    let group = |rest| ChoiceEnd::Group(ChoiceEndGroup { size: 0, rest });
    let frames = frames().map(|(frame, takes)| (choice(ChoiceEnd::Frame(frame)), takes));
    let others = [
        (Choice { short: Some([1, 2]), end: ChoiceEnd::None }, false),
        (choice(named(None)), false),
        (choice(group(None)), false),
        (choice(ChoiceEnd::Text("")), true),
        (choice(named(Some("n".into()))), true),
        (choice(group(Some(ChoiceEndGroupRest::default()))), true),
        (choice(ChoiceEnd::Note(Note { size: 0, text: Some("") })), true),
    ];
    frames.into_iter().chain(others).collect()
}

#[test]
fn only_the_last_element_takes_the_rest() {
    for (choice, takes_rest) in choices() {
        let mut bytes = [0; 64];
        let all = [Choice { short: Some([0; 2]), end: ChoiceEnd::None }, choice];
        let last = Choices { all: (&all).into() };
        let len = last.write(&mut bytes).expect("the last may take the rest");
        let read = ChoicesView::parse_exact(&bytes[..len]).expect("what was written");
        assert_eq!(read.to_value(), last);

        let all = [choice, choice];
        match (Choices { all: (&all).into() }.write(&mut bytes), takes_rest) {
            (Ok(len), false) => {
                let read = ChoicesView::parse_exact(&bytes[..len]).expect("what was written");
                assert_eq!(read.all().len(), 2);
            }
            (Err(error), true) => {
                assert_eq!(error.kind(), ErrorKind::Unwritable(Unwritable::Sentinel), "{error}");
                assert_eq!(error.to_string(), "Choices.all[0]: a reader would end it elsewhere");
            }
            (result, _) => panic!("{choice:?}: {result:?}"),
        }
    }
}

#[test]
fn only_the_last_message_of_a_stream_takes_the_rest() {
    for (frame, takes_rest) in frames() {
        let mut bytes = [0; 64];
        let all = [Frame::Ping(Ping {}), frame];
        let last = Frames { some: Messages::from(&all), others: Messages::from(&all) };
        let len = last.write(&mut bytes).expect("the last may take the rest");
        let read = FramesView::parse_exact(&bytes[..len]).expect("what was written").to_value();
        assert_eq!(read, last);
        // Those of a packet, too.
        let mut again = [0; 64];
        assert_eq!(read.write(&mut again).map(|len| again[..len].to_vec()), Ok(bytes[..len].to_vec()));

        let all = [frame, Frame::Ping(Ping {})];
        for (some, others) in [(&all[..], &[][..]), (&[], &all)] {
            let written = Frames { some: some.into(), others: others.into() }.write(&mut bytes);
            assert_eq!(
                written.map(|_| ()).map_err(|error| error.kind()),
                match takes_rest {
                    true => Err(ErrorKind::Unwritable(Unwritable::Sentinel)),
                    false => Ok(()),
                }
            );
        }
    }
}
