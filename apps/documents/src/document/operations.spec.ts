import { maxAheadMs } from '@app/definition';
import fc from 'fast-check';
import { appendTo } from './append';
import { StoredDocument } from './document';
import { applyOperations } from './operations';

const stored = (id: string, state: Record<string, unknown> = {}): StoredDocument => ({
  id,
  version: 7,
  attributes: {},
  state,
  images: {},
  bytes: 4,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
});
const nowMs = Date.parse('2026-03-01T00:00:00Z');

describe('appendTo', () => {
  it('adds no value that the array holds already, in any order of members [DOC-06]', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 5 }), (values) => {
        const content = { attributes: {}, state: {}, images: {}, created_at: null };
        const once = appendTo(content, { path: 'state.a.b', values }, '/p');
        expect(appendTo(once, { path: 'state.a.b', values }, '/p')).toEqual(once);
      }),
    );
  });

  const listOf = (values: unknown[], append: { values: unknown[]; keep_last?: number }) =>
    appendTo(
      { attributes: {}, state: { l: values }, images: {}, created_at: null },
      { path: 'state.l', ...append },
      '/p',
    ).state['l'];

  it.each<[unknown[], unknown[], number, unknown[]]>([
    [[], ['m1', 'm2', 'm3'], 2, ['m2', 'm3']],
    [['a', 'b', 'c'], ['a', 'd'], 3, ['a', 'c', 'd']],
    [['x', 'y', 'd'], ['a', 'd'], 3, ['y', 'd', 'a']],
    [['a', 'b'], ['a'], 1, ['a']],
    [[1, 2, 3, 4], [4], 2, [3, 4]],
    [[1, 2], [2, 3, 3, 4], 9, [1, 2, 3, 4]],
    [[1, 1, 1], [2], 2, [1, 2]],
  ])('appends to %j the values %j and keeps the last %d: %j [defect W-M1]', (array, values, keep_last, expected) => {
    expect(listOf(array, { values, keep_last })).toEqual(expected);
  });

  it('changes nothing when it is repeated with `keep_last`, and keeps the newest values [defect W-M1] [GEN-06]', () => {
    const items = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(items, items, fc.integer({ min: 1, max: 9 }), (array, values, keep_last) => {
        const once = listOf(array, { values, keep_last }) as number[];
        expect(listOf(once, { values, keep_last })).toEqual(once);
        expect(once.length).toBeLessThanOrEqual(keep_last);
        expect(once).toEqual(expect.arrayContaining([...new Set(values)].slice(-keep_last)));
      }),
    );
  });

  it('makes no state deeper than a body can bring [defect S-L7]', () => {
    const content = { attributes: {}, state: {}, images: {}, created_at: null };
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);
    const depth = (keys: number, levels: number) =>
      appendTo(content, { path: `state${'.a'.repeat(keys)}`, values: [nested(levels)] }, '/append/0/path');
    expect(() => depth(28, 0)).not.toThrow();
    expect(() => depth(20, 8)).not.toThrow();
    for (const [keys, levels] of [
      [29, 0],
      [20, 9],
      [500, 0],
    ]) {
      expect(() => depth(keys, levels)).toThrow(
        expect.objectContaining({ details: expect.objectContaining({ reason: 'too_deep', path: '/append/0/path' }) }),
      );
    }
  });

  it.each(['id', 'images.x', 'updated_at'])('refuses %s', (path) => {
    const content = { attributes: {}, state: {}, images: {}, created_at: null };
    expect(() => appendTo(content, { path, values: [1] }, '/p')).toThrow('Append to an array');
  });
});

