//! What messages mean. It is the same in both versions of the protocol, but each has a type of its own for all messages,
//! since their codes differ: so the functions are written once and stand in both modules.

/// Makes `hear` for the version whose `ToClientView` and `SaidView` are in scope; `count` is too.
macro_rules! hear {
    () => {
        /// Tells what a server said.
        fn hear(message: ToClientView<'_>, game: &mut Game) -> Result<(), Error> {
            match message {
                ToClientView::MapChange(change) => game.map(&change.map(), change.mode()),
                ToClientView::InitClient(client) => game.joined(client.cn(), &client.name(), &client.team()),
                ToClientView::InitBot(bot) => game.joined(bot.cn(), &bot.name(), &bot.team()),
                ToClientView::Disconnected(gone) => game.left(gone.cn()),
                ToClientView::Client(client) => {
                    let cn = client.cn();
                    return client.messages().try_for_each(|said| {
                        hear_said(cn, &said?, game);
                        Ok(())
                    });
                }
                ToClientView::SayTeam(said) => game.says(said.cn(), " to the team", &said.text()),
                ToClientView::ServerMessage(said) => game.note(&format_args!("the server: {}", said.text())),
                ToClientView::Resume(resume) => {
                    resume.players().iter().for_each(|player| game.has_frags(player.cn, player.frags));
                }
                ToClientView::Died(died) => game.died(died.victim_cn(), died.actor_cn(), died.actor_frags()),
                ToClientView::SetTeam(set) => game.did(set.cn(), &format_args!("is in team {}", set.team())),
                ToClientView::Spectator(spectator) => {
                    game.did(spectator.cn(), &if spectator.on() { "watches" } else { "plays" });
                }
                ToClientView::MasterModeChange(change) => game.note(&format_args!("master mode {}", change.mode())),
                ToClientView::CurrentMaster(current) => {
                    for master in current.masters() {
                        game.did(master.cn, &format_args!("has the privilege {}", master.privilege));
                    }
                }
                ToClientView::PauseGame(pause) => {
                    game.did(pause.cn(), &if pause.on() { "stops the game" } else { "lets the game go on" });
                }
                ToClientView::GameSpeed(speed) => {
                    game.did(speed.cn(), &format_args!("sets the speed to {} %", speed.percent()));
                }
                ToClientView::TimeUp(time) if time.seconds_left() == 0 => game.note(&"the game is over"),
                ToClientView::InitFlags(flags) => {
                    let [good, evil] = flags.scores();
                    let flags = count(flags.flags().len(), "flag");
                    game.note(&format_args!("{flags}, good has {good}, evil has {evil}"));
                }
                ToClientView::TakeFlag(take) => game.did(take.cn(), &format_args!("takes flag {}", take.flag())),
                ToClientView::DropFlag(lost) => {
                    let at = lost.position();
                    let (x, y, z) = (at.x().get(), at.y().get(), at.z().get());
                    game.did(lost.cn(), &format_args!("loses flag {} at {x:.0} {y:.0} {z:.0}", lost.flag()));
                }
                ToClientView::ReturnFlag(home) => {
                    game.did(home.cn(), &format_args!("brings flag {} home", home.flag()));
                }
                ToClientView::ResetFlag(reset) => {
                    game.note(&format_args!("flag {} is where it began", reset.flag()));
                }
                ToClientView::ScoreFlag(score) => {
                    let (flag, total) = (score.relay_flag(), score.score());
                    game.did(score.cn(), &format_args!("scores with flag {flag}, the team has {total}"));
                }
                ToClientView::InitTokens(tokens) => {
                    let [good, evil] = tokens.scores();
                    let tokens = count(tokens.tokens().len(), "token");
                    game.note(&format_args!("on the map: {tokens}, good has {good}, evil has {evil}"));
                }
                ToClientView::TakeToken(take) => {
                    game.did(take.cn(), &format_args!("takes token {} and carries {}", take.id(), take.total()));
                }
                ToClientView::DropTokens(lost) => {
                    game.did(lost.cn(), &format_args!("loses {}", count(lost.tokens().len(), "token")));
                }
                ToClientView::ExpireTokens(expired) => {
                    game.note(&format_args!("{} lay there too long", count(expired.ids().len(), "token")));
                }
                ToClientView::DepositTokens(deposit) => {
                    let (tokens, total) = (deposit.deposited(), deposit.score());
                    game.did(deposit.cn(), &format_args!("brings tokens home: {tokens}, the team has {total}"));
                }
                ToClientView::StealTokens(steal) => {
                    let (tokens, left) = (count(steal.tokens().len(), "token"), steal.score());
                    game.did(steal.cn(), &format_args!("steals {tokens}, the other team has {left}"));
                }
                _ => {}
            }
            Ok(())
        }

        /// Tells what a client said.
        fn hear_said(cn: i32, said: &SaidView<'_>, game: &mut Game) {
            match said {
                SaidView::Text(said) => game.says(cn, "", &said.text()),
                SaidView::SwitchName(switch) => game.renamed(cn, &switch.name()),
                SaidView::Spawn(_) => game.spawned(cn),
                SaidView::EditMode(edit) => game.did(cn, &if edit.on() { "edits the map" } else { "stops editing" }),
                _ => {}
            }
        }
    };
}

pub(crate) use hear;
