export function testsReached(
  changed: string[],
  loaders: Map<string, string[]>,
  texts: Map<string, string>,
): string[] | undefined;
