import { createHash } from 'node:crypto';
import { parseRecipe } from '@app/definition';
import fc from 'fast-check';
import type { JudgedDocument } from '../recipe/recipe';
import { countTokens } from '../token/token-count';
import { exclusionReasons } from './exclusion';
import { type SuggestionInput, suggestContext } from './suggest-context';

type Part = Partial<Pick<JudgedDocument, 'attributes' | 'state' | 'images'>>;

const at = '2026-03-01T08:00:00.000Z';
const question = 'Is the customer angry?';
const hexOf = (text: string | number) => createHash('sha256').update(String(text)).digest('hex');
const words = (count: number) => Array.from({ length: count }, (_, index) => `${'abcdefghij'[index % 10]}`).join(' ');

/** Makes `count` documents, each from its number. */
function documents(count: number, part: (index: number) => Part): JudgedDocument[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `d${index}`,
    attributes: {},
    state: {},
    images: {},
    created_at: at,
    updated_at: at,
    ...part(index),
  }));
}
const suggest = (sample: JudgedDocument[], rest: Partial<SuggestionInput> = {}) =>
  suggestContext({ documents: sample, questions: [question], weight: 1, readsImages: false, ...rest })!;

/** Why `state.field` is left out when 100 documents have a plain note and these values. */
function reasonOf(value: (index: number) => unknown, field = 'field'): string | undefined {
  const sample = documents(100, (index) => ({ state: { note: 'well', [field]: value(index) } }));
  return suggest(sample).excluded.find(({ path }) => path === `state.${field}`)?.reason;
}

describe('reasons', () => {
  it('are all eight, one for each crafted field; short fields of most documents stay [CTX-11]', () => {
    const many = Object.fromEntries(
      Array.from({ length: 45 }, (_, index) => [`f${String(index).padStart(2, '0')}`, index]),
    );
    const sample = documents(20, (index) => ({
      attributes: { total: index, urgent: index % 2 === 0, channel: ['mail', 'web'][index % 2] },
      state: {
        ...many,
        aaa_text: `a short text ${index}`,
        customer_id: `c-${index}`,
        seen: `2026-03-01T08:00:${String(index).padStart(2, '0')}.000Z`,
        link: `https://example.com/${index}`,
        blob: hexOf(index),
        essay: words(1_200),
        ...(index === 0 && { oddity: 'once' }),
      },
      images: { photo: 'img_1' },
    }));
    const { recipe, excluded } = suggest(sample);
    const reasons = Object.fromEntries(excluded.map(({ path, reason }) => [path, reason]));
    expect(reasons).toMatchObject({
      'state.customer_id': 'id',
      'state.seen': 'timestamp',
      'state.link': 'url',
      'state.blob': 'binary',
      'images.photo': 'image',
      'state.essay': 'long',
      'state.oddity': 'rare',
      'state.f44': 'too_many',
    });
    expect(new Set(Object.values(reasons))).toEqual(new Set(exclusionReasons));
    expect(recipe.fields).toHaveLength(40);
    expect(recipe.fields.slice(0, 4)).toEqual([
      'attributes.channel',
      'attributes.total',
      'attributes.urgent',
      'state.aaa_text',
    ]);
  });

  it('`rare` is a path in fewer than 10 % of the documents [CTX-16]', () => {
    expect(reasonOf((index) => (index < 9 ? 'x' : null))).toBe('rare');
    expect(reasonOf((index) => (index < 10 ? 'x' : ''))).toBeUndefined();
  });

  it('`long` is a median of more than 500 tokens [CTX-16]', () => {
    const exact = words(500);
    expect(countTokens(exact)).toBe(500);
    expect(reasonOf(() => exact)).toBeUndefined();
    expect(reasonOf(() => words(501))).toBe('long');
    expect(reasonOf((index) => (index < 50 ? words(2_000) : 'x'))).toBe('long');
    expect(reasonOf((index) => (index < 49 ? words(2_000) : 'x'))).toBeUndefined();
    expect(reasonOf(() => Array.from({ length: 501 }, () => 'a'))).toBe('long');
  });

  it('`too_many` starts after 40 paths, the rarest paths first [CTX-16]', () => {
    const wide = (paths: number) =>
      documents(10, (index) => ({
        state: Object.fromEntries(
          Array.from({ length: paths }, (_, path) => [`f${path}`, 'x']).filter(([name]) => name !== 'f3' || index > 0),
        ),
      }));
    expect(suggest(wide(40)).excluded).toEqual([]);
    expect(suggest(wide(41)).excluded).toEqual([{ path: 'state.f3', reason: 'too_many' }]);
  });

  it.each<[string, (index: number) => string, (index: number) => string]>([
    ['timestamp', () => at, (index) => `on the ${index}th`],
    ['timestamp', (index) => `2026-03-${String((index % 28) + 1).padStart(2, '0')}`, () => '2026-13-01'],
    ['url', (index) => `https://example.com/${index}`, () => 'see example.com'],
    ['binary', (index) => hexOf(index), () => 'a word'],
    ['binary', () => `data:image/png;base64,${'QUJD'.repeat(2)}`, () => 'data: none'],
    ['binary', (index) => `${Buffer.from(hexOf(index)).toString('base64')}`, () => 'a word'],
    ['id', () => '0190e1c2-7f7a-7b6e-9d5e-2f4b6c8d0a1b', () => '0190e1c2'],
    ['id', () => '01HZX3Y8K2QW4R5T6V7B8N9M0A', () => '01HZX'],
    ['id', (index) => hexOf(index).slice(0, 24), () => 'deadbeef'],
  ])('`%s` applies from 95 %% of the values on [CTX-16]', (reason, such, other) => {
    expect(reasonOf((index) => (index < 95 ? such(index) : other(index)))).toBe(reason);
    expect(reasonOf((index) => (index < 94 ? such(index) : other(index)))).toBeUndefined();
  });

  it('`binary` needs at least 64 characters [CTX-16]', () => {
    const run = (length: number) => () => 'QUJDRA'.repeat(20).slice(0, length);
    expect(reasonOf(run(64))).toBe('binary');
    expect(reasonOf(run(63))).toBeUndefined();
  });

  it('a name that ends in id, uuid or key is an `id` from 95 % of distinct values on [CTX-16]', () => {
    const distinct = (count: number) => (index: number) => `c-${Math.min(index, count - 1)}`;
    for (const name of ['orderId', 'customer_id', 'api_key', 'UUID']) {
      expect(reasonOf(distinct(95), name)).toBe('id');
      expect(reasonOf(distinct(94), name)).toBeUndefined();
    }
    expect(reasonOf((index) => index, 'order_id')).toBe('id');
    expect(reasonOf((index) => index + 0.5, 'bid')).toBeUndefined();
    expect(reasonOf((index) => index % 2 === 0, 'paid')).toBeUndefined();
    expect(reasonOf(distinct(100), 'colour')).toBeUndefined();
  });
});

