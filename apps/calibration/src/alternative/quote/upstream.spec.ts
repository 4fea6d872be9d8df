import type { BoolDefinition } from '@app/definition';
import type { Candidate } from '../subject/candidate';
import { upstreamOf, upstreamPairs } from './upstream';

const join = { theirs: 'attributes.customer', mine: 'id' };
const relation = { join, fields: ['state.text'], order_by: [], last_n: 5 };
const definition = (related: object, features: object[] = []): BoolDefinition =>
  ({
    name: 'churn',
    type: 'bool',
    question: 'Will it churn?',
    context: { fields: ['state.text'], related },
    engine: { name: 'jev', version: 'current' },
    horizon: '0s',
    features,
  }) as unknown as BoolDefinition;

it('names judgments by whose answers related documents are chosen, counted or described [ALT-39] [REL-15]', () => {
  const where = { 'answers.angry.p': { gte: 0.5 }, 'attributes.open': true };
  const counted = { name: 'urgent', of: 'tickets', aggregate: 'share', where: { 'answers.urgent.value': 'now' } };
  const shown = {
    ...relation,
    answers: [
      { judgment: 'late', cut: 0.5 },
      { judgment: 'angry', cut: 0.5 },
    ],
  };
  expect(upstreamOf(definition({ tickets: { ...relation, where } }))).toEqual(['angry']);
  expect(upstreamOf(definition({ tickets: shown }, [counted]))).toEqual(['angry', 'late', 'urgent']);
  expect(upstreamOf(definition({ tickets: relation }))).toEqual([]);
});

it('concerns rows that are compiled from the documents of today alone [ALT-39]', () => {
  const reads = definition({ tickets: { ...relation, where: { 'answers.angry.p': { gte: 0.5 } } } });
  const row = (id: string, contexts: string) => ({ id, contexts, definition: reads }) as Candidate;
  expect(upstreamPairs([row('a', 'stored'), row('b', 'live'), row('c', 'narrowed')])).toEqual([
    { alternative: 'b', judgment: 'angry' },
  ]);
});
