import fc from 'fast-check';
import { compareContexts, sameHash } from './compare-contexts';
import { compileContext } from './compile-context';
import type { JudgedDocument, Recipe } from './recipe/recipe';
import { countTokens } from './token/token-count';

const nowMs = Date.parse('2026-11-22T10:00:00.000Z');
const at = '2026-11-20T10:00:00.000Z';
const text = fc.oneof(
  fc.constantFrom('', 'ja', 'Der Kunde ruft wieder an. '.repeat(20), 'kaputt '.repeat(60), 'é\nzwei'),
  fc.string({ maxLength: 12 }),
);
const document = fc.record({
  id: fc.constant('d'),
  attributes: fc.record({ tier: fc.constantFrom('gold', 'silver') }, { requiredKeys: [] }),
  state: fc.record(
    {
      note: text,
      log: fc.array(fc.record({ text, n: fc.integer({ min: 0, max: 3 }) }), { maxLength: 6 }),
      unread: fc.integer(),
    },
    { requiredKeys: [] },
  ),
  images: fc.record({ front: fc.constantFrom('img_a', 'img_b') }, { requiredKeys: [] }),
  created_at: fc.constant(at),
  updated_at: fc.constant(at),
}) as fc.Arbitrary<JudgedDocument>;
const recipe = fc.record(
  {
    fields: fc.subarray(['state.note', 'state.log.text', 'state.log', 'attributes.tier', 'images.front'], {
      minLength: 1,
    }),
    last_n: fc.constant({ 'state.log': 2 }),
    max_tokens: fc.integer({ min: 2, max: 1200 }),
  },
  { requiredKeys: ['fields'] },
) as fc.Arbitrary<Recipe>;
/** Two documents that often differ in little. */
const pair = fc
  .tuple(document, document, fc.boolean(), fc.boolean())
  .map(([a, b, sharesNote, sharesLog]) => [
    a,
    {
      ...b,
      state: { ...b.state, ...(sharesNote && { note: a.state.note }), ...(sharesLog && { log: a.state.log }) },
    },
  ])
  .map(([a, b]) => [withoutUndefined(a), withoutUndefined(b)]);

function withoutUndefined(one: JudgedDocument): JudgedDocument {
  return JSON.parse(JSON.stringify(one)) as JudgedDocument;
}

describe('the contexts of two documents', () => {
  it('are the same exactly when they compile to one hash, and no cheap answer is wrong [FRS-04]', () => {
    const seen: Record<string, number> = {};
    fc.assert(
      fc.property(recipe, pair, fc.constantFrom('Why?', 'Is it broken? '.repeat(30)), (made, [a, b], question) => {
        const terms = { recipe: made, questionTokens: countTokens(question), format: 1 as const, nowMs };
        const [hash, other] = [a, b].map(
          (one) => compileContext({ recipe: made, document: one, questions: [question], format: 1, nowMs }).hash,
        );
        const cheap = compareContexts(terms, a, b);
        expect(sameHash(terms, a, b)).toBe(hash === other);
        if (cheap === 'same' || cheap === 'different') expect(cheap).toBe(hash === other ? 'same' : 'different');
        const kind = `${cheap} ${hash === other}`;
        seen[kind] = (seen[kind] ?? 0) + 1;
      }),
      { numRuns: 2000 },
    );
    expect(Object.keys(seen)).toEqual(
      expect.arrayContaining(['different false', 'same true', 'likely_different false']),
    );
  });

  const long = 'The client waits for an answer. '.repeat(40);
  const items = Array.from({ length: 40 }, (_, n) => ({ text: `${n}: ${long.slice(0, 90)}` }));
  const compared = (state: object, other: object) => {
    const [a, b] = [state, other].map((one) => ({
      id: 'd',
      attributes: {},
      images: {},
      created_at: at,
      updated_at: at,
      state: one as JudgedDocument['state'],
    }));
    const terms = { recipe: { fields: ['state.note', 'state.log'], max_tokens: 150 }, questionTokens: 20, nowMs };
    return { cheap: compareContexts(terms, a, b), isSame: sameHash({ ...terms, format: 1 }, a, b) };
  };

  it.each([
    ['the end of a text', { note: long }, { note: `${long} End.` }, 'unknown', true],
    ['the beginning of a text', { note: long }, { note: `Now: ${long}` }, 'likely_different', false],
    ['the newest item', { log: items }, { log: [...items, { text: 'new' }] }, 'likely_different', false],
    ['the oldest item', { log: items }, { log: [{ text: 'old' }, ...items.slice(1)] }, 'unknown', true],
    ['a short text', { note: 'one' }, { note: 'two' }, 'likely_different', false],
    ['what is not read', { note: long, other: 1 }, { note: long, other: 2 }, 'same', true],
  ])('are compared by %s', (_, state, other, cheap, isSame) => {
    expect(compared(state, other)).toEqual({ cheap, isSame });
  });
});
