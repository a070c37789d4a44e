// Take all leaves of a tree but at most one: the value. A longest path by two searches in breadth.
#include <cstdio>
#include <vector>

std::vector<std::vector<int>> around;

int farthest(int start, int &length) {
    std::vector<int> far(around.size()), order = {start};
    far[start] = 1;
    for (size_t i = 0; i < order.size(); i++)
        for (int next : around[order[i]])
            if (!far[next]) far[next] = far[order[i]] + 1, order.push_back(next);
    length = far[order.back()];
    return order.back();
}

int main() {
    int vertices, length;
    if (std::scanf("%d", &vertices) != 1) return 1;
    around.resize(vertices);
    for (int i = 1; i < vertices; i++) {
        int a, b;
        if (std::scanf("%d %d", &a, &b) != 2) return 1;
        around[a].push_back(b);
        around[b].push_back(a);
    }
    farthest(farthest(0, length), length);
    int values[] = {2, 1, 0};
    std::printf("%d\n", values[length % 3]);
}
