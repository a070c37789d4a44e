// row: take run until at most 2 distinct letters: the value of a word. A hash map by strings.
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>

std::unordered_map<std::string, int> known;

int value(const std::string &word) {
    uint32_t letters = 0;
    for (char letter : word) letters |= 1u << (letter - 'a');
    if (__builtin_popcount(letters) <= 2) return 0;
    if (auto there = known.find(word); there != known.end()) return there->second;
    uint64_t seen = 0;
    for (size_t first = 0, last = 0; first < word.size(); first = last) {
        while (last < word.size() && word[last] == word[first]) last++;
        seen |= uint64_t(1) << value(word.substr(0, first) + word.substr(last));
    }
    return known[word] = __builtin_ctzll(~seen);
}

int main(int, char **arguments) { std::printf("%d\n", value(arguments[1])); }
