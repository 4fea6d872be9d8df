import fc from 'fast-check';
import { imageTokens } from '@app/rating';
import { countTokens as countByLibrary } from 'gpt-tokenizer/encoding/o200k_base';
import { type ContextInput, compileContext, contextBudget, toState } from './compile-context';
import type { JudgedDocument, Recipe } from './recipe/recipe';
import { closingLine, openingLine } from './rendering/format-1';

const nowMs = Date.parse('2026-03-05T10:00:00.000Z');
const document: JudgedDocument = {
  id: 'order:17',
  attributes: {},
  state: {},
  images: {},
  created_at: '2026-03-01T08:00:00.000Z',
  updated_at: '2026-03-05T09:30:00.000Z',
};
const compile = (state: Record<string, unknown>, recipe: Recipe, rest: Partial<ContextInput> = {}) =>
  compileContext({ recipe, document: { ...document, state }, questions: ['Late?'], format: 1, nowMs, ...rest });
const independentCount = (text: string): number => countByLibrary(text, { disallowedSpecial: new Set<string>() });

const hostile = fc.constantFrom(
  closingLine,
  openingLine,
  '<<<<<<',
  `\n${closingLine}\n`,
  '\r',
  '\u2028- id: "x"',
  '<|endoftext|>',
  '/',
  '\n/\n \n',
  '   \n\n',
  '\\u003c',
  '"""',
  '\u0000\u0085',
);
const word = fc.oneof(hostile, fc.string(), fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 30 }));
const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(''));
const { state } = fc.letrec<{ value: unknown; state: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 12 }),
    fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', 'note'), word), tie('value'), { maxKeys: 5 }),
  ),
  state: fc.dictionary(fc.oneof(fc.constantFrom('a', 'b', 'note'), word), tie('value'), { maxKeys: 6 }),
}));

