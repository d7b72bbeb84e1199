//! The same messages, handed to a handler: the enum of views is not made.

use wireform::Error;
use wireform_protocols::quake2::to_client::{
    CenterPrintView, ConfigStringView, MuzzleFlashView, PrintView, SoundView, StuffTextView,
};
use wireform_protocols::quake2::{ToClientHandler, ToClientView};

use super::generated::{self, stream};
use crate::contender::Reader;
use crate::sink::Sink;

/// Handlers.
pub struct Dispatched;

/// No message of this workload, or none at all.
struct Unexpected;

impl From<Error> for Unexpected {
    #[inline(always)]
    fn from(_error: Error) -> Self {
        Self
    }
}

/// Reads everything.
struct All<'s, S>(&'s mut S);

impl<'a, S: Sink> ToClientHandler<'a> for All<'_, S> {
    type Error = Unexpected;

    #[inline(always)]
    fn other(&mut self, _message: ToClientView<'a>) -> Result<(), Unexpected> {
        Err(Unexpected)
    }

    #[inline(always)]
    fn sound(&mut self, sound: SoundView<'a>) -> Result<(), Unexpected> {
        generated::tell_sound(self.0, sound);
        Ok(())
    }

    #[inline(always)]
    fn muzzle_flash(&mut self, flash: MuzzleFlashView<'a>) -> Result<(), Unexpected> {
        generated::tell_muzzle_flash(self.0, flash);
        Ok(())
    }

    #[inline(always)]
    fn print(&mut self, print: PrintView<'a>) -> Result<(), Unexpected> {
        generated::tell_print(self.0, print);
        Ok(())
    }

    #[inline(always)]
    fn stuff_text(&mut self, stuff: StuffTextView<'a>) -> Result<(), Unexpected> {
        generated::tell_stuff_text(self.0, stuff);
        Ok(())
    }

    #[inline(always)]
    fn config_string(&mut self, string: ConfigStringView<'a>) -> Result<(), Unexpected> {
        generated::tell_config_string(self.0, string);
        Ok(())
    }

    #[inline(always)]
    fn center_print(&mut self, print: CenterPrintView<'a>) -> Result<(), Unexpected> {
        generated::tell_center_print(self.0, print);
        Ok(())
    }
}

/// Reads sounds.
struct Sounds<'s, S>(&'s mut S);

impl<'a, S: Sink> ToClientHandler<'a> for Sounds<'_, S> {
    type Error = Unexpected;

    #[inline(always)]
    fn sound(&mut self, sound: SoundView<'a>) -> Result<(), Unexpected> {
        self.0.int(sound.sound());
        Ok(())
    }
}

/// Reads nothing.
struct Nothing;

impl ToClientHandler<'_> for Nothing {
    type Error = Unexpected;
}

impl Reader for Dispatched {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        stream(packet).dispatch(&mut All(sink)).is_ok()
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        stream(packet).dispatch(&mut Sounds(sink)).is_ok()
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        stream(packet).dispatch(&mut Nothing).is_ok()
    }
}
