// The words of the list that have the letters a to z only, for the programs that need a dictionary.
#pragma once
#include <algorithm>
#include <fstream>
#include <string>
#include <unordered_set>

// Reads the list; `change` is applied to each word before it is entered.
template <typename Change> std::unordered_set<std::string> read_list(Change change) {
    std::unordered_set<std::string> listed;
    std::ifstream list("/usr/share/dict/american-english");
    std::string word;
    while (std::getline(list, word)) {
        bool plain = !word.empty();
        for (char letter : word) plain = plain && letter >= 'a' && letter <= 'z';
        if (!plain) continue;
        change(word);
        listed.insert(word);
    }
    return listed;
}
