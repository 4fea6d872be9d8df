export function buildsOf(root: string, names: readonly string[]): string[][];
