// ring: take palindrome 2..: the value of a ring. A hash map by the least rotations.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>

std::unordered_map<std::string, int> known;

std::string least(const std::string &word) {
    std::string best = word;
    for (size_t at = 1; at < word.size(); at++) best = std::min(best, word.substr(at) + word.substr(0, at));
    return best;
}

bool palindrome(const std::string &twice, size_t first, size_t last) {
    while (first < last && twice[first] == twice[last]) first++, last--;
    return first >= last;
}

int value(const std::string &word) {
    if (word.size() < 2) return 0;
    if (auto there = known.find(word); there != known.end()) return there->second;
    uint64_t seen = 0;
    std::string twice = word + word;
    for (size_t first = 0; first < word.size(); first++)
        for (size_t many = 2; many <= word.size(); many++)
            if (palindrome(twice, first, first + many - 1))
                seen |= uint64_t(1) << value(least(twice.substr(first + many, word.size() - many)));
    return known[word] = __builtin_ctzll(~seen);
}

int main(int, char **arguments) { std::printf("%d\n", value(least(arguments[1]))); }
