import { ofAnother } from './one-connection';

let armed: ((name: string) => void | Promise<void>) | undefined;

/**
 * A named place between two steps where a process may die. A no-op: only the testing boot arms it, and nothing in
 * production can.
 */
export function killPoint(name: string): void | Promise<void> {
  // What a spec does there, somebody else does meanwhile.
  return armed && ofAnother(() => armed!(name));
}

/** Called by the testing boot alone. */
export function armKillPoints(reached: (name: string) => void | Promise<void>): void {
  armed = reached;
}
