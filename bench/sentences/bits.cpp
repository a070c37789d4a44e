// A heap n becomes n xor k, if that is less and k has a one among the digits of 5: the value. A table, all k for each n.
#include <cstdio>
#include <vector>

int main() {
    int size, now = 0;
    if (std::scanf("%d", &size) != 1) return 1;
    std::vector<int> value(size + 1), stamp(1 << 16);
    for (int n = 0; n <= size; n++) {
        now++;
        for (int k = 1; k <= n; k++)
            if ((n ^ k) < n && (k & 5)) stamp[value[n ^ k]] = now;
        while (stamp[value[n]] == now) value[n]++;
    }
    std::printf("%d\n", value[size]);
}
