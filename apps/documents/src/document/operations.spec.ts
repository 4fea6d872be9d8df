import fc from 'fast-check';
import { appendTo } from './append';
import { StoredDocument } from './document';
import { applyOperations } from './operations';

const stored = (id: string, state: Record<string, unknown> = {}): StoredDocument => ({
  ...{ id, version: 7, attributes: {}, state, images: {}, bytes: 4 },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
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

  it('takes a created_at in the past at creation, and only the same later', () => {
    const apply = (created_at: string, known: Map<string, StoredDocument>) =>
      applyOperations({ upsert: [{ id: 'a', created_at, state: { n: 1 } }] }, known, nowMs).drafts[0].after?.created_at;
    expect(apply('2026-02-01T00:00:00Z', new Map())).toBe('2026-02-01T00:00:00.000Z');
    expect(() => apply('2026-04-01T00:00:00Z', new Map())).toThrow('past');
    const known = new Map([['a', stored('a')]]);
    expect(apply('2026-01-01T00:00:00Z', known)).toBe('2026-01-01T00:00:00.000Z');
    expect(() => apply('2026-01-02T00:00:00Z', known)).toThrow('keeps its');
  });
});
