// row: "ab" -> "c", "cb" -> "a" until length at most 3: the value of a word. A hash map by strings.
#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>

std::unordered_map<std::string, int> known;

int value(const std::string &word) {
    if (word.size() <= 3) return 0;
    if (auto there = known.find(word); there != known.end()) return there->second;
    uint64_t seen = 0;
    for (size_t at = 0; at + 1 < word.size(); at++) {
        if (word[at + 1] != 'b' || word[at] == 'b') continue;
        seen |= uint64_t(1) << value(word.substr(0, at) + (word[at] == 'a' ? "c" : "a") + word.substr(at + 2));
    }
    return known[word] = __builtin_ctzll(~seen);
}

int main(int, char **arguments) { std::printf("%d\n", value(arguments[1])); }