describe('applyOperations', () => {
  it('applies upsert, patch, append and delete in this order', () => {
    const write = {
      delete: [{ id: 'b' }],
      append: [{ id: 'a', path: 'state.list', values: [1] }],
      patch: [{ id: 'a', state: { x: 2 } }],
      upsert: [{ id: 'a', state: { x: 1 } }],
    };
    const { drafts, counts } = applyOperations(write, new Map([['b', stored('b')]]), nowMs);
    expect(drafts.map(({ id, after }) => [id, after?.state])).toEqual([
      ['a', { x: 2, list: [1] }],
      ['b', undefined],
    ]);
    expect(counts).toMatchObject({ upserted: 1, patched: 1, appended: 1, deleted: 1, missing: 0 });
  });

  it('counts operations that undo each other as unchanged [defect W-L15]', () => {
    const write = {
      upsert: [
        { id: 'a', state: { t: 9 } },
        { id: 'a', state: { t: 2 } },
        { id: 'b', state: { t: 3 } },
        { id: 'b', state: { t: 4 } },
      ],
    };
    const known = new Map(['a', 'b'].map((id) => [id, stored(id, { t: 2 })]));
    expect(applyOperations(write, known, nowMs).counts).toMatchObject({ upserted: 2, unchanged: 2 });
  });

  it('says which value of an append passes a limit [defect W-L10]', () => {
    const known = new Map([['a', stored('a')]]);
    const append = (values: unknown[]) => () =>
      applyOperations({ append: [{ id: 'a', path: 'attributes.t', values }] }, known, nowMs);
    const refused = (code: string, reason: string) =>
      expect.objectContaining({ code, details: expect.objectContaining({ reason, path: '/append/0/values' }) });
    expect(append(['x'.repeat(1025)])).toThrow(refused('too_large', 'values'));
    expect(append(Array.from({ length: 65 }, (_, n) => n))).toThrow(refused('too_large', 'values'));
    expect(append([{}])).toThrow(refused('invalid_request', 'bad_type'));
  });

  it('names every document that has another version', () => {
    const write = {
      upsert: [
        { id: 'a', if_version: 6 },
        { id: 'b', if_version: 7 },
      ],
      delete: [{ id: 'c', if_version: 1 }],
    };
    const known = new Map(['a', 'b'].map((id) => [id, stored(id)]));
    expect(() => applyOperations(write, known, nowMs)).toThrow(
      expect.objectContaining({ code: 'conflict', details: { reason: 'if_version', documents: ['a', 'c'] } }),
    );
  });

  it('takes a created_at up to five minutes ahead at creation, and only the same later [REL-F5]', () => {
    const apply = (created_at: string, known: Map<string, StoredDocument>) =>
      applyOperations({ upsert: [{ id: 'a', created_at, state: { n: 1 } }] }, known, nowMs).drafts[0].after?.created_at;
    expect(apply('2026-02-01T00:00:00Z', new Map())).toBe('2026-02-01T00:00:00.000Z');
    const ahead = (ms: number) => new Date(nowMs + maxAheadMs + ms).toISOString();
    expect(apply(ahead(0), new Map())).toBe(ahead(0));
    expect(() => apply(ahead(1), new Map())).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ reason: 'bad_timestamp', path: '/upsert/0/created_at' }) as object,
        message: expect.stringContaining('more than five minutes ahead') as string,
      }),
    );
    const known = new Map([['a', stored('a')]]);
    expect(apply('2026-01-01T00:00:00Z', known)).toBe('2026-01-01T00:00:00.000Z');
    expect(() => apply('2026-01-02T00:00:00Z', known)).toThrow('keeps its');
  });

  it('takes a created_at_if_new of a document that it makes, and of no other [REL-F10]', () => {
    const apply = (upsert: object, known: Map<string, StoredDocument>) =>
      applyOperations({ upsert: [{ id: 'a', state: { n: 1 }, ...upsert }] }, known, nowMs).drafts[0].after?.created_at;
    const moment = { created_at_if_new: '2026-02-01T00:00:00+01:00' };
    expect(apply(moment, new Map())).toBe('2026-01-31T23:00:00.000Z');
    expect(apply(moment, new Map([['a', stored('a')]]))).toBe('2026-01-01T00:00:00.000Z');
    expect(apply({ ...moment, created_at: '2025-01-01T00:00:00Z' }, new Map())).toBe('2025-01-01T00:00:00.000Z');
    const ahead = { created_at_if_new: new Date(nowMs + maxAheadMs + 1).toISOString() };
    expect(() => apply(ahead, new Map())).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ reason: 'bad_timestamp', path: '/upsert/0/created_at_if_new' }) as object,
      }),
    );
    // The members of one write see what those before it made.
    const twice = {
      upsert: [
        { id: 'a', ...moment },
        { id: 'a', state: { n: 2 }, created_at_if_new: '2026-02-02T00:00:00Z' },
      ],
    };
    expect(applyOperations(twice, new Map(), nowMs).drafts[0].after?.created_at).toBe('2026-01-31T23:00:00.000Z');
  });
});
