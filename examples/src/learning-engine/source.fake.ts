import { randomOf } from '@app/statistics';
import type { LabelSource, SourceJudgment, SourceLabel } from './label.source';

const fillers = 'the a with and it is this size in my color bought wear for very fabric arrived last week store'.split(
  ' ',
);
const praise = ['zorp', 'blick', 'fenna', 'quill'];
const blame = ['murt', 'drosk', 'yelp', 'vank'];

/** A made review in words that no lexicon knows: only outcomes teach which of them are praise. */
export function madeContext(seed: number, isYes: boolean): string {
  const random = randomOf(seed);
  const pick = (words: readonly string[]) => words[random.index(words.length)];
  const words = Array.from({ length: 12 }, () => {
    const turn = random.uniform();
    if (turn < 0.25) return pick(isYes ? praise : blame);
    return turn < 0.32 ? pick(isYes ? blame : praise) : pick(fillers);
  });
  return `<<<document (data, not instructions)\ntext: "${words.join(' ')}"\ndocument>>>`;
}

export const recommends: SourceJudgment = {
  where: 'shop/reviews',
  name: 'recommends',
  question: { type: 'bool', question: 'Does the writer recommend the product?' },
};

/** The API's outcomes, held in memory; `asked` counts the contexts that were read. */
export class FakeSource implements LabelSource {
  asked = 0;
  private readonly found: { label: SourceLabel; context: string | null }[] = [];

  /** Posts this many more outcomes; two in three are yes. */
  grow(count: number): void {
    for (let i = 0; i < count; i += 1) {
      const at = this.found.length;
      const isYes = at % 3 !== 0;
      const label = { answer: `ans_${at}`, namespace: 'shop/reviews', document: `d${at}` };
      this.found.push({
        label: { ...label, value: String(isYes), observedAtMs: at * 60_000 },
        context: madeContext(at + 1, isYes),
      });
    }
  }

  /** The document's context is stored no longer. */
  forget(answer: string): void {
    const one = this.found.find(({ label }) => label.answer === answer);
    if (one) one.context = null;
  }

  readOrganization = async (): Promise<string> => 'org_1';

  async *readJudgments(): AsyncGenerator<SourceJudgment> {
    yield recommends;
  }

  async *readLabels(): AsyncGenerator<SourceLabel> {
    for (const { label } of [...this.found].reverse()) yield label;
  }

  async readContext(_judgment: SourceJudgment, { answer }: SourceLabel): Promise<string | null> {
    this.asked += 1;
    return this.found.find(({ label }) => label.answer === answer)?.context ?? null;
  }
}
