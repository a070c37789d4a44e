// row: cut palindrome 2.. until distinct: the value of a word. A hash map by strings.
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>

std::unordered_map<std::string, int> known;

bool palindrome(const std::string &word, size_t first, size_t last) {
    while (first < last && word[first] == word[last]) first++, last--;
    return first >= last;
}

bool distinct(const std::string &word) {
    uint32_t letters = 0;
    for (char letter : word) {
        uint32_t own = 1u << (letter - 'a');
        if (letters & own) return false;
        letters |= own;
    }
    return true;
}

int value(const std::string &word) {
    if (distinct(word)) return 0;
    if (auto there = known.find(word); there != known.end()) return there->second;
    uint64_t seen = 0;
    for (size_t first = 0; first < word.size(); first++)
        for (size_t last = first + 1; last < word.size(); last++)
            if (palindrome(word, first, last))
                seen |= uint64_t(1) << (value(word.substr(0, first)) ^ value(word.substr(last + 1)));
    return known[word] = __builtin_ctzll(~seen);
}

int main(int, char **arguments) { std::printf("%d\n", value(arguments[1])); }
