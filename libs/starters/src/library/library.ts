import type { Starter } from '../starter/starter';
import { contentStarters } from './content';
import { operationsStarters } from './operations';
import { riskStarters } from './risk';
import { salesStarters } from './sales';
import { supportStarters } from './support';

/** Version of the list; raise it by one with every change [VER-04]. */
export const starterListVersion = 1;

/** Every starter, by topic. */
export const starters: readonly Starter[] = [
  ...supportStarters,
  ...salesStarters,
  ...riskStarters,
  ...contentStarters,
  ...operationsStarters,
];

/** A starter as the API shows it: without its sample. */
export type ShownStarter = Omit<Starter, 'sample'>;

/** The list of starters, which is the same for all clients [STR-03]. */
export function starterList(): { version: number; starters: ShownStarter[] } {
  return { version: starterListVersion, starters: starters.map(({ sample: _, ...shown }) => shown) };
}

export function starterById(id: string): Starter | undefined {
  return starters.find((starter) => starter.id === id);
}
