// row: take letter until increasing: the value of a word. A hash map by strings.
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>

std::unordered_map<std::string, int> known;

int value(const std::string &word) {
    bool increasing = true;
    for (size_t at = 1; at < word.size(); at++) increasing &= word[at - 1] < word[at];
    if (increasing) return 0;
    if (auto there = known.find(word); there != known.end()) return there->second;
    uint64_t seen = 0;
    for (size_t at = 0; at < word.size(); at++) seen |= uint64_t(1) << value(word.substr(0, at) + word.substr(at + 1));
    return known[word] = __builtin_ctzll(~seen);
}

int main(int, char **arguments) { std::printf("%d\n", value(arguments[1])); }
