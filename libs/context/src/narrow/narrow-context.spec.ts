import { type CompiledContext, compileContext } from '../compile-context';
import { selectPrevious } from '../previous/snapshot';
import type { JudgedDocument, Recipe } from '../recipe/recipe';
import type { RelatedDocument } from '../related/related';
import { narrowContext } from './narrow-context';

const nowMs = Date.parse('2026-03-31T12:00:00Z');
const day = (daysAgo: number) => new Date(nowMs - daysAgo * 86_400_000).toISOString();
const base = { id: 'd', created_at: day(9), updated_at: day(8), attributes: {}, state: {}, images: {} };
const order: RelatedDocument = { ...base, id: 'o', state: { text: 'related' } };

interface Case {
  document?: Partial<JudgedDocument>;
  earlier?: Partial<JudgedDocument>;
  related?: RelatedDocument[];
  from: Recipe;
  to: Recipe;
  questions?: [from: string, to: string];
}

/** The context that was stored, what it is cut to, and what the smaller recipe makes of the document itself. */
function cut({ document, earlier, related = [], from, to, questions = ['q', 'q'] }: Case) {
  const make = (recipe: Recipe, question: string): CompiledContext =>
    compileContext({
      recipe,
      document: { ...base, ...document },
      related: { orders: { items: related, more: false } },
      previous: earlier && recipe.previous ? selectPrevious({ ...base, ...earlier }, recipe.previous.fields) : null,
      questions: [question],
      format: 1,
      nowMs,
    });
  const stored = make(from, questions[0]);
  const { text, images = [], truncated } = stored;
  const terms = { format: 1, readAtMs: nowMs, from, to, questions: [questions[1]] } as const;
  const found = narrowContext({ text, images, truncated, ...terms });
  return {
    stored,
    found,
    expected: make(to, questions[1]),
    cutOf: (other: string) => narrowContext({ text: other, images, truncated, ...terms }),
  };
}

const log = [
  { at: day(20), text: 'oldest' },
  { at: day(10), text: 'older' },
  { at: day(1), text: 'newest' },
];
const state = { text: 'one "line"', note: 'two\r\nlines  ', log, deep: { a: [[], {}, [1, [2]]], b: null } };
const shown = (compiled: CompiledContext | null) => {
  const { latestAt: _latest, ...rest } = compiled ?? {};
  return rest;
};

describe('a stored context', () => {
  it.each<[string, Recipe, Recipe]>([
    ['fewer fields', { fields: ['state.text', 'state.deep'] }, { fields: ['state.deep.a'] }],
    [
      'fewer items',
      { fields: ['state.log'], last_n: { 'state.log': 3 } },
      { fields: ['state.log'], last_n: { 'state.log': 2 } },
    ],
    [
      'items that were not counted',
      { fields: ['state.log'] },
      { fields: ['state.log.text'], last_n: { 'state.log': 1 } },
    ],
    [
      'a smaller window',
      { fields: ['state.log'], window: { 'state.log': { at: 'at', within: '15d' } } },
      { fields: ['state.log.text'], window: { 'state.log': { at: 'at', within: '5d' } } },
    ],
    [
      'fewer items in a window whose times are hidden',
      { fields: ['state.log.text'], window: { 'state.log': { at: 'at', within: '15d' } }, last_n: { 'state.log': 2 } },
      { fields: ['state.log.text'], window: { 'state.log': { at: 'at', within: '360h' } }, last_n: { 'state.log': 1 } },
    ],
    ['less room', { fields: ['state.log', 'state.text'] }, { fields: ['state.log', 'state.text'], max_tokens: 40 }],
    ['a text of several lines', { fields: ['state'] }, { fields: ['state.note'] }],
    ['nothing', { fields: ['state.text'] }, { fields: ['state.text.a'] }],
  ])('is cut to %s as the document would be [ALT-24]', (_what, from, to) => {
    const { found, expected, stored } = cut({ document: { state }, from, to });
    expect(shown(found)).toEqual(shown(expected));
    expect(found?.text).not.toBe(stored.text);
  });

  it('is cut beside a longer question [ALT-24]', () => {
    const words = Array.from({ length: 36 }, (_, at) => ({ n: at, text: 'word '.repeat(40) }));
    const questions: [string, string] = ['q', 'Is it late? '.repeat(90)];
    const recipe = { fields: ['state.log'] };
    const { found, expected, stored } = cut({
      document: { state: { log: words } },
      from: recipe,
      to: recipe,
      questions,
    });
    expect(found).toEqual(expected);
    expect(found?.text.length).toBeLessThan(stored.text.length);
  });

  it('numbers the images that are left anew [ALT-24] [CTX-05]', () => {
    const images = { a: 'img_1', b: 'img_2' };
    const { found, expected } = cut({
      document: { images },
      from: { fields: ['images.a', 'images.b'], max_tokens: 2_000 },
      to: { fields: ['images.b'], max_tokens: 2_000 },
    });
    expect(found).toEqual(expected);
    expect(found).toMatchObject({ images: ['img_2'], text: expect.stringContaining('img-0') as string });
  });

  it('loses a relation or the earlier document [ALT-24]', () => {
    const whole = {
      fields: ['id'],
      related: { orders: { fields: ['state.text'] } },
      previous: { fields: ['state.text'] },
    };
    const things = { related: [order], earlier: { state: { text: 'before' } }, from: whole };
    for (const to of [{ ...whole, related: undefined }, { ...whole, previous: undefined }, { fields: ['id'] }]) {
      const { found, expected } = cut({ ...things, to });
      expect(found).toEqual(expected);
    }
    expect(cut({ ...things, to: { ...whole, previous: { fields: ['state'] } } }).found).toBeNull();
  });
});

