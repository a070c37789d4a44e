//! The flags of `grundy serve`.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::Args;

/// The port if none is named.
const PORT: u16 = 7349;

/// The address if none is named: that of this machine alone.
const LOCAL: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

#[derive(Args)]
pub struct Serve {
    /// The game that the page opens with
    pub game: Option<String>,
    /// Parameters of the game, then positions
    #[arg(value_name = "POSITION")]
    pub rest: Vec<String>,
    /// A port, 0 for a free one; with an address, others may ask
    #[arg(long, alias = "port", value_name = "[ADDRESS:]PORT", default_value_t = SocketAddr::new(LOCAL, PORT), value_parser = listened)]
    pub listen: SocketAddr,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
}

/// A port, an address, or both: `8080`, `0.0.0.0`, `0.0.0.0:8080`, `[::]:8080`.
fn listened(text: &str) -> Result<SocketAddr, String> {
    let text = text.replace("localhost", "127.0.0.1");
    let port = || text.strip_prefix(':').unwrap_or(&text).parse().ok().map(|port| SocketAddr::new(LOCAL, port));
    let address = || text.parse().ok().map(|address| SocketAddr::new(address, PORT));
    let both = || text.parse().ok();
    port().or_else(address).or_else(both).ok_or_else(|| "write a port, or an address with one: 0.0.0.0:8080".to_owned())
}
