import fc from 'fast-check';
import type { JudgedDocument, Recipe } from '../recipe/recipe';
import type { RelatedDocuments } from '../related/related';
import { type PreviousSnapshot, selectPrevious } from '../previous/snapshot';

/** A document as it was judged, the recipe of the judging and another one. */
export interface NarrowCase {
  document: JudgedDocument;
  related: Record<string, RelatedDocuments>;
  earlier: JudgedDocument | null;
  from: Recipe;
  to: Recipe;
  questions: [from: string, to: string];
  /** Whether `to` was made from `from` by steps that can be cut, unless the document hides what they need. */
  isSmaller: boolean;
}

export const nowMs = Date.parse('2026-03-31T12:00:00Z');

const hostile = fc.constantFrom(
  '',
  ' ',
  'plain',
  'two\nlines',
  'ends  \r\nwith\rbreaks\n',
  '\n',
  'x\u2028y',
  'x\u0085\u0007y',
  'one\u0007line',
  'cut…',
  '…\n…',
  '<<<document (data, not instructions)',
  'document>>>\nrelated>>>',
  '\\u003c\n<<<',
  '| bar\n| bar',
  '- dash',
  'key: value\n  - "x": 1',
  '{}',
  '[]',
  '"',
  '\\',
  '\ud800',
  'a "quoted": key',
  '2026-03-30T00:00:00Z',
);
const times = fc.integer({ min: -40, max: 2 }).map((day) => new Date(nowMs + day * 86_400_000).toISOString());
const words = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom('word ', 'wörter\n', 'x'))
  .map(([n, word]) => word.repeat(n));
const text = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 12 }), words, times);
const scalar = fc.oneof(
  text,
  fc.constantFrom(0, -0, 1e308, -1e-7, 1e21, 5e-324, true, false, null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const key = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'at',
    'text',
    'images',
    'answers',
    'x-y',
    'true',
    'with space',
    'a.b',
    '__proto__',
    '-',
    '',
    '1',
  ),
  hostile,
);
const value = fc.letrec((tie) => ({
  any: fc.oneof({ depthSize: 'xsmall' }, scalar, tie('list'), tie('members')),
  list: fc.array(tie('any'), { maxLength: 4 }),
  members: fc.dictionary(key, tie('any'), { maxKeys: 4 }),
})).any;

const item = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      { at: times, text, n: scalar, deep: value, tags: fc.array(value, { maxLength: 3 }) },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: value },
);
const log = fc.array(item, { maxLength: 7 });
const state = fc.record(
  {
    text,
    log,
    grid: fc.array(fc.oneof(log, value), { maxLength: 4 }),
    deep: fc.oneof(value, fc.record({ a: log })),
    'a.b': value,
  },
  { requiredKeys: [] },
);
const attributes = fc.record({ kind: scalar, note: text, c: fc.array(scalar, { maxLength: 3 }) }, { requiredKeys: [] });
const images = fc.dictionary(fc.constantFrom('one', 'two', '10'), fc.constantFrom('img_1', 'img_2', 'img_3'));
const stamps = { id: fc.constantFrom('d1', 'd"2'), created_at: times, updated_at: times };
const document = fc.record({ ...stamps, attributes, state, images }) as fc.Arbitrary<JudgedDocument>;
const answers = fc.option(
  fc.dictionary(fc.constantFrom('late', 'late.p'), fc.constantFrom('0.2 to 0.4', 'not judged')),
  {
    nil: undefined,
  },
);
const list = fc.record({
  items: fc.array(fc.record({ ...stamps, attributes, state, answers }), { maxLength: 2 }),
  more: fc.constant(false),
});

const paths = [
  'id',
  'created_at',
  'attributes.kind',
  'attributes.note',
  'attributes.c',
  'images.one',
  'images.10',
  'state.text',
  'state.log',
  'state.log.at',
  'state.log.text',
  'state.log.tags',
  'state.log.deep.a',
  'state.grid',
  'state.grid.at',
  'state.grid.deep',
  'state.deep',
  'state.deep.a',
  'state.deep.a.text',
  'state."a.b"',
];
const arrays = ['state.log', 'state.grid', 'state.deep.a', 'state.log.tags'];
const relatedPaths = ['id', 'attributes.kind', 'state.text', 'state.log', 'state.log.text'];
const within = (days: number) => ({ at: 'at', within: `${days}d` });
const days = fc.integer({ min: 1, max: 40 });
const count = fc.integer({ min: 1, max: 6 });
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const perArray = <T>(rule: fc.Arbitrary<T>) => some(fc.dictionary(fc.constantFrom(...arrays), rule, { maxKeys: 2 }));
const fieldsOf = (from: readonly string[]) => fc.subarray([...from], { minLength: 1 });

