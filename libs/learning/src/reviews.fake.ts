import { randomOf } from '@app/statistics';
import { contextKey, type Labelled } from './cross/labelled';
import { hashFeatures } from './feature/hash-features';

const goods = ['dress', 'shirt', 'coat', 'skirt', 'jacket', 'sweater', 'top', 'jeans'];
const fillers = 'the a with and it is this size in my color bought wear for very fabric arrived last week store'.split(
  ' ',
);
const praise = ['love', 'perfect', 'flattering', 'comfortable', 'beautiful', 'soft'];
const blame = ['returned', 'itchy', 'cheap', 'huge', 'disappointed', 'boxy'];

/** Made-up reviews: some words are of those who recommend, others of those who do not, most of both. */
export function madeReview(seed: number, isYes: boolean): string {
  const random = randomOf(seed);
  const pick = (words: readonly string[]) => words[random.index(words.length)];
  const words = Array.from({ length: 12 }, () => {
    const turn = random.uniform();
    if (turn < 0.2) return pick(isYes ? praise : blame);
    if (turn < 0.26) return pick(isYes ? blame : praise);
    return turn < 0.35 ? pick(goods) : pick(fillers);
  });
  return `text: "${words.join(' ')}"\nage: ${20 + random.index(50)}`;
}

/** Labels of made reviews, one a document, an hour apart. @param truth of each, and what its text says */
export function madeLabels(
  n: number,
  truth: (at: number, coin: number) => { label: number; says: boolean; base?: number },
): Labelled[] {
  const random = randomOf(7);
  return Array.from({ length: n }, (_, at) => {
    const { label, says, base = 0 } = truth(at, random.uniform());
    const context = madeReview(at + 1, says);
    return {
      features: hashFeatures(context),
      base: [base],
      label,
      key: contextKey(context),
      document: `d${at}`,
      at: at * 3_600_000,
    };
  });
}
