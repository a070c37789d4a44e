// Stones that move along the arcs of a graph without a cycle: the exclusive or of the stones at odd distances from the ends.
#include <cstdio>
#include <vector>

int main() {
    int vertices, arcs;
    if (std::scanf("%d %d", &vertices, &arcs) != 2) return 1;
    std::vector<long long> stones(vertices);
    for (auto &count : stones)
        if (std::scanf("%lld", &count) != 1) return 1;
    std::vector<std::vector<int>> before(vertices);
    std::vector<int> left(vertices), odd(vertices);
    for (int i = 0; i < arcs; i++) {
        int from, to;
        if (std::scanf("%d %d", &from, &to) != 2) return 1;
        before[to].push_back(from);
        left[from]++;
    }
    std::vector<int> order;
    for (int vertex = 0; vertex < vertices; vertex++)
        if (left[vertex] == 0) order.push_back(vertex);
    long long value = 0;
    for (size_t i = 0; i < order.size(); i++) {
        int vertex = order[i];
        if (odd[vertex]) value ^= stones[vertex];
        for (int from : before[vertex]) {
            odd[from] = !odd[vertex];
            if (--left[from] == 0) order.push_back(from);
        }
    }
    std::printf("%lld\n", value);
}