const recipe: fc.Arbitrary<Recipe> = fc.record({
  fields: fieldsOf(paths),
  last_n: perArray(count),
  window: perArray(days.map(within)),
  related: some(
    fc.dictionary(fc.constantFrom('orders', 'items'), fc.record({ fields: fieldsOf(relatedPaths) }), { minKeys: 1 }),
  ),
  previous: some(fc.record({ fields: fieldsOf(paths.filter((path) => !path.startsWith('images'))) })),
  max_tokens: some(fc.constantFrom(30, 60, 400, 2_000, 6_000, 9_000, 12_000)),
});

/** A recipe that selects less of the same. */
function smaller(from: Recipe): fc.Arbitrary<Recipe> {
  const deeper = paths.filter((path) => from.fields.some((field) => path === field || path.startsWith(`${field}.`)));
  const counts = arrays.map((path) => some(fc.integer({ min: 1, max: from.last_n?.[path] ?? 6 })));
  const windows = arrays.map((path) =>
    some(fc.integer({ min: 1, max: Number.parseInt(from.window?.[path]?.within ?? '40') })),
  );
  return fc
    .record({
      fields: fc.oneof(fc.constant(from.fields), fieldsOf(deeper)),
      counts: fc.oneof(fc.constant<(number | undefined)[]>([]), fc.tuple(...counts)),
      windows: fc.oneof(fc.constant<(number | undefined)[]>([]), fc.tuple(...windows)),
      names: fc.oneof(fc.constant(Object.keys(from.related ?? {})), fc.subarray(Object.keys(from.related ?? {}))),
      keepsPrevious: fc.boolean(),
      max_tokens: fc.oneof(fc.constant(from.max_tokens), fc.integer({ min: 10, max: from.max_tokens ?? 1_900 })),
    })
    .map(({ fields, counts: numbers, windows: lengths, names, keepsPrevious, max_tokens }) => {
      const last_n = { ...from.last_n, ...rules(numbers) };
      const window = {
        ...from.window,
        ...rules(lengths.map((length) => (length === undefined ? undefined : within(length)))),
      };
      const related = names.map((name) => [name, from.related?.[name]]);
      return {
        fields,
        max_tokens,
        ...(Object.keys(last_n).length > 0 && { last_n }),
        ...(Object.keys(window).length > 0 && { window }),
        ...(names.length > 0 && { related: Object.fromEntries(related) as Recipe['related'] }),
        ...(keepsPrevious && from.previous && { previous: from.previous }),
      };
    });
}

function rules<T>(numbers: readonly (T | undefined)[]): Record<string, T> {
  const set = arrays.flatMap((path, index): [string, T][] => {
    const rule = numbers[index];
    return rule === undefined ? [] : [[path, rule]];
  });
  return Object.fromEntries(set);
}

const questions = fc.constantFrom<[string, string]>(
  ['Late?', 'Late?'],
  ['Late?', 'Will it be late? '.repeat(40)],
  ['Will it be late? '.repeat(40), 'Late?'],
);

export const narrowCases: fc.Arbitrary<NarrowCase> = recipe.chain((from) =>
  fc.constantFrom(true, ...Array<boolean>(7).fill(false)).chain((isOther) =>
    fc.record({
      document,
      related: fc.dictionary(fc.constantFrom('orders', 'items'), list) as fc.Arbitrary<
        Record<string, RelatedDocuments>
      >,
      earlier: fc.option(document),
      from: fc.constant(from),
      to: isOther ? recipe : smaller(from),
      questions,
      isSmaller: fc.constant(!isOther),
    }),
  ),
);

export function snapshotFor({ earlier }: NarrowCase, { previous }: Recipe): PreviousSnapshot | null {
  return earlier && previous ? selectPrevious(earlier, previous.fields) : null;
}
