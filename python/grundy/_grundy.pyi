"""
The part of the package grundy that is not written in Python.
"""

from _typeshed import Incomplete, SupportsGetItem
from typing import Any, SupportsFloat, SupportsIndex, final

@final
class Certificate:
    """
    A certificate whose claims the checker has verified.
    """
    @property
    def about(self, /) -> tuple[str, str]:
        """
        The text of the game that it is about, and of the position; the latter is empty if it is
        about every position.
        """
    def answer(self, /, sum: Sum, limits: Limits | None = None) -> Solved:
        """
        The answer about a sum, read off the certificate.
        """
    @staticmethod
    def file(path: str, limits: Limits | None = None, lists: dict[str, bytes] | None = None) -> Certificate:
        """
        Reads a certificate from a file and examines it.
        """
    @property
    def lists(self, /) -> dict[str, bytes]:
        """
        The word lists that it names: name and bytes.
        """
    def shown(self, /, limits: Limits | None = None) -> tuple[str, str]:
        """
        What is certified, as the program prints it: text and JSON.
        """
    @property
    def status(self, /) -> str:
        """
        `proved` or `computed`.
        """
    @staticmethod
    def text(text: str, limits: Limits | None = None, lists: dict[str, bytes] | None = None) -> Certificate:
        """
        Reads a certificate from its text and examines it.
        """
    def written(self, /) -> str:
        """
        Its text, which reads back as this certificate.
        """

@final
class Code:
    """
    A game whose rules are a Python function.
    """
    def __new__(cls, /, rules: Any) -> Code:
        """
        A game whose rules are this function.
        """
    def listed(self, /, positions: Any, most: SupportsIndex, limits: Limits | None = None) -> tuple[str, list[int], list[tuple[int, Any]]]:
        """
        The positions that play from these can reach, as heaps of a game in the language, whose text
        has a move for each option; the heaps of the given positions, and each heap with its
        position.

        Positions that are small whole numbers, whose options are smaller ones, are heaps of this
        size; others are numbered so that options are smaller. More moves than `most` are refused.
        """
    @property
    def rules(self, /) -> Any:
        """
        The function.
        """
    def solve(self, /, positions: Any, misere: bool = False, limits: Limits | None = None) -> CodeSolved:
        """
        Solves a sum of positions.
        """
    def values_of(self, /, positions: Any, limits: Limits | None = None) -> tuple[Column, str, str | None]:
        """
        The values of many positions, found with one table.
        """

@final
class CodeSolved:
    """
    The answer about a sum of positions of a game in Python.
    """
    @property
    def doubt(self, /) -> str | None:
        """
        Why the answer is not proved.
        """
    def explained(self, /) -> str:
        """
        Why the sum has its value or its outcome.
        """
    def moves(self, /) -> list[tuple[int, Any, list[Any], int | None, str]]:
        """
        The moves, the winning ones first.
        """
    @property
    def outcome(self, /) -> str:
        """
        `N` or `P`.
        """
    @property
    def stats(self, /) -> tuple[int, int, float]:
        """
        Positions, bytes at the peak, and seconds.
        """
    @property
    def status(self, /) -> str:
        """
        `proved` or `computed`.
        """
    @property
    def value(self, /) -> int | None:
        """
        The value of the sum, in normal play.
        """
    def values(self, /) -> list[int]:
        """
        The values of the components, in normal play.
        """

