// Moore's Nim, from one or two piles: who wins. The number of ones at each binary digit, modulo 3.
#include <cstdio>

int main() {
    int count;
    if (std::scanf("%d", &count) != 1) return 1;
    int ones[64] = {};
    for (int i = 0; i < count; i++) {
        unsigned long long pile;
        if (std::scanf("%llu", &pile) != 1) return 1;
        for (int digit = 0; digit < 64; digit++) ones[digit] += pile >> digit & 1;
    }
    bool lost = true;
    for (int digit : ones) lost = lost && digit % 3 == 0;
    std::puts(lost ? "P" : "N");
}
