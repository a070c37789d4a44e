// Take a letter of a bag, so that the letters of a listed word are left: the value. The list, with the letters of each word in order.
#include <cstdio>
#include <iostream>
#include <unordered_map>

#include "listed.hpp"

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
    auto order = [](std::string &word) { std::sort(word.begin(), word.end()); };
    listed = read_list(order);
    int sum = 0;
    for (std::string word; std::cin >> word;) {
        order(word);
        sum ^= value(word);
    }
    std::printf("%d\n", sum);
}