@final
class Column:
    """
    Numbers that `numpy.asarray` reads without a copy.
    """
    @property
    def __array_interface__(self, /) -> Any:
        """
        Where the numbers lie, for NumPy: it may read them, and keeps this object alive.
        """
    def __len__(self, /) -> int: ...
    def arrow_array(self, /, limits: Limits | None) -> Any:
        """
        The numbers with their places in the Arrow C data interface.
        """
    def arrow_schema(self, /) -> Any:
        """
        The schema of the numbers with their places.
        """
    def arrow_stream(self, /, limits: Limits | None) -> Any:
        """
        The numbers with their places in the Arrow C stream interface.
        """
    def at(self, /, place: SupportsIndex) -> int | None:
        """
        The number at this place.
        """
    def part(self, /, start: SupportsIndex, end: SupportsIndex) -> list[int]:
        """
        The numbers at the places from `start` to before `end`.
        """
    def plot(self, /, limits: Limits | None, name: str, footing: str) -> str:
        """
        The plot of the numbers under this name, with a line below it.
        """
    def repeat(self, /, limits: Limits | None) -> tuple[int, int, int] | None:
        """
        How the numbers, or their differences, repeat most often, over half of them and at least
        three times: the first place, the distance, and the growth over it.
        """
    def room(self, /, limits: Limits | None, each: SupportsIndex) -> None:
        """
        Refuses work for which each number takes so many bytes, if that is over the limit.
        """
    def zeros(self, /, limits: Limits | None) -> Column:
        """
        The places of the zeros.
        """

@final
class Limits:
    """
    What work may take, and who watches it.
    """
    def __new__(cls, /, seconds: SupportsFloat | SupportsIndex | None = None, memory: SupportsIndex | None = None, positions: SupportsIndex | None = None, threads: SupportsIndex | None = None, progress: Any | None = None, check: bool = True) -> Limits: ...

@final
class Move:
    """
    A move in a sum.
    """
    @property
    def after(self, /) -> list[int | str]:
        """
        The components that the move leaves in its place.
        """
    @property
    def before(self, /) -> int | str:
        """
        The component.
        """
    @property
    def component(self, /) -> int:
        """
        The place of the component, from 1.
        """
    @property
    def how(self, /) -> list[str]:
        """
        The ways to make the move, up to three.
        """
    @property
    def outcome(self, /) -> str:
        """
        The outcome of the whole sum after the move.
        """
    def result(self, /) -> Sum:
        """
        The sum after the move.
        """
    @property
    def value(self, /) -> int | None:
        """
        The value of the whole sum after the move.
        """
    @property
    def words(self, /) -> list[str]:
        """
        The listed words with the letters that were taken.
        """

@final
class Moves:
    """
    The moves of a sum.
    """
    def __len__(self, /) -> int: ...
    def at(self, /, place: SupportsIndex) -> Move | None:
        """
        The move at this place.
        """
    @property
    def missing(self, /) -> str | None:
        """
        Why the list is not whole.
        """

@final
class Proof:
    """
    What holds for every position of a game, and how sure that is.
    """
    def certificate(self, /) -> str:
        """
        The certificate of the proof.
        """
    def dot(self, /) -> str | None:
        """
        The automaton for Graphviz. `None` if there is none.
        """
    @property
    def exceptions(self, /) -> list[int] | None:
        """
        The heaps below the preperiod that break the period.
        """
    @property
    def has_certificate(self, /) -> bool:
        """
        Whether there is a certificate.
        """
    def json(self, /) -> str:
        """
        The proof as JSON.
        """
    @property
    def kind(self, /) -> str:
        """
        What was sought or found: `period`, `law`, `automaton`, `quotient` or `listed`.
        """
    @staticmethod
    def of(rules: Rules, to: SupportsIndex | None = None, letters: str = "", automaton: bool = False, limits: Limits | None = None) -> Proof:
        """
        Searches for what holds for every position of a game, and proves it.
        """
    @property
    def period(self, /) -> int | None:
        """
        The period of the values.
        """
    @property
    def preperiod(self, /) -> int | None:
        """
        The first heap from which the values repeat.
        """
    @property
    def saltus(self, /) -> int | None:
        """
        By how much the values grow in a period.
        """
    @property
    def status(self, /) -> str:
        """
        How sure the finding is: `proved`, `computed`, `certified`, `observed` or `none`.
        """
    @property
    def stopped(self, /) -> str | None:
        """
        Why the search ended without a proof, if it was stopped.
        """
    def svg(self, /, limits: Limits | None = None) -> str | None:
        """
        The picture of `grundy draw period` or `grundy draw automaton`. `None` without one.
        """
    def text(self, /, limits: Limits | None = None) -> str:
        """
        The proof as the program prints it.
        """

