let armed: ((name: string) => void | Promise<void>) | undefined;

/**
 * A named place between two steps where a process may die. A no-op: only the testing boot arms it, and nothing in
 * production can.
 */
export function killPoint(name: string): void | Promise<void> {
  return armed?.(name);
}

/** Called by the testing boot alone. */
export function armKillPoints(reached: (name: string) => void | Promise<void>): void {
  armed = reached;
}
