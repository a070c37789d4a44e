// Green Hackenbush on a graph with cycles: fusion, with the bridges by Tarjan's algorithm.
#include <algorithm>
#include <cstdio>
#include <vector>

std::vector<std::vector<std::pair<int, int>>> around;
std::vector<int> entered, low, value;
int now = 0;

// The value of all that stands on a vertex; edges back are counted at their lower end, where they are loops of the class.
void visit(int vertex, int by) {
    entered[vertex] = low[vertex] = ++now;
    for (auto [next, edge] : around[vertex]) {
        if (edge == by) continue;
        if (!entered[next]) {
            visit(next, edge);
            low[vertex] = std::min(low[vertex], low[next]);
            if (low[next] > entered[vertex])
                value[vertex] ^= value[next] + 1;
            else
                value[vertex] ^= value[next] ^ 1;
        } else if (entered[next] < entered[vertex]) {
            low[vertex] = std::min(low[vertex], entered[next]);
            value[vertex] ^= 1;
        }
    }
}

int main() {
    int vertices, edges;
    if (std::scanf("%d %d", &vertices, &edges) != 2) return 1;
    around.resize(vertices), entered.resize(vertices), low.resize(vertices), value.resize(vertices);
    for (int edge = 0; edge < edges; edge++) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        around[a].push_back({b, edge});
        around[b].push_back({a, edge});
    }
    visit(0, -1);
    std::printf("%d\n", value[0]);
}