describe('recipe', () => {
  it('names nested members and elements of arrays by their paths', () => {
    const sample = documents(3, () => ({
      state: { a: { 'b.c': 1 }, list: [{ text: 'x' }, { text: 'y' }], empty: {} },
    }));
    expect(suggest(sample).recipe.fields).toEqual(['state.a."b.c"', 'state.list.text']);
  });

  it('is null without documents [CTX-08]', () => {
    expect(suggestContext({ documents: [], questions: [question], weight: 1, readsImages: false })).toBeNull();
  });

  it('names one field when all are excluded: a long text before an id, and an id when there is nothing else', () => {
    const ids = documents(20, (index) => ({ state: { ref: hexOf(index).slice(0, 32), essay: words(900) } }));
    expect(suggest(ids)).toMatchObject({
      recipe: { fields: ['state.essay'] },
      excluded: [{ path: 'state.ref', reason: 'id' }],
    });
    expect(suggest(documents(2, () => ({})))).toMatchObject({ recipe: { fields: ['id'] }, excluded: [] });
  });

  it('has at most 2,000 tokens together with the question [CTX-13]', () => {
    const sample = documents(2, () => ({ state: { note: 'x' } }));
    for (const asked of [question, words(700), words(1_990)]) {
      expect(suggest(sample, { questions: [asked] }).recipe.max_tokens).toBe(2_000 - countTokens(asked));
    }
  });
});

it('leaves room for the document beside a question that fills the standard class alone [defect J-7]', () => {
  const sample = documents(2, () => ({ state: { note: 'x' } }));
  expect(suggest(sample, { questions: [words(5_000)] }).recipe.max_tokens).toBeGreaterThan(2_000);
});

