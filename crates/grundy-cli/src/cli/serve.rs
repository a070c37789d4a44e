//! The flags of `grundy serve`.

use std::net::{IpAddr, Ipv4Addr};

use clap::Args;

/// The port if none is named.
const PORT: u16 = 7349;

#[derive(Args)]
pub struct Serve {
    /// The game that the page opens with
    pub game: Option<String>,
    /// Parameters of the game, then positions
    #[arg(value_name = "POSITION")]
    pub rest: Vec<String>,
    /// The address; if not 127.0.0.1, other machines may ask
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::from(Ipv4Addr::LOCALHOST))]
    pub listen: IpAddr,
    /// Listen on this port; 0 takes one that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    pub port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
}
