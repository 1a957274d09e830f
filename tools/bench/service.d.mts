export function byRoute(requests: readonly { method: string; path: string; status: number | null }[]): {
  routes: Record<string, number>;
  refused: number;
};
