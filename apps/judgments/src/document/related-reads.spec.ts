import type { BoolDefinition, Feature, Relation } from '@app/definition';
import { countsRelated, relatedReads, withoutNumbers } from './related-reads';

const relation: Relation = {
  join: { theirs: 'attributes.account', mine: 'id' },
  fields: ['state.text'],
  order_by: [{ path: 'created_at', direction: 'desc' }],
  last_n: 20,
};
const definition = (related?: Record<string, Relation>): BoolDefinition => ({
  name: 'j',
  question: 'q',
  type: 'bool',
  horizon: '0s',
  engine: { name: 'jev', version: 'current' },
  context: { fields: ['state.note'], ...(related && { related }) },
});

describe('what a fetch reads of related documents', () => {
  it('has each distinct relation once, whatever it is called', () => {
    const other = { ...relation, last_n: 5 };
    const reads = relatedReads([
      { name: 'jdg_a', definition: definition({ messages: relation, few: other }) },
      { name: 'jdg_b', definition: definition({ mails: relation }) },
      { name: 'jdg_c', definition: definition() },
    ]);
    expect(reads.specs?.map(({ last_n }) => last_n).sort()).toEqual([20, 5]);
    const { messages, few } = reads.read!.jdg_a.relations;
    expect(reads.specs?.[messages].last_n).toBe(20);
    expect(reads.specs?.[few].last_n).toBe(5);
    expect(reads.read).toEqual({ jdg_a: { relations: { messages, few } }, jdg_b: { relations: { mails: messages } } });
  });

  it('has the numbers of features beside, over the relation of each [JDG-15] [JDG-16]', () => {
    const orders = { ...relation, last_n: 5 };
    const features: Feature[] = [
      { name: 'total', of: 'orders', aggregate: 'sum', path: 'attributes.amount' },
      { name: 'note', from: 'state.n' },
    ];
    const counting = { ...definition({ messages: relation, orders }), features };
    const reads = relatedReads([
      { name: 'jdg_a', definition: definition({ all: relation }) },
      { name: 'jdg_b', definition: counting },
    ]);
    const { relations, numbers } = reads.read!.jdg_b;
    expect(reads.specs?.[relations.orders].last_n).toBe(5);
    expect(numbers).toEqual({
      total: { of: relations.orders, aggregate: 'sum', path: 'attributes.amount', where: null, window: null },
    });
    expect(reads.read!.jdg_a).not.toHaveProperty('numbers');
    const uncounted = relatedReads([{ name: 'jdg_b', definition: withoutNumbers(counting) }]);
    expect(uncounted.read).toEqual({ jdg_b: { relations } });
    expect([counting, definition({ messages: relation })].map(countsRelated)).toEqual([true, false]);
  });

  it('names the judgments that are read about the judged document itself [REL-06]', () => {
    const answers = [{ judgment: 'late', bands: [0.5] }];
    const me: Relation = { ...relation, join: { theirs: 'id', mine: 'id' }, fields: [], answers };
    const tested: Relation = { ...me, fields: ['id'], answers: undefined, where: { 'answers.mood.p': { gte: 0.5 } } };
    const reads = relatedReads([
      { name: 'jdg_a', definition: definition({ me, tested }) },
      { name: 'jdg_b', definition: definition({ orders: { ...relation, answers } }) },
    ]);
    expect(reads.read!.jdg_a.awaits).toEqual(['late', 'mood']);
    expect(reads.read!.jdg_b).not.toHaveProperty('awaits');
    expect(reads.specs?.[reads.read!.jdg_a.relations.me].answers).toEqual(answers);
  });

  it('is nothing without relations', () => {
    expect(relatedReads([{ name: 'jdg_c', definition: definition() }])).toEqual({});
    expect(relatedReads([{ name: 'jdg_c', definition: definition({}) }])).toEqual({});
  });
});
