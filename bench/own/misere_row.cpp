// misère row: take letter until increasing: who wins a word. A hash map by strings; the first lost option ends the loop.
#include <cstdio>
#include <string>
#include <unordered_map>

std::unordered_map<std::string, bool> known;

bool wins(const std::string &word) {
    bool increasing = true;
    for (size_t at = 1; at < word.size(); at++) increasing &= word[at - 1] < word[at];
    if (increasing) return true;
    if (auto there = known.find(word); there != known.end()) return there->second;
    bool found = false;
    for (size_t at = 0; at < word.size() && !found; at++) found = !wins(word.substr(0, at) + word.substr(at + 1));
    return known[word] = found;
}

int main(int, char **arguments) { std::printf("%s\n", wins(arguments[1]) ? "N" : "P"); }
