//! The room: it keeps owned values, which outlive the bytes that they were read from.

use tcp_codec::chat::owned::message::{Hello, Say, Show, ShowWhat, Whisper};
use tcp_codec::chat::owned::{Message, Person, Welcome};
use tcp_codec::chat::{Metres, Place};
use wireform::Error;

/// All who are in the room.
pub struct Room {
    people: Vec<Person>,
}

impl Room {
    /// Bob is in the room already, and carries two things.
    pub fn new() -> Result<Self, Error> {
        let place = Place { x: Metres::new(1.0)?, y: Metres::new(2.5)? };
        Ok(Self { people: vec![Person { name: "Bob".into(), place, carries: vec!["cup".into(), "letter".into()] }] })
    }

    /// The server's answer to a client.
    pub fn answer(&mut self, message: Message) -> Option<Message> {
        let text = match message {
            Message::Hello(Hello { name }) => {
                let welcome = Welcome { room: "The Meadow".into(), topics: true, people: self.people.clone() };
                self.people.push(Person { name, ..Person::default() });
                return Some(Message::Welcome(welcome));
            }
            // Only the text changes.
            Message::Say(say) => return Some(Message::Say(Say { text: say.text.to_uppercase(), ..say })),
            Message::Move(walk) => format!("The door is {:.2} metres away.", walk.to.x.get().hypot(walk.to.y.get())),
            Message::Show(Show { what }) => match what {
                ShowWhat::Picture(picture) => format!("{} bytes of a picture", picture.pixels.len()),
                ShowWhat::Link(link) => format!("a link to {link}"),
                ShowWhat::Place(place) => format!("{} from the door", place.x),
            },
            Message::Whisper(Whisper { to, .. }) => {
                let absent = to.iter().filter(|name| self.people.iter().all(|person| person.name != **name));
                format!("{} of {} are not here", absent.count(), to.len())
            }
            Message::File(file) => format!("{} has {} bytes", file.name, file.content.len()),
            Message::Welcome(_) | Message::Bye(_) => return None,
        };
        Some(Message::Say(Say { topic: Some("answers".into()), text }))
    }
}
