import type { ContextRecipe, Definition } from '../definition/definition';
import { parseDefinition } from '../definition/parse';
import { contextKindOf } from './context-kind';
import { differencesOf } from './differences';
import { narrowingsOf } from './narrowings';

const context = {
  engines: [{ name: 'jev' as const, version: 'current' }],
  parseAppliesTo: () => [],
};
const parse = (recipe: object, others: object = {}): Definition =>
  parseDefinition({ name: 'n', question: 'q', type: 'bool', context: recipe, ...others }, context);
const join = { theirs: 'attributes.c', mine: 'id' };
const window = { 'state.log': { at: 'at', within: '30d' } };
const whole = {
  fields: ['state.text', 'state.log', 'state.deep'],
  last_n: { 'state.log': 10 },
  window,
  related: { orders: { join, fields: ['state.x'] }, items: { join, fields: ['state.x'] } },
  previous: { fields: ['state.text'] },
  max_tokens: 5_000,
};
const active = parse(whole);

describe('the contexts of an alternative', () => {
  const kindOf = (change: object, before = whole as object) =>
    contextKindOf(parse(before), parse({ ...before, ...change }));

  it.each<[object, string]>([
    [{}, 'stored'],
    [{ fields: ['state.deep', 'state.deep.a', 'state.log', 'state.text'] }, 'stored'],
    [{ window: { 'state.log': { at: 'at', within: '720h' } } }, 'stored'],
    [{ last_n: { 'state.log': 10, 'state.other': 3 } }, 'stored'],
    [{ fields: ['state.text'] }, 'narrowed'],
    [{ fields: ['state.deep.a', 'state.log'] }, 'narrowed'],
    [{ last_n: { 'state.log': 9 } }, 'narrowed'],
    [{ last_n: { 'state.log': 10, 'state.deep': 1 } }, 'narrowed'],
    [{ window: { 'state.log': { at: 'at', within: '29d' } } }, 'narrowed'],
    [{ max_tokens: 4_999 }, 'narrowed'],
    [{ related: { orders: whole.related.orders } }, 'narrowed'],
    [{ previous: { fields: ['state.text'], anchor: 'first_answer' } }, 'live'],
    [{ fields: [...whole.fields, 'id'] }, 'live'],
    [{ last_n: { 'state.log': 11 } }, 'live'],
    [{ last_n: { 'state.text': 1 } }, 'live'],
    [{ window: { 'state.log': { at: 'at', within: '31d' } } }, 'live'],
    [{ window: { 'state.log': { at: 'sent', within: '1d' } } }, 'live'],
    [{ max_tokens: 5_001 }, 'live'],
    [{ related: { ...whole.related, orders: { join, fields: ['state.x'], last_n: 3 } } }, 'live'],
  ])('of %j are %s [ALT-24]', (change, kind) => expect(kindOf(change)).toBe(kind));

  it('follow members that are left out [ALT-24]', () => {
    const { previous: _none, max_tokens: _default, ...rest } = whole;
    expect(contextKindOf(active, parse({ ...rest, max_tokens: 5_000 }))).toBe('narrowed');
    expect(contextKindOf(active, parse({ ...rest, previous: whole.previous }))).toBe('narrowed');
    expect(contextKindOf(parse(rest), parse({ ...rest, max_tokens: 1_000 }))).toBe('narrowed');
    expect(contextKindOf(parse(rest), active)).toBe('live');
  });

  it('of a window whose timestamps are not shown are live [ALT-24]', () => {
    const hidden = { fields: ['state.log.text'], window };
    expect(kindOf({ window: { 'state.log': { at: 'at', within: '7d' } } }, hidden)).toBe('live');
    const shown = { fields: ['state.log.text', 'state.log.at'], window };
    expect(kindOf({ window: { 'state.log': { at: 'at', within: '7d' } } }, shown)).toBe('narrowed');
  });
});

describe('narrowings', () => {
  const wordsOf = (definition: Definition, tokens = 100) =>
    narrowingsOf(definition, tokens).map((narrowing) => differencesOf(definition, narrowing));

  it('leave out one field, half of an array, a size class or a relation, in one order [ALT-28]', () => {
    expect(wordsOf(active)).toEqual([
      ['context: without state.text'],
      ['context: without state.log'],
      ['context: without state.deep'],
      ['context: last_n state.log 10 → 5'],
      ['context: window state.log 30d → 15d'],
      ['context: max_tokens 5000 → 1900'],
      ['context: without related.items'],
      ['context: without related.orders'],
    ]);
  });

  it('are whole definitions that can be posted, each narrowed [ALT-28] [ALT-31]', () => {
    for (const narrowing of narrowingsOf(active, 100)) {
      expect(parse(narrowing.context)).toEqual(narrowing);
      expect(contextKindOf(active, narrowing)).toBe('narrowed');
    }
    const [, withoutLog] = narrowingsOf(active, 100);
    expect(withoutLog.context).not.toHaveProperty('last_n');
    expect(withoutLog.context).not.toHaveProperty('window');
  });

  it.each<[Partial<ContextRecipe>, string[][]]>([
    [{ fields: ['state.log'], last_n: { 'state.log': 1 } }, []],
    [{ fields: ['state.log', 'state.log.a'] }, [['context: without state.log']]],
    [{ fields: ['state.log.text'], window: { 'state.log': { at: 'at', within: '30d' } } }, []],
    [
      { fields: ['state.log'], window: { 'state.log': { at: 'at', within: '3s' } } },
      [['context: window state.log 3s → 1500ms']],
    ],
    [{ fields: ['id'], max_tokens: 31_900 }, [['context: max_tokens 31900 → 7900']]],
    [{ fields: ['id'], max_tokens: 1_900 }, []],
  ])('of %j are %j [ALT-28]', (recipe, words) => expect(wordsOf(parse(recipe))).toEqual(words));

  it('leave the relations that features read [ALT-28]', () => {
    const features = [{ name: 'n', of: 'orders', aggregate: 'count' }];
    const words = wordsOf(parse({ fields: ['id'], related: whole.related }, { features }));
    expect(words).toEqual([['context: without related.items']]);
  });
});
