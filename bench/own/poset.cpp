// poset: take element with all above: the value of an order "{0<20 1<16 ..}" on up to 64 elements. A hash map by the set of the
// elements that are left; parts are not told apart.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

static uint64_t above[64];
static std::unordered_map<uint64_t, int> known;

static int value(uint64_t left) {
    if (!left) return 0;
    if (auto there = known.find(left); there != known.end()) return there->second;
    bool seen[65] = {};
    for (uint64_t open = left; open; open &= open - 1) seen[value(left & ~above[__builtin_ctzll(open)])] = true;
    int mex = 0;
    while (seen[mex]) mex++;
    return known[left] = mex;
}

int main(int, char **arguments) {
    uint64_t all = 0;
    for (char *at = arguments[1] + 1; *at && *at != '}';) {
        int low = std::strtol(at, &at, 10), high = std::strtol(at + 1, &at, 10);
        above[low] |= uint64_t(1) << low | uint64_t(1) << high;
        above[high] |= uint64_t(1) << high;
        all |= above[low];
        while (*at == ' ') at++;
    }
    for (int middle = 0; middle < 64; middle++)
        for (int low = 0; low < 64; low++)
            if (above[low] >> middle & 1) above[low] |= above[middle];
    std::printf("%d\n", value(all));
}
