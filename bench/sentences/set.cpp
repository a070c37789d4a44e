// Add differences to a set: the value. Every play has as many moves as multiples of the divisor are missing.
#include <algorithm>
#include <cstdio>
#include <numeric>

int main() {
    int count, divisor = 0, largest = 0;
    if (std::scanf("%d", &count) != 1) return 1;
    for (int i = 0; i < count; i++) {
        int member;
        if (std::scanf("%d", &member) != 1) return 1;
        divisor = std::gcd(divisor, member);
        largest = std::max(largest, member);
    }
    std::printf("%d\n", (largest / divisor - count) % 2);
}