describe('costs', () => {
  const sample = documents(3, (index) => ({
    state: { note: 'short', essay: words([100, 3_000, 12_000][index]), log: words([100, 3_000, 12_000][index]) },
  }));

  it('are the mean of size class times weight, with the recipe and with the whole state [CTX-09]', () => {
    // The recipe reads only the note: standard. The whole states: 200 tokens standard, 6,000 large, 24,000 extra large.
    expect(suggest(sample)).toMatchObject({ cost_per_answer: 1, whole_state_cost_per_answer: (1 + 4 + 16) / 3 });
    expect(suggest(sample, { weight: 2.5 })).toMatchObject({
      cost_per_answer: 2.5,
      whole_state_cost_per_answer: (2.5 + 10 + 40) / 3,
    });
    expect(suggest(sample, { weight: null })).toMatchObject({
      cost_per_answer: null,
      whole_state_cost_per_answer: null,
    });
  });

  it('count every part of a composite, the first in full and the others by quarters [CTX-09] [S-D2]', () => {
    const parts = Array.from({ length: 8 }, (_, part) => `Is it so, part ${part}?`);
    // Seven further questions: a quarter each of a standard judgment, or of their own class where that is more.
    const [standard, large, extraLarge] = [1, 4, 16].map((units) => units + 7 * (units / 4));
    expect(suggest(sample, { questions: parts })).toMatchObject({
      cost_per_answer: standard,
      whole_state_cost_per_answer: (standard + large + extraLarge) / 3,
    });
    // The longest part decides what is left for the context, wherever it stands.
    expect(suggest(sample, { questions: ['Short?', words(700), 'Short?'] }).recipe.max_tokens).toBe(1_300);
  });

  it('exist also for a state that no engine can read whole', () => {
    const huge = documents(1, () => ({ state: { note: 'x', essay: words(60_000) } }));
    expect(suggest(huge).whole_state_cost_per_answer).toBe(16);
  });
});

describe('images', () => {
  const three = (text: number) =>
    documents(4, () => ({
      state: { a: words(text / 4), b: words(text / 4), c: words(text / 4), d: words(text / 4) },
      images: { back: 'img_1', front: 'img_2', top: 'img_3' },
    }));

  it('stay on an engine that reads them, as far as the context stays standard; the last ones are dropped first [CTX-12]', () => {
    const roomy = suggest(three(100), { readsImages: true });
    expect(roomy.recipe.fields.slice(-3)).toEqual(['images.back', 'images.front', 'images.top']);
    expect(roomy.excluded).toEqual([]);
    expect(roomy.recipe.max_tokens).toBe(2_000 - countTokens(question));
    expect(roomy.cost_per_answer).toBe(1);
    const tight = suggest(three(800), { readsImages: true });
    expect(tight.recipe.fields.slice(-2)).toEqual(['images.back', 'images.front']);
    expect(tight.recipe.fields).toContain('state.d');
    expect(tight.excluded).toEqual([{ path: 'images.top', reason: 'image' }]);
    expect(tight.cost_per_answer).toBe(1);
  });

  it('are all dropped on an engine that reads no images [CTX-12]', () => {
    expect(suggest(three(100)).excluded.map(({ path, reason }) => [path, reason])).toEqual([
      ['images.back', 'image'],
      ['images.front', 'image'],
      ['images.top', 'image'],
    ]);
  });
});

describe('any sample', () => {
  const scalar = fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.lorem({ maxCount: 40 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.uuid(),
    fc.webUrl(),
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
  );
  const name = fc.constantFrom('a', 'order_id', 'text', 'when', 'a.b', 'ÀÉ"');
  const state = fc.letrec<{ value: unknown; state: Record<string, unknown> }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 4 }), tie('state')),
    state: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  })).state;
  const sample = fc
    .array(
      fc.record({ state, attributes: fc.dictionary(fc.constantFrom('x', 'y'), scalar), images: fc.constant({}) }),
      {
        minLength: 1,
        maxLength: 15,
      },
    )
    .map((parts) => documents(parts.length, (index) => parts[index]));

  it('gives the same bytes for any order of the documents and their members [CTX-14]', () => {
    fc.assert(
      fc.property(
        sample.chain((one) => fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length }))),
        ([one, shuffled]) => {
          const bytes = JSON.stringify(suggest(one));
          const turned = shuffled.map((document) => ({ ...document, state: reversed(document.state) as object }));
          expect(JSON.stringify(suggest(one))).toBe(bytes);
          expect(JSON.stringify(suggest(turned as JudgedDocument[]))).toBe(bytes);
        },
      ),
    );
  });

  it('gives a recipe that a create accepts unchanged, with each path kept or excluded once [CTX-07] [CTX-11]', () => {
    fc.assert(
      fc.property(sample, (one) => {
        const { recipe, excluded, cost_per_answer, whole_state_cost_per_answer } = suggest(one);
        expect(parseRecipe(recipe, '/context')).toEqual(recipe);
        const paths = [...recipe.fields, ...excluded.map(({ path }) => path)];
        expect(new Set(paths).size).toBe(paths.length);
        expect(cost_per_answer).toBeLessThanOrEqual(whole_state_cost_per_answer ?? 0);
      }),
    );
  });
});

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
