// misère bag: take "ab" or "bc" or "cda" or "dd" until at most 1 distinct letters: who wins the bag with as many of a, b, c and d
// as the argument says. A table over the four counts; the first lost option ends the search.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Counts = std::array<int, 4>;
static const Counts takes[] = {{1, 1, 0, 0}, {0, 1, 1, 0}, {1, 0, 1, 1}, {0, 0, 0, 2}};
static size_t side;
static std::vector<char> known;

static bool wins(const Counts &left) {
    int different = 0;
    size_t place = 0;
    for (int count : left) different += count > 0, place = place * side + count;
    if (different <= 1) return true;
    if (known[place]) return known[place] == 2;
    bool moves = false, found = false;
    for (const Counts &take : takes) {
        Counts rest = left;
        bool fits = true;
        for (int at = 0; at < 4; at++) fits &= (rest[at] -= take[at]) >= 0;
        moves |= fits;
        if (fits && !wins(rest)) {
            found = true;
            break;
        }
    }
    bool won = found || !moves;
    known[place] = won ? 2 : 1;
    return won;
}

int main(int, char **arguments) {
    int count = std::atoi(arguments[1]);
    side = count + 1;
    known.assign(side * side * side * side, 0);
    std::printf("%s\n", wins({count, count, count, count}) ? "N" : "P");
}
