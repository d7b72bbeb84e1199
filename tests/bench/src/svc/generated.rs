//! The code of `schema/quake2.wire`: a stream of views, and a `match` over each.

use wireform::Text;
use wireform_protocols::quake2::to_client::{
    CenterPrintView, ConfigStringView, MuzzleFlashView, PrintView, SoundView, StuffTextView,
};
use wireform_protocols::quake2::{ToClientKnown, ToClientStream, ToClientView};

use super::code;
use crate::contender::Reader;
use crate::sink::Sink;

/// The stream of views.
pub struct Generated;

#[inline(always)]
pub fn tell_sound(sink: &mut impl Sink, sound: SoundView<'_>) {
    sink.int(code::SOUND);
    sink.int(sound.sound());
    sink.int(sound.volume().raw());
    sink.int(sound.attenuation().raw());
    sink.int(sound.delay().raw());
    if let Some(source) = sound.source() {
        sink.int(source.raw());
    }
    if let Some(position) = sound.position() {
        for number in [position.x(), position.y(), position.z()] {
            sink.int(number.raw());
        }
    }
}

#[inline(always)]
pub fn tell_muzzle_flash(sink: &mut impl Sink, flash: MuzzleFlashView<'_>) {
    sink.int(code::MUZZLE_FLASH);
    sink.int(flash.entity());
    sink.int(flash.weapon().raw());
}

#[inline(always)]
pub fn tell_print(sink: &mut impl Sink, print: PrintView<'_>) {
    sink.int(code::PRINT);
    sink.int(print.level().code());
    tell_text(sink, print.text());
}

#[inline(always)]
pub fn tell_stuff_text(sink: &mut impl Sink, stuff: StuffTextView<'_>) {
    sink.int(code::STUFF_TEXT);
    tell_text(sink, stuff.text());
}

#[inline(always)]
pub fn tell_config_string(sink: &mut impl Sink, string: ConfigStringView<'_>) {
    sink.int(code::CONFIG_STRING);
    sink.int(string.index());
    tell_text(sink, string.text());
}

#[inline(always)]
pub fn tell_center_print(sink: &mut impl Sink, print: CenterPrintView<'_>) {
    sink.int(code::CENTER_PRINT);
    tell_text(sink, print.text());
}

#[inline(always)]
fn tell_text(sink: &mut impl Sink, text: Text<'_>) {
    sink.text(text.as_bytes().unwrap_or_default());
}

/// The messages of a packet.
#[inline(always)]
pub fn stream(packet: &[u8]) -> ToClientStream<'_> {
    ToClientStream::new(packet, ToClientKnown { protocol: Some(34) })
}

impl Reader for Generated {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        stream(packet).all(|message| {
            match &message {
                Ok(ToClientView::Sound(sound)) => tell_sound(sink, *sound),
                Ok(ToClientView::MuzzleFlash(flash)) => tell_muzzle_flash(sink, *flash),
                Ok(ToClientView::Print(print)) => tell_print(sink, *print),
                Ok(ToClientView::StuffText(stuff)) => tell_stuff_text(sink, *stuff),
                Ok(ToClientView::ConfigString(string)) => tell_config_string(sink, *string),
                Ok(ToClientView::CenterPrint(print)) => tell_center_print(sink, *print),
                Ok(_) | Err(_) => return false,
            }
            true
        })
    }

    /// The sounds, and of other messages nothing.
    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        stream(packet).all(|message| {
            if let Ok(ToClientView::Sound(sound)) = &message {
                sink.int(sound.sound());
            }
            message.is_ok()
        })
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        stream(packet).all(|message| message.is_ok())
    }
}
