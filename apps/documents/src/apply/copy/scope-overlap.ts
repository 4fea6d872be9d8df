import { covers } from '@app/definition';

/** The scope that two scopes both cover; null when they have no namespace in common. */
export function overlap(a: string, b: string): string | null {
  if (covers(a, b)) return b;
  return covers(b, a) ? a : null;
}
