/** A made-up review, and whether its writer recommends the product. */
export interface Review {
  id: string;
  text: string;
  isYes: boolean;
}

const fillers = 'the a with and it is this size in my color bought wear for very fabric arrived last week store'.split(
  ' ',
);
// No lexicon knows these: only outcomes teach which of them are praise.
const praise = ['zorp', 'blick', 'fenna', 'quill'];
const blame = ['murt', 'drosk', 'yelp', 'vank'];

/** The same reviews each time; two in three recommend. */
export function reviews(count: number): Review[] {
  let state = 1;
  const below = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const pick = (words: readonly string[]) => words[below(words.length)];
  return Array.from({ length: count }, (_, at) => {
    const isYes = below(3) > 0;
    const words = Array.from({ length: 24 }, () => {
      const turn = below(100);
      if (turn < 25) return pick(isYes ? praise : blame);
      return turn < 32 ? pick(isYes ? blame : praise) : pick(fillers);
    });
    return { id: `review-${at}`, text: words.join(' '), isYes };
  });
}

/** The share of pairs of a yes and a no in which the yes has the higher p; ties count half. */
export function areaUnder(reads: readonly { p: number; isYes: boolean }[]): number {
  const [yes, no] = [true, false].map((wanted) => reads.filter(({ isYes }) => isYes === wanted));
  const wins = yes.flatMap((one) => no.map((other) => (one.p > other.p ? 1 : one.p === other.p ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}