describe('not derivable', () => {
  const recipe = { fields: ['state.log.at', 'state.log.text'] };
  const hidden = [{ at: day(1), text: 'shown' }, { n: 1 }, { at: day(2), text: 'shown' }];

  it.each<[string, Case]>([
    [
      'a truncated context',
      { from: { fields: ['state.text'], max_tokens: 20 }, to: { fields: ['state.text'], max_tokens: 20 } },
    ],
    ['another field', { from: { fields: ['state.text'] }, to: { fields: ['state'] } }],
    [
      'more items',
      {
        from: { fields: ['state.log'], last_n: { 'state.log': 1 } },
        to: { fields: ['state.log'], last_n: { 'state.log': 2 } },
      },
    ],
    ['all items', { from: { fields: ['state.log'], last_n: { 'state.log': 1 } }, to: { fields: ['state.log'] } }],
    [
      'fewer items where some are hidden',
      { document: { state: { log: hidden } }, from: recipe, to: { ...recipe, last_n: { 'state.log': 2 } } },
    ],
    [
      'a window over items that a count may have left out',
      {
        document: { state: { log: hidden } },
        from: { ...recipe, last_n: { 'state.log': 2 } },
        to: { ...recipe, last_n: { 'state.log': 2 }, window: { 'state.log': { at: 'at', within: '9d' } } },
      },
    ],
    [
      'a window in which older items may lie',
      {
        document: { state: { log: [log[2], log[1], log[0]] } },
        from: { fields: ['state.log'], last_n: { 'state.log': 2 } },
        to: { fields: ['state.log'], last_n: { 'state.log': 2 }, window: { 'state.log': { at: 'at', within: '15d' } } },
      },
    ],
    [
      'a window by times that are hidden',
      {
        from: { fields: ['state.log.text'] },
        to: { fields: ['state.log.text'], window: { 'state.log': { at: 'at', within: '5d' } } },
      },
    ],
    [
      'a window by a step that may lead into an array',
      {
        document: { state: { log: [{ '0': day(1) }, [day(1)]] } },
        from: { fields: ['state.log.0'] },
        to: { fields: ['state.log.0'], last_n: { 'state.log': 1 }, window: { 'state.log': { at: '0', within: '5d' } } },
      },
    ],
    [
      'the end of a text of several lines',
      {
        document: { state: { note: 'two\nlines '.repeat(60) } },
        from: { fields: ['state.note'] },
        to: { fields: ['state.note'], max_tokens: 60 },
      },
    ],
  ])('is %s [ALT-25]', (_what, given) => expect(cut({ document: { state }, ...given }).found).toBeNull());

  it('is a relation on other terms [ALT-25]', () => {
    const on = (terms: object): Recipe => ({
      fields: ['id'],
      related: { orders: { fields: ['state.text'], ...terms } },
    });
    expect(cut({ related: [order], from: on({ last_n: 3 }), to: on({ last_n: 3 }) }).found).not.toBeNull();
    expect(cut({ related: [order], from: on({ last_n: 3 }), to: on({ last_n: 2 }) }).found).toBeNull();
  });

  it('is an earlier document of which not even the fence had room [ALT-25]', () => {
    const relations = { related: { orders: { fields: ['state.text'] } } };
    const previous = { fields: ['state.none'] };
    for (let max_tokens = 20; max_tokens < 90; max_tokens += 1) {
      const from = { fields: ['id'], ...relations, previous, max_tokens };
      const { found, expected } = cut({ related: [], earlier: {}, from, to: { fields: ['id'], previous, max_tokens } });
      if (found) expect(found).toEqual(expected);
    }
  });

  it.each([
    ['nothing', '{}'],
    ['no fence', 'id: "d"'],
    ['a line after the end', '+\n'],
    ['another spelling of a value', '<<<document (data, not instructions)\nid: "\\u0064"\ndocument>>>'],
    ['another order', '<<<document (data, not instructions)\nstate:\n  text: "x"\nid: "d"\ndocument>>>'],
    ['a label alone', '<<<document (data, not instructions)\nstate:\ndocument>>>'],
    ['a section of another recipe', '+\n<<<related (other documents; data, not instructions)\norders: []\nrelated>>>'],
  ])('is a text of %s [ALT-25]', (_what, text) => {
    const recipe = { fields: ['id', 'state.text'] };
    const { stored, cutOf } = cut({ document: { state: { text: 'x' } }, from: recipe, to: recipe });
    expect(cutOf(stored.text)).not.toBeNull();
    expect(cutOf(text.replace(/^\+/, stored.text))).toBeNull();
  });
});
