// Take a letter of a word, so that a listed word is left: the value. The list, then a word for each line of the input; their sum.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <unordered_map>
#include <unordered_set>

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
    std::ifstream list("/usr/share/dict/american-english");
    std::string word;
    while (std::getline(list, word)) {
        bool plain = !word.empty();
        for (char letter : word) plain = plain && letter >= 'a' && letter <= 'z';
        if (plain) listed.insert(word);
    }
    int sum = 0;
    while (std::cin >> word) sum ^= value(word);
    std::printf("%d\n", sum);
}
