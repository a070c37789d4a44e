// Append one of the letters a..d so that no abelian square ends there, up to a length: the value. A search of all words.
#include <cstdio>
#include <cstdlib>
#include <string>

int longest;
std::string word;

bool square() {
    int length = word.size(), difference[4] = {};
    for (int half = 1; 2 * half <= length; half++) {
        // One letter more in the second half; the last one of the old second half goes to the first.
        difference[word[length - half]] += 2;
        difference[word[length - 2 * half + 1]] -= half > 1;
        difference[word[length - 2 * half]] -= 1;
        if (half == 1) difference[word[length - 1]] -= 1;
        bool equal = true;
        for (int own : difference) equal = equal && own == 0;
        if (equal) return true;
    }
    return false;
}

int value() {
    if ((int)word.size() == longest) return 0;
    unsigned seen = 0;
    for (int letter = 0; letter < 4; letter++) {
        word.push_back(letter);
        if (!square()) seen |= 1u << value();
        word.pop_back();
    }
    return __builtin_ctz(~seen);
}

int main() {
    if (std::scanf("%d", &longest) != 1) return 1;
    std::printf("%d\n", value());
}
