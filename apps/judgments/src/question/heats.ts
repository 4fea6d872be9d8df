import { createHash } from 'node:crypto';
import type { Candidate, Candidates } from './candidates';

/** Rounds that one answer takes at most: heats, heats of their winners, and the final. */
export const maxRounds = 3;
/** A question has at least two candidates, so that a heat leaves fewer than it has. */
const fewest = 2;

/** Candidates of one question about one document, and how many of them a question takes. */
export interface Choosing {
  options: readonly Candidate[];
  /** Most candidates that stand in one question. */
  perQuestion: number;
  /** Candidates were left out because three rounds do not take them. */
  cut: boolean;
}

/**
 * How many candidates a question takes: within the options of the engine, and within the room for their tokens.
 * @param engineOptions options beside the escape that the engine takes
 */
export function choosingOf({ options, longest, room }: Candidates, engineOptions: number): Choosing {
  const fitting = longest === 0 ? engineOptions : Math.floor(room / longest);
  const perQuestion = Math.max(fewest, Math.min(engineOptions, fitting));
  const most = perQuestion ** maxRounds;
  return { options: options.slice(0, most), perQuestion, cut: options.length > most };
}

/** Whether the candidates need more than one question. */
export function hasHeats({ options, perQuestion }: Choosing): boolean {
  return options.length > perQuestion;
}

/**
 * The questions of a round: one when the candidates fit, else heats of nearly equal size, dealt by a hash of document,
 * version and candidate, so that the same document is always dealt the same way and the relation's order favours nobody.
 */
export function dealt(
  options: readonly Candidate[],
  { id, version }: { id: string; version: number },
  perQuestion: number,
): Candidate[][] {
  if (options.length <= perQuestion) return [[...options]];
  const hashed = options.map((option) => ({ option, hash: hashOf(`${id}\n${version}\n${option.value}`) }));
  hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const heats: Candidate[][] = Array.from({ length: Math.ceil(options.length / perQuestion) }, () => []);
  hashed.forEach(({ option }, i) => heats[i % heats.length].push(option));
  return heats;
}

/** How many candidates of each heat go on to the next round. */
export function advancing(heats: number, perQuestion: number): number {
  return Math.max(1, Math.floor(perQuestion / heats));
}

/** The candidates that go on: the likeliest of a heat, equal ones in the order of their ids. */
export function winnersOf(
  heat: readonly Candidate[],
  dist: Readonly<Record<string, number>>,
  count: number,
): Candidate[] {
  const p = ({ value }: Candidate): number => (Object.hasOwn(dist, value) ? dist[value] : 0);
  return [...heat].sort((a, b) => p(b) - p(a) || (a.value < b.value ? -1 : 1)).slice(0, count);
}

/** How many candidates each question of each round has, at most. */
export function roundSizes(count: number, perQuestion: number): number[][] {
  if (count <= perQuestion) return [[count]];
  const heats = Math.ceil(count / perQuestion);
  const sizes = Array.from({ length: heats }, (_, i) => Math.floor((count + heats - 1 - i) / heats));
  return [sizes, ...roundSizes(heats * advancing(heats, perQuestion), perQuestion)];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
