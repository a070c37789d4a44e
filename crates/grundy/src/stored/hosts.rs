//! The processes that build a table together: who they are, and which of them this one is.
//!
//! *Example.* A file with the lines `10.0.0.7:7001` and `10.0.0.8:7001` describes two processes, 0
//! and 1.

use std::{collections::HashMap, time::Duration};

use grundy_layers::Hosts;

use crate::{
    error::Error,
    help::{Fix, Help},
};

/// What the system that starts the processes reports about this one, and how many there are.
type Surroundings<'s> = &'s dyn Fn(&str) -> Option<String>;

/// Reads the processes from the text of a file, one `host:port` a line; a port alone is one of this
/// machine, which no other machine can reach. Empty lines and lines that begin with `#` do not
/// count.
///
/// Without `process`, its number is the variable `SLURM_PROCID`, or the number at the end of
/// `HOSTNAME`, as Kubernetes names the pods of a StatefulSet; `surroundings` returns variables. A
/// single process has the number 0.
///
/// `patience` is how long a process waits for the others to come, and for one of them that is
/// silent.
///
/// # Errors
/// [`Error::Refused`] if a line is no address or there twice, or if there is no such process.
pub fn hosts(
    text: &str,
    name: &str,
    process: Option<usize>,
    patience: Duration,
    surroundings: Surroundings<'_>,
) -> Result<Hosts, Error> {
    let mut addresses = Vec::new();
    let mut known: HashMap<String, u64> = HashMap::new();
    for (number, line) in (1u64..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let address = address(line).map_err(|fault| {
            let (why, help) = match fault {
                Fault::Port => ("has a port that is not one of 1 to 65535", "write a free port, such as 7001"),
                Fault::Host => (
                    "is no address",
                    "write a host and a port, such as 10.0.0.7:7001, or a port of this machine alone, such as 7001",
                ),
            };
            Error::usage(line, format!("line {number} of {name} {why}: {line}"), help)
        })?;
        // One machine has one process at a port, whichever of its names is written.
        let lower = address.to_lowercase();
        let machine =
            lower.strip_prefix("localhost:").map_or_else(|| lower.clone(), |port| format!("127.0.0.1:{port}"));
        if let Some(first) = known.insert(machine, number) {
            let message = format!("line {number} of {name} has the address of line {first} again: {line}");
            return Err(Error::usage(line, message, "give each process its own address"));
        }
        addresses.push(address);
    }
    let Some(last) = addresses.len().checked_sub(1) else {
        return Err(Error::usage(name, format!("{name} has no addresses"), "write one host:port a line"));
    };
    let (process, from) = match process {
        Some(process) => (process, "the request"),
        None => place(surroundings, last)?,
    };
    if process > last {
        let message = format!("there is no process {process}, which {from} names: {name} has {}", count(last));
        let process_of = |number: usize| Fix::set("hosts", format!("{name}:{number}"));
        let help = Help::from("write ") + process_of(0) + " to " + process_of(last);
        return Err(Error::usage(&process.to_string(), message, help));
    }
    Ok(Hosts { addresses, process, patience })
}

/// The numbers of the processes, for a message.
fn count(last: usize) -> String {
    if last == 0 { "one address, that of process 0".into() } else { format!("the processes 0 to {last}") }
}

/// Why a line is no address.
enum Fault {
    /// The port is no number of a port.
    Port,
    /// There is no port, or the host has no name that there is.
    Host,
}

/// The address of a line, with the loopback interface for a port alone.
fn address(line: &str) -> Result<String, Fault> {
    let (host, port) = match line.rsplit_once(':') {
        Some(("", _)) => return Err(Fault::Host),
        Some(parts) => parts,
        None => ("", line),
    };
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let is_host = match bare {
        Some(inner) => inner.parse::<std::net::Ipv6Addr>().is_ok(),
        None => host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte)),
    };
    if !is_host || port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::Host);
    }
    match port.parse::<u16>() {
        Err(_) | Ok(0) => Err(Fault::Port),
        Ok(port) if host.is_empty() => Ok(format!("127.0.0.1:{port}")),
        Ok(port) => Ok(format!("{host}:{port}")),
    }
}

