//! A connection that ends if its client stops reading: answers that nobody takes would hold memory
//! and one of the places for connections.

use std::{
    future::Future,
    io::{self, ErrorKind, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Sleep, sleep},
};

/// A stream whose writes fail with [`ErrorKind::TimedOut`] if none makes progress for a time.
pub struct Reader {
    stream: TcpStream,
    patience: Duration,
    /// When the write that waits now fails.
    end: Option<Pin<Box<Sleep>>>,
}

impl Reader {
    /// A stream that waits this long for its client to take a part of an answer.
    pub fn new(stream: TcpStream, patience: Duration) -> Reader {
        Reader { stream, patience, end: None }
    }

    /// What became of a write, or an error if it waits for too long.
    fn in_time<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.end = None;
            return written;
        }
        let end = self.end.get_or_insert_with(|| Box::pin(sleep(self.patience)));
        ready!(end.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Reader {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Reader {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.in_time(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    // A socket has nothing to flush, and its end waits for nobody.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        future::poll_fn,
        io::Read,
        net::{TcpListener, TcpStream as Client},
    };

    use tokio::time::timeout;

    use super::*;

    /// Writes until an error, which comes within a minute, and returns it with what was written.
    async fn written(stream: &mut Reader, most: usize) -> (usize, Option<ErrorKind>) {
        let mut bytes = 0;
        while bytes < most {
            let write = poll_fn(|context| Pin::new(&mut *stream).poll_write(context, &[0; 4096]));
            match timeout(Duration::from_secs(60), write).await.expect("a write ends") {
                Ok(more) => bytes += more,
                Err(error) => return (bytes, Some(error.kind())),
            }
        }
        (bytes, None)
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
        let address = listener.local_addr().expect("an address");
        let accepted = |client: Client| {
            let (stream, _) = listener.accept().expect("the client is there");
            stream.set_nonblocking(true).expect("it can be set");
            (client, TcpStream::from_std(stream).expect("a stream"))
        };
        let (client, stream) = accepted(Client::connect(address).expect("a connection"));
        let (bytes, error) = written(&mut Reader::new(stream, Duration::from_millis(50)), 1 << 30).await;
        assert!(bytes > 0 && error == Some(ErrorKind::TimedOut), "{bytes} {error:?}");
        drop(client);

        let (mut client, stream) = accepted(Client::connect(address).expect("a connection"));
        let reading = std::thread::spawn(move || client.read_to_end(&mut Vec::new()));
        let mut patient = Reader::new(stream, Duration::from_secs(30));
        let (bytes, error) = written(&mut patient, 32 << 20).await;
        drop(patient);
        assert_eq!((reading.join().expect("it ends").expect("it reads"), None), (bytes, error));
    }
}
