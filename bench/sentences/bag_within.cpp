// Take a letter of a bag, so that the letters of a listed word are left: the value. The list, with the letters of each word in order.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <unordered_map>
#include <unordered_set>

std::unordered_set<std::string> listed;
std::unordered_map<std::string, int> known;

int value(const std::string &bag) {
    if (auto there = known.find(bag); there != known.end()) return there->second;
    unsigned long long seen = 0;
    for (size_t at = 0; at < bag.size(); at++) {
        if (at > 0 && bag[at] == bag[at - 1]) continue;
        std::string left = bag.substr(0, at) + bag.substr(at + 1);
        if (listed.count(left)) seen |= 1ull << value(left);
    }
    return known[bag] = __builtin_ctzll(~seen);
}

int main() {
    std::ifstream list("/usr/share/dict/american-english");
    std::string word;
    while (std::getline(list, word)) {
        bool plain = !word.empty();
        for (char letter : word) plain = plain && letter >= 'a' && letter <= 'z';
        if (!plain) continue;
        std::sort(word.begin(), word.end());
        listed.insert(word);
    }
    int sum = 0;
    while (std::cin >> word) {
        std::sort(word.begin(), word.end());
        sum ^= value(word);
    }
    std::printf("%d\n", sum);
}