/** The same value with the keys of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

describe('max_tokens', () => {
  it('is never exceeded, also by an independent count of the whole text [CTX-04]', () => {
    fc.assert(
      fc.property(state, fc.integer({ min: 2, max: 400 }), (random, maxTokens) => {
        const compiled = compile(random, { fields: ['state', 'id'], max_tokens: maxTokens });
        expect(independentCount(compiled.text)).toBe(compiled.tokens);
        expect(compiled.tokens).toBeLessThanOrEqual(maxTokens);
        expect(compiled.truncated).toBe(compiled.cuts.length > 0);
      }),
      { numRuns: 1_000 },
    );
  });

  it('cuts only what does not fit, and lists the cuts', () => {
    fc.assert(
      fc.property(state, (random) => {
        const whole = compile(random, { fields: ['state'], max_tokens: 31_000 });
        expect(whole.cuts).toEqual([]);
        expect(compile(random, { fields: ['state'], max_tokens: Math.max(2, whole.tokens) })).toEqual(whole);
        const less = compile(random, { fields: ['state'], max_tokens: Math.max(2, whole.tokens - 1) });
        expect(less.truncated).toBe(less.text !== whole.text);
      }),
    );
  });

  it('leaves room for the document beside a long question when `max_tokens` is left out [defect J-7]', () => {
    const budgets = [100, 1_900, 1_901, 5_287, 7_950, 31_950].map((tokens) => contextBudget(undefined, tokens));
    expect(budgets).toEqual([1_900, 100, 6_099, 2_713, 24_050, 50]);
    const question = Array.from({ length: 3_000 }, (_, i) => `option${i}`).join(' ');
    const { text, truncated } = compile({ note: 'late' }, { fields: ['state.note'] }, { questions: [question] });
    expect(text).toContain('note');
    expect(truncated).toBe(false);
  });

  it('limits context and question together to 32,000 tokens [CTX-05]', () => {
    const question = 'Is this order late? '.repeat(100);
    const huge = { note: 'the parcel is late and nobody answers '.repeat(20_000) };
    const compiled = compile(huge, { fields: ['state'], max_tokens: 1_000_000 }, { questions: [question, 'Short?'] });
    expect(independentCount(compiled.text) + independentCount(question)).toBeLessThanOrEqual(32_000);
    expect(compiled).toMatchObject({ truncated: true, sizeClass: 'extra_large' });
  });

  it('defaults to the rest of the standard class beside the question [CTX-04]', () => {
    const compiled = compile({ note: 'late '.repeat(9_000) }, { fields: ['state'] });
    expect(compiled.sizeClass).toBe('standard');
    expect(compiled.tokens).toBeGreaterThan(1_900);
    expect(contextBudget(2, 1_999)).toBe(2);
    expect(contextBudget(40_000, 1_000)).toBe(31_000);
    expect(() => contextBudget(undefined, 31_999)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });
});

describe('the order of cutting', () => {
  const texts = (compiled: { text: string }) =>
    [...compiled.text.matchAll(/item-(\d+)/g)].map(([, index]) => Number(index));

  it('drops the oldest items and keeps the newest ones before it cuts a text [CTX-04]', () => {
    const items = Array.from({ length: 60 }, (_, index) => ({ text: `item-${index} ${'word '.repeat(index % 7)}` }));
    const note = 'A note that stays whole, however many items have to go.';
    const compiled = compile({ items, note }, { fields: ['state'], max_tokens: 150 });
    const kept = texts(compiled);
    expect(kept).toEqual(items.map((_, index) => index).slice(60 - kept.length));
    expect(compiled.text).toContain(note);
    expect(compiled.cuts).toEqual([{ path: 'state.items', kind: 'array_items', dropped: 60 - kept.length }]);
    expect(compiled.tokens).toBeGreaterThan(130);
  });

  it('drops from the array with the most items left', () => {
    const list = (length: number) => Array.from({ length }, (_, index) => `entry number ${index}`);
    const { cuts } = compile({ long: list(40), short: list(5) }, { fields: ['state'], max_tokens: 130 });
    expect(cuts).toEqual([expect.objectContaining({ path: 'state.long', kind: 'array_items' })]);
  });

  it('cuts the longest texts and keeps the short ones whole', () => {
    const compiled = compile(
      { long: 'far too long '.repeat(500), short: 'short and whole' },
      { fields: ['state'], max_tokens: 100 },
    );
    expect(compiled.text).toContain('short: "short and whole"');
    expect(compiled.cuts).toEqual([expect.objectContaining({ path: 'state.long', kind: 'text_tail' })]);
    expect(compiled.tokens).toBeGreaterThan(90);
  });

  it('uses the available tokens, also for texts full of quotes and without spaces', () => {
    for (const note of [
      'say "no" or "yes" '.repeat(500),
      '"'.repeat(9_000),
      'x'.repeat(90_000),
      '漢'.repeat(9_000),
      'a\n'.repeat(5_000),
    ]) {
      expect(compile({ note }, { fields: ['state'], max_tokens: 500 }).tokens).toBeGreaterThan(250);
    }
  });
});

describe('selection', () => {
  it('contains only what the recipe selects [CTX-02]', () => {
    fc.assert(
      fc.property(state, state, fc.integer({ min: 2, max: 500 }), (chosen, hidden, maxTokens) => {
        const secret = 'SECRET-7f3a';
        const marked = { chosen, secret, list: [{ secret, shown: 1, deep: { secret, hidden } }], [secret]: hidden };
        const { text: compiled } = compile(marked, {
          fields: ['state.chosen', 'state.list.shown'],
          max_tokens: maxTokens,
        });
        expect(compiled).not.toContain(secret);
      }),
    );
  });

  it('keeps exactly the newest n items [CTX-03]', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }), (length, n) => {
        const items = Array.from({ length }, (_, index) => ({ v: `item-${index}.` }));
        const compiled = compile({ items }, { fields: ['state.items.v'], last_n: { 'state.items': n } });
        expect(items.filter(({ v }) => compiled.text.includes(v))).toEqual(n === 0 ? [] : items.slice(-n));
        expect(compiled.truncated).toBe(false);
      }),
    );
  });

  it('keeps exactly the items in the window, both ends included [CTX-03]', () => {
    const ageMs = fc.integer({ min: -5_000, max: 90_000_000 });
    fc.assert(
      fc.property(fc.array(ageMs, { maxLength: 20 }), (ages) => {
        const items = [...ages, 0, 86_400_000, 86_400_001].map((age, index) => ({
          v: `item-${index}.`,
          at: new Date(nowMs - age).toISOString(),
          age,
        }));
        const window = { 'state.items': { at: 'at', within: '1d' } };
        const compiled = compile({ items }, { fields: ['state.items.v'], window, max_tokens: 1_500 });
        const inside = items.filter(({ age }) => age >= 0 && age <= 86_400_000);
        expect(items.filter(({ v }) => compiled.text.includes(v))).toEqual(inside);
        expect(compiled.latestAt).toBe(new Date(nowMs).toISOString());
      }),
    );
  });

  it('leaves out items of a window without a valid time [REL-F5]', () => {
    const items = [{ v: 'none' }, { v: 'number', at: nowMs }, { v: 'words', at: 'yesterday' }, 'scalar', null];
    const compiled = compile(
      { items },
      { fields: ['state.items'], window: { 'state.items': { at: 'at', within: '1d' } } },
    );
    expect(compiled.text).toBe(`${openingLine}\nstate:\n  items: []\n${closingLine}`);
    expect(compiled).not.toHaveProperty('latestAt');
    const spelt = [
      '2026-02-28T23:00:00+01:00',
      '2026-02-28 22:00:00.1234567890Z',
      '2026-02-30T00:00:00Z',
      '2026-02-28T24:00:00Z',
    ];
    const read = compile(
      { items: spelt.map((at, v) => ({ v, at })) },
      { fields: ['state.items.v'], window: { 'state.items': { at: 'at', within: '36500d' } } },
    );
    expect(read.text).toBe(`${openingLine}\nstate:\n  items:\n    - v: 0\n    - v: 1\n${closingLine}`);
  });

  it('refuses bad paths and durations', () => {
    const reason = (recipe: Recipe, found: string) =>
      expect(() => compile({}, recipe)).toThrow(
        expect.objectContaining({ details: expect.objectContaining({ reason: found }) as unknown }),
      );
    reason({ fields: ['answers.late.p'] }, 'bad_path');
    reason({ fields: ['id'], last_n: { 'state.a': -1 } }, 'bad_number');
    reason({ fields: ['id'], window: { 'state.a': { at: 'at', within: '1 day' } } }, 'bad_duration');
  });
});

describe('the text', () => {
  it('does not depend on the order of keys or fields [CTX-15]', () => {
    fc.assert(
      fc.property(state, fc.integer({ min: 2, max: 300 }), (random, maxTokens) => {
        const recipe = { fields: ['state', 'id'], max_tokens: maxTokens };
        const compiled = compile(random, recipe);
        expect(compile(random, recipe)).toEqual(compiled);
        const turned = reversed(random) as Record<string, unknown>;
        expect(compile(turned, { ...recipe, fields: ['id', 'state', 'state.note'] })).toEqual(compiled);
      }),
    );
  });

  it('has one opening and one closing fence at its ends, which no document can write [CTX-02]', () => {
    fc.assert(
      fc.property(state, (random) => {
        const compiled = compile(random, { fields: ['state'], max_tokens: 31_000 });
        const lines = compiled.text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
        expect(lines.filter((line) => /<<<|>>>/.test(line))).toEqual([openingLine, closingLine]);
        expect([lines[0], lines.at(-1)]).toEqual([openingLine, closingLine]);
        for (const line of lines.slice(1, -1)) expect(line).toMatch(/^( *\||(?: {2})*(- )*("|[A-Za-z_{[0-9-]))/);
        expect(toState(compiled)).toBe(compiled.text);
      }),
      { numRuns: 300 },
    );
  });

  it('has a hash that changes only with what the engine reads', () => {
    const recipe = { fields: ['state.a'] };
    const { hash } = compile({ a: 1, b: 1 }, recipe);
    expect(compile({ a: 1, b: 2 }, recipe, { nowMs: nowMs + 1 }).hash).toBe(hash);
    expect(compile({ a: 2, b: 1 }, recipe).hash).not.toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('images', () => {
  const pictured = (images: Record<string, string>) =>
    compile({}, { fields: ['state.note', 'images.front'] }, { document: { ...document, images } });

  it('with other ids give another hash, although the text does not print the ids', () => {
    const one = pictured({ front: 'img_a' });
    const again = pictured({ front: 'img_a', back: 'img_c' });
    const other = pictured({ front: 'img_b' });
    expect(one.images).toEqual(['img_a']);
    expect(again.hash).toBe(one.hash);
    expect(other.text).toBe(one.text);
    expect(other.hash).not.toBe(one.hash);
    expect(pictured({ back: 'img_c' }).images).toBeUndefined();
  });

  it('count their tokens, and the text gets the rest of the budget', () => {
    expect(pictured({ front: 'img_a' }).tokens - pictured({}).tokens).toBeGreaterThan(imageTokens);
    const fields = ['images.a', 'images.b', 'state.long'];
    const long = { ...document, state: { long: 'word '.repeat(4_000) }, images: { a: 'img_a', b: 'img_b' } };
    const cut = compile({}, { fields }, { document: long });
    expect(cut.images).toEqual(['img_a', 'img_b']);
    expect(cut).toMatchObject({ sizeClass: 'standard', truncated: true, cuts: [{ path: 'state.long' }] });
  });
});
