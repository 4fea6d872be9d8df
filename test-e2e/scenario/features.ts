import { AnswerView } from '@app/contracts/documents';
import { eventually } from '@app/testing/stack';
import { Scenario, boolJudgment } from './scenario';

/** The answer once it is fresh and of another record than `before`. */
export const freshAfter = (scenario: Scenario, id: string, judgment: string, before: AnswerView): Promise<AnswerView> =>
  eventually(async () => {
    const answer = await scenario.answer(id, judgment);
    if (answer.status !== 'fresh' || answer.id === before.id)
      throw new Error(`${id} reads ${answer.status} as before.`);
    return answer;
  });

/** A write of an order. */
export const order = (id: string, amount: number | null, text = 'Where is it?') => ({
  upsert: [{ id, attributes: { ...(amount !== null && { amount }) }, state: { text } }],
});

export const logit = (p: number): number => Math.log(p / (1 - p));
export const sigmoid = (u: number): number => 1 / (1 + Math.exp(-u));

/** A judgment of so many parts. */
export function composite(name: string, parts: number, more: object = {}): object {
  return boolJudgment(name, {
    parts: Array.from({ length: parts }, (_, i) => ({ name: `part${i}`, question: `Is narrow ${name} ${i} so?` })),
    freshness: { policy: 'manual' },
    ...more,
  });
}
/** How many parts a request to the engine asks. */
export const narrow = (body: string): number => body.split('Is narrow ').length - 1;
