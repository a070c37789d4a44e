"""What a newcomer does first, in the wheel as it is installed: run by `cargo xtask wheel`."""

import subprocess
import sys

import grundy

assert "site-packages" in grundy.__file__, grundy.__file__
answer = grundy.solve("kayles", "5 + 7 + 9")
assert (answer.value, answer.status) == (2, "proved")
assert "numpy" not in sys.modules
assert grundy.game(lambda n: [[n - 2 * b, n - b] for b in range(1, n // 2 + 1)])[10].value == 0
assert grundy.game("0.77").values(12).tolist() == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
assert grundy.check(grundy.game("kayles").prove().certificate()).solve(10**18).value == 1
for command in (["-m", "grundy"], ["-c", "from grundy.__main__ import main; import sys; sys.exit(main())"]):
    done = subprocess.run([sys.executable, *command, "kayles", "5", "7", "9"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("N-position: the player to move wins (nim value 2"), done
wrong = subprocess.run([sys.executable, "-m", "grundy", "kayles", "x"], capture_output=True, text=True, check=False)
assert wrong.returncode == 2 and "error[" in wrong.stderr, wrong
print("the wheel works:", answer)