@final
class Rules:
    """
    A game that a text declares.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    @property
    def board(self, /) -> str:
        """
        What the game is played on: `heap`, `row`, ..
        """
    def explained_of(self, /, positions: Any, convert: Any, limits: Limits | None = None) -> list[tuple[Sum, str, str]]:
        """
        Why many positions have their values or outcomes: the sum, the text and the JSON of each.
        """
    def json(self, /) -> str:
        """
        As [`Rules::sentence`], as JSON.
        """
    @property
    def left_out(self, /) -> list[str]:
        """
        What the game leaves out of its word lists, a sentence each.
        """
    @property
    def lists(self, /) -> dict[str, bytes]:
        """
        The word lists that the text names: name and bytes.
        """
    @property
    def misere(self, /) -> bool:
        """
        Whether who makes the last move loses.
        """
    def moves_of(self, /, positions: Any, convert: Any, limits: Limits | None = None) -> list[Moves]:
        """
        The moves of many positions, as [`Rules::values_of`] reads them.
        """
    @staticmethod
    def read(words: SupportsGetItem[int, str], misere: bool = False, lists: dict[str, bytes] | None = None, fold_case: bool = False, named: SupportsGetItem[int, tuple[str, str]] = ...) -> Rules:
        """
        Reads a game: its text or name, the parameters of the name, and values for the names that
        its text leaves open.
        """
    def sentence(self, /) -> str:
        """
        The rules in the language and in a sentence, and why every play ends.
        """
    @property
    def start(self, /) -> str | None:
        """
        The position that is meant if none is given.
        """
    @property
    def text(self, /) -> str:
        """
        The text of the game, with `misère` before it in misère play. It reads back as this game.
        """
    def values_of(self, /, positions: Any, convert: Any, limits: Limits | None = None) -> Column:
        """
        The values of many positions; a sum has the value of its components together. `convert`
        writes those that are not numbers or texts.
        """

@final
class Solved:
    """
    The answer to a question about a sum.
    """
    def certificate(self, /, limits: Limits | None = None) -> str:
        """
        The certificate of the answer.
        """
    @property
    def doubt(self, /) -> str | None:
        """
        Why the answer is not proved.
        """
    def explained(self, /, limits: Limits | None = None) -> tuple[str, str]:
        """
        Why the sum has its value or its outcome, as the program prints it: text and JSON.
        """
    def moves(self, /, all: bool, limits: Limits | None = None) -> Moves:
        """
        The moves: all of them, or the winning ones.
        """
    def moves_shown(self, /, limits: Limits | None = None) -> tuple[str, str]:
        """
        All moves, as the program prints them: text and JSON.
        """
    @staticmethod
    def of(sum: Sum, limits: Limits | None = None, question: str = "value and moves") -> Solved:
        """
        Answers a question about a sum.
        """
    @property
    def outcome(self, /) -> str | None:
        """
        `N` or `P`.
        """
    def shown(self, /, limits: Limits | None = None) -> tuple[str, str]:
        """
        The answer with its winning moves, as the program prints it: text and JSON.
        """
    @property
    def solver(self, /) -> str:
        """
        The method.
        """
    @property
    def stats(self, /) -> tuple[int, int, float] | None:
        """
        Positions, bytes at the peak, and seconds.
        """
    @property
    def status(self, /) -> str:
        """
        `proved` or `computed`.
        """
    @property
    def sum(self, /) -> Sum:
        """
        The sum that is answered.
        """
    @property
    def value(self, /) -> int | None:
        """
        The value of the sum, if it was asked for and values exist.
        """
    def values(self, /) -> list[int | None]:
        """
        The values of the components, where the claims hold them.
        """

@final
class Sum:
    """
    A sum of positions of one or more games.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    @property
    def game(self, /) -> str:
        """
        The text of the game, with its convention.
        """
    def games(self, /) -> list[Rules]:
        """
        The games that the sum is made of.
        """
    @property
    def misere(self, /) -> bool:
        """
        Whether who makes the last move loses.
        """
    @staticmethod
    def of(rules: Rules, text: str | None = None) -> Sum:
        """
        Reads a sum of positions of a game; without a text it is the empty one.
        """
    def picture(self, /, graph: bool, dot: bool = False, limits: Limits | None = None) -> str:
        """
        The picture of the sum: its components, or its options if `graph`; for Graphviz if `dot`.
        """
    def plan(self, /, limits: Limits | None = None) -> tuple[str, str]:
        """
        How the sum will be solved: as text and as JSON.
        """
    def plus(self, /, other: Sum) -> Sum:
        """
        The sum of both.
        """
    @property
    def position(self, /) -> str:
        """
        The text of the position.
        """
    def terms(self, /) -> list[tuple[int, str]]:
        """
        The components: the place of the game of each in [`Sum::games`], and its text.
        """

