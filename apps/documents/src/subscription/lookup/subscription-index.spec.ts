import { matches } from '@app/filter';
import fc from 'fast-check';
import { StoredSubscription } from '../../namespace/snapshot/snapshot.store';
import { SubscriptionIndex, effectiveSubscriptions } from './subscription-index';

let count = 0;
function stored(filter: object, others: Partial<StoredSubscription> = {}): StoredSubscription {
  count += 1;
  const row = { id: `${count}`, scope: 'a/b', name: `s${count}`, revision: 1, endpoint: null, min_hold_ms: null };
  return { ...row, filter, events: ['entered'], include: [], quiet: false, settling: false, ...others };
}
const index = (...filters: object[]) =>
  new SubscriptionIndex(
    filters.map((filter) => stored(filter)),
    () => [],
  );
const document = (attributes: object, state: object = {}) => ({ attributes: { ...attributes }, state: { ...state } });

describe('the index of subscriptions', () => {
  it('finds for a write the subscriptions whose paths changed and whose demanded value the document has or had', () => {
    const of = index(
      ...Array.from({ length: 1000 }, (_, n) => ({ 'attributes.customer': `c${n}`, 'attributes.heat': { gte: 10 } })),
      { 'state.note': 'x' },
    );
    const found = (before: object, after: object) => of.concernedByWrite('d', document(before), document(after)).length;
    expect(found({ customer: 'c5', heat: 1 }, { customer: 'c5', heat: 20 })).toBe(1);
    expect(found({ customer: 'c5', heat: 1 }, { customer: 'c6', heat: 1 })).toBe(2);
    expect(found({ customer: 'c5', other: 1 }, { customer: 'c5', other: 2 })).toBe(0);
    expect(of.concernedByWrite('d', null, document({ customer: 'c7' }))).toHaveLength(1);
    expect(of.concernedByWrite('d', null, document({ customer: 'nobody' }))).toHaveLength(0);
  });

  it('reads a filter by what it says: a restored subscription may have the id and revision of another', () => {
    const ids = { id: 'same', revision: 7 };
    const all = ['a', 'b'].map((path) => stored({ [`attributes.${path}`]: 1 }, ids));
    const paths = all.map((one) => new SubscriptionIndex([one], () => []).all[0].paths);
    expect(paths).toEqual([['attributes.a'], ['attributes.b']]);
  });

  it('finds for a new document no subscription that demands an answer, and every one that demands nothing', () => {
    const of = index(
      { 'answers.mood.p': { gte: 0.5 } },
      { 'answers.mood.thresholds.alarm': true },
      { 'answers.mood.thresholds.alarm': false },
      { 'answers.mood.status': 'pending' },
      { not: { id: 'x' } },
    );
    expect(of.concernedByWrite('d', null, document({})).map(({ filter }) => filter)).toEqual(
      of.all.slice(2).map(({ filter }) => filter),
    );
    expect(of.reading(new Set(['mood']))).toHaveLength(4);
  });

  it('finds every subscription whose members a write moves', () => {
    const value = fc.oneof(fc.constantFrom('a', 'b', 1, true), fc.constant(null), fc.constant(['a']));
    const record = fc.dictionary(fc.constantFrom('x', 'y'), value);
    const condition = fc.oneof(
      fc.record({ 'attributes.x': fc.constantFrom('a', 1, true) }),
      fc.record({ 'attributes.y': fc.record({ in: fc.constant(['a', 'b', 1]) }) }),
      fc.record({ 'attributes.x': fc.record({ exists: fc.boolean() }) }),
      fc.record({ 'state.y': fc.record({ ne: fc.constantFrom('a', 1) }) }),
      fc.record({ 'attributes.x': fc.constant('a'), 'state.x': fc.constant('b') }),
    );
    const { filter } = fc.letrec<{ filter: object }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 2 },
        condition,
        fc.record({ not: tie('filter') }),
        fc.record({ any: fc.array(tie('filter'), { maxLength: 2 }) }),
        fc.record({ all: fc.array(tie('filter'), { maxLength: 2 }) }),
      ),
    }));
    const content = fc.record({ attributes: record, state: record });
    fc.assert(
      fc.property(fc.array(filter, { minLength: 1, maxLength: 5 }), fc.option(content), content, (filters, was, is) => {
        const of = index(...filters);
        const met = new Set(of.concernedByWrite('d', was, is).map(({ id }) => id));
        const at = { id: 'd', created_at: '', updated_at: '', answer: () => null };
        return of.all.every((one) => {
          const before = was !== null && matches(one.filter, { ...at, ...was }, 0);
          return met.has(one.id) || before === matches(one.filter, { ...at, ...is }, 0);
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('holds of each name the subscription on the most specific scope [SUB-08]', () => {
    const rows = [stored({}, { scope: 'a/*', name: 'n' }), stored({}, { scope: 'a/b', name: 'n' })];
    const byScope = new Map(rows.map((row) => [row.scope, [row]]));
    expect(effectiveSubscriptions(byScope, 'a/b').map(({ scope }) => scope)).toEqual(['a/b']);
    expect(effectiveSubscriptions(byScope, 'a/c').map(({ scope }) => scope)).toEqual(['a/*']);
    expect(effectiveSubscriptions(byScope, 'ab')).toEqual([]);
  });
});
