"""``python -m grundy`` and the script ``grundy``: the program of the command line."""

import signal
import sys

from ._grundy import program


def main() -> int:
    """Runs the program with the arguments of this process, and returns its exit code."""
    # The program handles Ctrl-C itself: its first signal ends the work in good order.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return program(["grundy", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
