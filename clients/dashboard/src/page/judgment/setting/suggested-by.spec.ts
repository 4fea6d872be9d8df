import type { Schema } from '@app/sdk/client';
import { suggestedBy } from './suggested-by';

const outcomes = { implicit: { after: '30d' } };
const starters = [
  { id: 'a.topic', definition: { question: 'What is it about?' }, outcomes: {} },
  { id: 'a.refund', definition: { question: 'Does it ask for {what} (now)?' }, outcomes },
] as unknown as Schema<'StarterView'>[];
const judgment = (question: string, set?: object) =>
  ({ definition: { question }, ...(set && { outcomes: set }) }) as unknown as Schema<'JudgmentView'>;

it('finds the starter whose question and suggested outcomes a judgment has [OUT-08] [S-D1]', () => {
  expect(suggestedBy(judgment('Does it ask for 5 refunds (now)?', outcomes), starters)?.id).toBe('a.refund');
});

it('finds none for another question, another setting, or none', () => {
  expect(suggestedBy(judgment('Does it ask for a refund?', outcomes), starters)).toBeUndefined();
  expect(suggestedBy(judgment('Does it ask for x (now)?', { implicit: { after: '31d' } }), starters)).toBeUndefined();
  expect(suggestedBy(judgment('What is it about?', {}), starters)).toBeUndefined();
  expect(suggestedBy(judgment('What is it about?'), starters)).toBeUndefined();
});
