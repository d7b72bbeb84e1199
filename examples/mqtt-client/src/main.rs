//! Two clients of each version meet at a broker: one publishes a reading each second and breaks off, one hears it.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]

#[macro_use]
mod client;

use std::error::Error;
use std::time::Duration;

use client::{Client, Message};
use tokio::time::sleep;

wireform::include_schema!(mod mqtt);

// Its packets have no fields beside those that both versions have.
#[allow(clippy::needless_update)]
mod v4 {
    client!(v4);
}
mod v5 {
    client!(v5);
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let broker = arguments.next().ok_or("usage: mqtt-client <host>:<port> [seconds]")?;
    let seconds = arguments.next().map_or(Ok(5), |seconds| seconds.parse())?;
    tokio::try_join!(meet::<v4::Client>("3.1.1", &broker, seconds), meet::<v5::Client>("5", &broker, seconds))?;
    Ok(())
}

/// Publishes a reading each second, and the will at last; prints what arrives.
async fn meet<C: Client>(version: &str, broker: &str, seconds: u32) -> Result<(), Box<dyn Error>> {
    let topic = |last: &str| format!("wireform/{version}/{last}");
    let will = |name: &str| Message { topic: topic("gone"), payload: name.into() };
    let mut watcher = C::connect(broker, &format!("watcher-{version}"), will("watcher")).await?;
    watcher.subscribe(&topic("+")).await?;
    let mut sensor = C::connect(broker, &format!("sensor-{version}"), will("sensor")).await?;

    for second in 0..seconds {
        let reading = Message { topic: topic("reading"), payload: format!("{second} s").into() };
        sensor.publish(&reading).await?;
        arrives(&mut watcher, version, &reading).await?;
        sleep(Duration::from_secs(1)).await;
    }
    // The connection breaks, so the broker publishes the will.
    drop(sensor);
    arrives(&mut watcher, version, &will("sensor")).await?;
    Ok(watcher.disconnect().await?)
}

/// Waits for a message.
async fn arrives<C: Client>(watcher: &mut C, version: &str, sent: &Message) -> Result<(), Box<dyn Error>> {
    let message = watcher.next().await?;
    println!("MQTT {version}: {}: {}", message.topic, String::from_utf8_lossy(&message.payload));
    if message == *sent { Ok(()) } else { Err(format!("{sent:?} was sent").into()) }
}