@final
class Table:
    """
    The values or the outcomes of the heaps from 0 to `end`.
    """
    def __len__(self, /) -> int: ...
    def arrow_array(self, /) -> tuple[Any, Any]:
        """
        The table in the Arrow C data interface: schema and array.
        """
    def arrow_schema(self, /) -> Any:
        """
        The schema of the table.
        """
    def arrow_stream(self, /) -> Any:
        """
        The table in the Arrow C stream interface.
        """
    def bfile(self, /, offset: SupportsIndex, losing: bool) -> str:
        """
        The OEIS b-file from n = `offset` on; of the losing heaps if `losing`.
        """
    def column(self, /) -> Column:
        """
        The values, or the letters of the outcomes.
        """
    def csv(self, /) -> str:
        """
        `n,value` with a header line.
        """
    @property
    def doubt(self, /) -> str | None:
        """
        Why the table is not proved.
        """
    def head(self, /) -> str:
        """
        One JSON object, whose list of entries is empty.
        """
    def losing(self, /) -> Column:
        """
        The heaps that the player to move loses.
        """
    @staticmethod
    def of(rules: Rules, end: str, limits: Limits | None = None) -> Table:
        """
        The values, in misère play the outcomes, of the heaps of a game from 0 to `end`.
        """
    @property
    def outcomes(self, /) -> bool:
        """
        Whether it holds outcomes in place of values.
        """
    def room(self, /, each: SupportsIndex) -> None:
        """
        Refuses work for which each entry takes so many bytes, if that is over the limit.
        """
    @property
    def status(self, /) -> str:
        """
        `proved` or `computed`.
        """
    def svg(self, /) -> str:
        """
        The picture of `grundy draw table`.
        """
    def text(self, /, columns: SupportsIndex) -> str:
        """
        The table in rows of `columns` entries.
        """

def ask(request: str, limits: Limits | None = None) -> str:
    """
    The answer to a request, one JSON object with a verb: the JSON that the program prints.
    """

def count(rules: Rules, size: SupportsIndex, up_to: bool, letters: str, heaps: SupportsIndex | None, moves: bool, losing: bool, modulo: SupportsIndex | None, limits: Limits | None = None) -> str:
    """
    How many positions of a size there are, and their values.
    """

def equal(left: Rules, right: Rules, up_to: SupportsIndex | None = None, limits: Limits | None = None) -> str:
    """
    Whether two games have the same values.
    """

def families() -> str:
    """
    The games with names, as JSON.
    """

def find(values: SupportsGetItem[int, SupportsIndex], most: SupportsIndex, limits: Limits | None = None) -> str:
    """
    The known rules that give a sequence of values.
    """

def first(rules: Rules, property: str, up_to: SupportsIndex, letters: str, heaps: SupportsIndex | None, limits: Limits | None = None) -> str:
    """
    The first position with a property.
    """

def notebook() -> tuple[str, str]:
    """
    The board of the page for a cell of a notebook: a module of JavaScript, and its style.
    """

def program(arguments: SupportsGetItem[int, str]) -> int:
    """
    Runs the program `grundy` with these arguments, the first of which is its name. Returns the
    exit code.
    """

def read(words: SupportsGetItem[int, str], misere: bool = False, lists: dict[str, bytes] | None = None) -> Sum:
    """
    Reads a request: a game with its parameters and a position, or a sum of unlike games.
    """

def story(code: str) -> str | None:
    """
    The longer explanation of the code of a diagnostic. `None` if there is no such code.
    """

def __getattr__(name: str) -> Incomplete: ...
