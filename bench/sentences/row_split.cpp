// Split a word into two parts until its letters are distinct: the value. All intervals, the short ones first.
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string word;
    std::cin >> word;
    int length = word.size();
    std::vector<std::vector<int>> value(length + 1, std::vector<int>(length + 1));
    std::vector<int> stamp(1 << 16);
    int now = 0;
    for (int size = 2; size <= length; size++)
        for (int from = 0; from + size <= length; from++) {
            unsigned letters = 0;
            bool distinct = true;
            for (int at = from; at < from + size; at++) {
                unsigned own = 1u << (word[at] - 'a');
                distinct = distinct && !(letters & own);
                letters |= own;
            }
            if (distinct) continue;
            now++;
            for (int middle = from + 1; middle < from + size; middle++) stamp[value[from][middle] ^ value[middle][from + size]] = now;
            while (stamp[value[from][from + size]] == now) value[from][from + size]++;
        }
    std::printf("%d\n", value[0][length]);
}
