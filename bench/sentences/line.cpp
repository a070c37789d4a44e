// Take a pile from either end, larger than the last: who wins. A run at an end is odd.
#include <cstdio>
#include <vector>

int main() {
    int count;
    if (std::scanf("%d", &count) != 1) return 1;
    std::vector<int> piles(count);
    for (int &pile : piles)
        if (std::scanf("%d", &pile) != 1) return 1;
    int first = 1, last = 1;
    while (first < count && piles[first] > piles[first - 1]) first++;
    while (last < count && piles[count - last - 1] > piles[count - last]) last++;
    std::puts(first % 2 || last % 2 ? "N" : "P");
}
