// Take a letter of a word, so that a listed word is left: the value. The list, then a word for each line of the input; their sum.
#include <cstdio>
#include <iostream>
#include <unordered_map>

#include "listed.hpp"

std::unordered_set<std::string> listed;
std::unordered_map<std::string, int> known;

int value(const std::string &word) {
    if (auto there = known.find(word); there != known.end()) return there->second;
    unsigned long long seen = 0;
    for (size_t at = 0; at < word.size(); at++) {
        std::string left = word.substr(0, at) + word.substr(at + 1);
        if (listed.count(left)) seen |= 1ull << value(left);
    }
    return known[word] = __builtin_ctzll(~seen);
}

int main() {
    listed = read_list([](std::string &) {});
    int sum = 0;
    for (std::string word; std::cin >> word;) sum ^= value(word);
    std::printf("%d\n", sum);
}
