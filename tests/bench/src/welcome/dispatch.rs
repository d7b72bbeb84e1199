//! The same messages, handed to a handler: the enum of views is not made.

use wireform::Error;
use wireform_protocols::sauerbraten::MapChangeView;
use wireform_protocols::sauerbraten::v259::to_client::{
    CurrentMasterView, InitClientView, ResumeView, SetTeamView, SpawnStateView, TimeUpView, WelcomeView,
};
use wireform_protocols::sauerbraten::v259::{ServerPacketView, ToClientHandler, ToClientView};

use super::game::code;
use super::generated;
use crate::contender::Reader;
use crate::sink::{Nothing, Sink};

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

/// The handlers of the workload: each message that occurs has a function of its name, and all others are errors.
macro_rules! handler {
    ($name:ident: $(fn $method:ident($sink:ident, $message:ident: $view:ident) $body:block)*) => {
        struct $name<'s, S>(&'s mut S);

        impl<'a, S: Sink> ToClientHandler<'a> for $name<'_, S> {
            type Error = Unexpected;

            #[inline(always)]
            fn other(&mut self, _message: ToClientView<'a>) -> Result<(), Unexpected> {
                Err(Unexpected)
            }

            $(
                #[inline(always)]
                fn $method(&mut self, $message: $view<'a>) -> Result<(), Unexpected> {
                    let $sink = &mut *self.0;
                    $body
                    Ok(())
                }
            )*
        }
    };
}

handler! { All:
    fn welcome(sink, _message: WelcomeView) { sink.int(code::WELCOME); }
    fn map_change(sink, change: MapChangeView) { generated::tell_map_change(sink, &change); }
    fn time_up(sink, time: TimeUpView) { sink.ints(&[code::TIME_UP, time.seconds_left()]); }
    fn current_master(sink, master: CurrentMasterView) { generated::tell_master(sink, &master); }
    fn set_team(sink, team: SetTeamView) { generated::tell_team(sink, &team); }
    fn spawn_state(sink, spawn: SpawnStateView) { generated::tell_spawn(sink, &spawn); }
    fn resume(sink, resume: ResumeView) { generated::tell_resume(sink, &resume); }
    fn init_client(sink, client: InitClientView) { generated::tell_client(sink, &client); }
}

// One field is looked at.
handler! { Time:
    fn welcome(_sink, _message: WelcomeView) {}
    fn map_change(_sink, _message: MapChangeView) {}
    fn time_up(sink, time: TimeUpView) { sink.int(time.seconds_left()); }
    fn current_master(_sink, _message: CurrentMasterView) {}
    fn set_team(_sink, _message: SetTeamView) {}
    fn spawn_state(_sink, _message: SpawnStateView) {}
    fn resume(_sink, _message: ResumeView) {}
    fn init_client(_sink, _message: InitClientView) {}
}

/// Hands over the messages of a packet.
#[inline(always)]
fn dispatched<'a>(packet: &'a [u8], handler: &mut impl ToClientHandler<'a, Error = Unexpected>) -> bool {
    let Ok(packet) = ServerPacketView::parse_exact(packet) else { return false };
    packet.messages().dispatch(handler).is_ok()
}

impl Reader for Dispatched {
    #[inline(always)]
    fn read_all(packet: &[u8], sink: &mut impl Sink) -> bool {
        dispatched(packet, &mut All(sink))
    }

    #[inline(always)]
    fn touch_one(packet: &[u8], sink: &mut impl Sink) -> bool {
        dispatched(packet, &mut Time(sink))
    }

    #[inline(always)]
    fn skip(packet: &[u8]) -> bool {
        dispatched(packet, &mut Time(&mut Nothing))
    }
}