/// The field that states which of the processes this one is.
const CHOICE: Fix = Fix::Choose("hosts", "FILE:N");

/// The number of this process, and what names it.
fn place(surroundings: Surroundings<'_>, last: usize) -> Result<(usize, &'static str), Error> {
    if let Some(text) = surroundings("SLURM_PROCID").filter(|text| !text.is_empty()) {
        let number = text.parse().map_err(|_| {
            Error::usage(&text, format!("SLURM_PROCID is not a number: {text}"), Help::from("write ") + CHOICE)
        })?;
        return Ok((number, "SLURM_PROCID"));
    }
    if last == 0 {
        return Ok((0, "the file"));
    }
    let host = surroundings("HOSTNAME").unwrap_or_default();
    let ordinal = host.rsplit_once('-').and_then(|(_, ordinal)| ordinal.parse().ok());
    ordinal.map(|ordinal| (ordinal, "HOSTNAME")).ok_or_else(|| {
        let message = "it is not known which of the processes this one is";
        Error::field("hosts", message, Help::from("write ") + CHOICE + format!(", from 0 to {last}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, process: Option<usize>, variables: &[(&str, &str)]) -> Result<Hosts, String> {
        let of = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        hosts(text, "hosts", process, Duration::ZERO, &of).map_err(|error| error.to_string())
    }

    #[test]
    fn addresses_are_read() {
        let text = "# two machines\n10.0.0.7:7001\n\n  node-3.cluster:7001  \n[::1]:7002\n7003\n";
        let hosts = read(text, Some(3), &[]).unwrap();
        let expected = ["10.0.0.7:7001", "node-3.cluster:7001", "[::1]:7002", "127.0.0.1:7003"];
        assert_eq!((hosts.addresses, hosts.process), (expected.map(str::to_owned).to_vec(), 3));
        for odd in ["host", "host:", ":7004", "host:+80", "a b:80", "::1:80", "[x]:80", "http://x:80"] {
            assert!(read(odd, Some(0), &[]).unwrap_err().contains("line 1 of hosts is no address"), "{odd}");
        }
        for odd in ["host:0", "host:65536", "0", "70000", "[::1]:99999999999999999999"] {
            assert!(read(odd, Some(0), &[]).unwrap_err().contains("line 1 of hosts has a port"), "{odd}");
        }
        for twice in ["7001\n127.0.0.1:7001", "localhost:7001\n7001", "Node:1\nnode:1"] {
            assert!(
                read(twice, Some(0), &[]).unwrap_err().contains("line 2 of hosts has the address of line 1"),
                "{twice}"
            );
        }
        assert_eq!(read("localhost:7001\nlocalhost:7002", Some(1), &[]).unwrap().addresses[0], "localhost:7001");
        assert!(read("# none\n", Some(0), &[]).unwrap_err().contains("no addresses"));
    }

    #[test]
    fn the_process_is_named_or_found() {
        let two = "7001\n7002\n";
        assert_eq!(read(two, None, &[("SLURM_PROCID", "1"), ("HOSTNAME", "a-0")]).unwrap().process, 1);
        assert_eq!(read(two, None, &[("HOSTNAME", "grundy-build-1")]).unwrap().process, 1);
        assert_eq!(read(two, Some(0), &[("HOSTNAME", "grundy-1")]).unwrap().process, 0);
        assert_eq!(read("7001", None, &[("HOSTNAME", "laptop-7")]).unwrap().process, 0);
        for variables in [&[("HOSTNAME", "laptop")][..], &[]] {
            assert!(read(two, None, variables).unwrap_err().contains("which of the processes"));
        }
        for (process, variables) in
            [(Some(2), &[][..]), (None, &[("SLURM_PROCID", "2")][..]), (None, &[("HOSTNAME", "pod-2")][..])]
        {
            assert!(read(two, process, variables).unwrap_err().contains("there is no process 2"));
        }
        assert!(read(two, None, &[("SLURM_PROCID", "one")]).unwrap_err().contains("not a number"));
    }
}
