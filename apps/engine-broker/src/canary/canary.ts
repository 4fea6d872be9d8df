import type { Ask, EngineQuestion } from '@app/contracts/engines';
import type { AskReply } from '@app/engines';

/** Asked so often in a row; the middle answer of each number counts, for one engine's answers differ by themselves. */
export const canaryRounds = 3;
/** Answers have moved when one number has by more than this, or all of them together by more than {@link meanMove}. */
export const singleMove = 0.12;
export const meanMove = 0.04;

/** Clear cases and doubtful ones of each type; about nobody, and never changed: another text is another canary. */
const questions: EngineQuestion[] = [
  { type: 'bool', question: 'Was the item damaged on arrival?' },
  { type: 'bool', question: 'Does the writer thank somebody?' },
  { type: 'bool', question: 'Will the writer order again?' },
  {
    type: 'choice',
    question: 'What does the writer want?',
    options: [
      { value: 'refund', description: 'money back' },
      { value: 'replacement', description: 'the same item once more' },
      { value: 'information', description: 'an answer to a question' },
    ],
  },
  {
    type: 'score',
    question: 'How upset is the writer?',
    levels: [
      { value: 0, description: 'calm' },
      { value: 1, description: 'mildly annoyed' },
      { value: 2, description: 'clearly annoyed' },
      { value: 3, description: 'furious' },
    ],
  },
];

/** What an engine is asked once a UTC day. */
export const canaryAsk: Ask = {
  ask_id: 'ask_canary',
  organization: 'canary',
  namespace: 'canary',
  lane: 'scoring',
  context: 'The parcel came on Tuesday, two days late, and the lamp in it is broken. Please send another one.',
  seed: 'canary',
  questions,
  images: [],
};

/** Every probability of a reply, in one order; null when a question was left without an answer. */
export function numbersOf({ answers }: AskReply): number[] | null {
  const numbers: number[] = [];
  for (const answer of answers) {
    if (answer.type === 'failed') return null;
    numbers.push(...(answer.type === 'bool' ? [answer.p] : answer.printed));
  }
  return numbers;
}

/** The middle of each number over an odd count of rounds. */
export function middleOf(rounds: readonly (readonly number[])[]): number[] {
  const [first = []] = rounds;
  return first.map((_, place) => {
    const sorted = rounds.map((round) => round[place]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)];
  });
}

/** How far answers lie from those that the epoch began with: the most of one number, and the mean of all. */
export function movement(before: readonly number[], after: readonly number[]): { most: number; mean: number } {
  if (before.length !== after.length) return { most: 1, mean: 1 };
  const moves = after.map((number, place) => Math.abs(number - before[place]));
  const sum = moves.reduce((total, move) => total + move, 0);
  return { most: Math.max(0, ...moves), mean: moves.length === 0 ? 0 : sum / moves.length };
}

export function hasMoved(before: readonly number[], after: readonly number[]): boolean {
  const { most, mean } = movement(before, after);
  return most > singleMove || mean > meanMove;
}
