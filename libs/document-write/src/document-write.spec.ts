import { checkDocumentWrite } from './document-write';

const refusal = (body: object, bytes = 1000): string => {
  try {
    checkDocumentWrite(body, bytes);
    return 'accepted';
  } catch (error) {
    const { code, details } = error as { code: string; details: { reason: string; path: string } };
    return `${code} ${details.reason} ${details.path}`;
  }
};
const upsert = (members: object): object => ({ upsert: [{ id: 'a', ...members }] });
const byFilter = (patch: object): object => ({ patch_by_filter: { filter: { id: 'a' }, patch } });
const many = (count: number): string[] => Array.from({ length: count }, (_, i) => `v${i}`);

describe('the walk over a document write', () => {
  it.each<[object, string]>([
    [{}, 'invalid_request missing_field /upsert'],
    [{ upsert: [] }, 'accepted'],
    [{ upsert: {} }, 'invalid_request bad_type /upsert'],
    [{ upsert: [5] }, 'invalid_request bad_type /upsert/0'],
    [{ zzz: [] }, 'invalid_request unknown_field /zzz'],
    [{ toString: [] }, 'invalid_request unknown_field /toString'],
    [{ condition: {} }, 'invalid_request missing_field /upsert'],
    [{ upsert: [], condition: { 'attributes.a': 1 } }, 'accepted'],
    [{ upsert: [], condition: [] }, 'invalid_request bad_type /condition'],
    [{ upsert: [], condition: null }, 'invalid_request bad_type /condition'],
    [{ delete_by_filter: {} }, 'invalid_request empty_filter /delete_by_filter/filter'],
    [{ delete_by_filter: { filter: {} } }, 'invalid_request empty_filter /delete_by_filter/filter'],
    [{ delete_by_filter: { filter: [] } }, 'invalid_request bad_type /delete_by_filter/filter'],
    [{ delete_by_filter: [] }, 'invalid_request bad_type /delete_by_filter'],
    [{ delete_by_filter: { filter: { id: 'a' } } }, 'accepted'],
    [{ delete_by_filter: { filter: { id: 'a' }, patch: {} } }, 'invalid_request unknown_field /delete_by_filter/patch'],
    [{ delete_by_filter: { filter: { id: 'a' } }, upsert: [] }, 'invalid_request unknown_field /upsert'],
    [{ upsert: [], delete_by_filter: { filter: { id: 'a' } } }, 'invalid_request unknown_field /upsert'],
    [{ condition: { id: 'a' }, delete_by_filter: { filter: { id: 'a' } } }, 'invalid_request unknown_field /condition'],
    [{ patch_by_filter: {} }, 'invalid_request empty_filter /patch_by_filter/filter'],
    [{ patch_by_filter: { filter: { id: 'a' } } }, 'invalid_request missing_field /patch_by_filter/patch'],
    [byFilter({ attributes: { a: null }, state: {} }), 'accepted'],
    [byFilter({ attributes: { a: { b: 1 } } }), 'invalid_request bad_type /patch_by_filter/patch/attributes/a'],
    [byFilter({ state: [] }), 'invalid_request bad_type /patch_by_filter/patch/state'],
    [byFilter({ if_version: 1 }), 'invalid_request unknown_field /patch_by_filter/patch/if_version'],
    [byFilter({ version: 1 }), 'invalid_request read_only_field /patch_by_filter/patch/version'],
    [{ upsert: [{}] }, 'invalid_request missing_field /upsert/0/id'],
    [{ upsert: [{ id: '' }] }, 'invalid_request bad_length /upsert/0/id'],
    [{ upsert: [{ id: 5 }] }, 'invalid_request bad_length /upsert/0/id'],
    [{ upsert: [{ id: 'a\nb' }] }, 'invalid_request bad_length /upsert/0/id'],
    [{ upsert: [{ id: 'é'.repeat(128) }] }, 'accepted'],
    [{ upsert: [{ id: 'é'.repeat(129) }] }, 'invalid_request bad_length /upsert/0/id'],
    [{ upsert: [{ id: '.' }] }, 'invalid_request bad_name /upsert/0/id'],
    [{ upsert: [{ id: '..' }] }, 'invalid_request bad_name /upsert/0/id'],
    [{ upsert: [{ id: '...' }] }, 'accepted'],
    [{ delete: [{ id: '.' }] }, 'accepted'],
    [upsert({ zzz: 1 }), 'invalid_request unknown_field /upsert/0/zzz'],
    [upsert({ version: 1 }), 'invalid_request read_only_field /upsert/0/version'],
    [upsert({ answers: {} }), 'invalid_request read_only_field /upsert/0/answers'],
    [upsert({ state: [] }), 'invalid_request bad_type /upsert/0/state'],
    [upsert({ state: null }), 'invalid_request bad_type /upsert/0/state'],
    [upsert({ state: { any: [{ thing: null }] } }), 'accepted'],
    [upsert({ attributes: [] }), 'invalid_request bad_type /upsert/0/attributes'],
    [upsert({ attributes: { 'a.b': 1 } }), 'invalid_request bad_name /upsert/0/attributes/a.b'],
    [upsert({ attributes: { 'a\n': 1 } }), 'invalid_request bad_name /upsert/0/attributes/a\n'],
    [upsert({ attributes: { a: { b: 1 } } }), 'invalid_request bad_type /upsert/0/attributes/a'],
    [upsert({ attributes: { a: [true] } }), 'invalid_request bad_type /upsert/0/attributes/a'],
    [upsert({ attributes: { a: [[]] } }), 'invalid_request bad_type /upsert/0/attributes/a'],
    [upsert({ attributes: { a: ['x', 1], b: null, c: true, d: 1.5, e: 'é' } }), 'accepted'],
    [upsert({ attributes: { a: 'x'.repeat(1024) } }), 'accepted'],
    [upsert({ attributes: { a: 'x'.repeat(1025) } }), 'too_large values /upsert/0/attributes/a'],
    [upsert({ attributes: { a: many(65) } }), 'too_large values /upsert/0/attributes/a'],
    [
      upsert({ attributes: Object.fromEntries(many(65).map((n) => [n, 1])) }),
      'too_large attributes /upsert/0/attributes',
    ],
    [upsert({ images: { front: 'img_1' } }), 'accepted'],
    [upsert({ images: { front: null } }), 'invalid_request bad_type /upsert/0/images/front'],
    [upsert({ images: { front: 7 } }), 'invalid_request bad_type /upsert/0/images/front'],
    [upsert({ images: { 'a b': 'img_1' } }), 'invalid_request bad_name /upsert/0/images/a b'],
    [{ patch: [{ id: 'a', images: { front: null } }] }, 'accepted'],
    [upsert({ images: {} }), 'accepted'],
    [upsert({ if_version: -1 }), 'invalid_request bad_number /upsert/0/if_version'],
    [upsert({ if_version: '1' }), 'invalid_request bad_number /upsert/0/if_version'],
    [upsert({ created_at: '2026-02-30T00:00:00Z' }), 'invalid_request bad_timestamp /upsert/0/created_at'],
    [upsert({ created_at: '0000-01-01T00:00:00Z' }), 'invalid_request bad_timestamp /upsert/0/created_at'],
    [upsert({ created_at: '0001-01-01T00:00:00+01:00' }), 'invalid_request bad_timestamp /upsert/0/created_at'],
    [upsert({ created_at: '2020-01-01T24:00:00Z' }), 'invalid_request bad_timestamp /upsert/0/created_at'],
    [upsert({ created_at: '0001-01-01T00:00:00Z' }), 'accepted'],
    [upsert({ created_at: '2020-01-01t10:00:00z' }), 'accepted'],
    [upsert({ created_at: '2016-12-31T23:59:60Z' }), 'accepted'],
    [upsert({ created_at: '2026-02-28' }), 'invalid_request bad_timestamp /upsert/0/created_at'],
    [upsert({ created_at: '2026-02-28T00:00:00.000Z' }), 'accepted'],
    [upsert({ created_at_if_new: '2026-02-28 00:00:00+02:00' }), 'accepted'],
    [
      upsert({ created_at_if_new: '2026-02-30T00:00:00Z' }),
      'invalid_request bad_timestamp /upsert/0/created_at_if_new',
    ],
    [
      { patch: [{ id: 'a', created_at_if_new: '2026-02-28T00:00:00Z' }] },
      'invalid_request read_only_field /patch/0/created_at_if_new',
    ],
    [
      { patch: [{ id: 'a', created_at: '2026-02-28T00:00:00Z' }] },
      'invalid_request read_only_field /patch/0/created_at',
    ],
    [{ append: [{ id: 'a', path: 'state.m', values: [] }] }, 'invalid_request bad_length /append/0/values'],
    [{ append: [{ id: 'a', values: [1] }] }, 'invalid_request missing_field /append/0/path'],
    [{ append: [{ id: 'a', path: 'state.m', values: many(1001) }] }, 'too_large values /append/0/values'],
    [
      { append: [{ id: 'a', path: 'state.m', values: [1], keep_last: 0 }] },
      'invalid_request bad_number /append/0/keep_last',
    ],
    [{ append: [{ id: 'a', path: 'state.m', values: [1], keep_last: 5 }] }, 'accepted'],
    [{ delete: [{ id: 'a', state: {} }] }, 'invalid_request unknown_field /delete/0/state'],
    [{ delete: many(1001).map((id) => ({ id })) }, 'too_large operations /delete'],
    [
      { upsert: many(600).map((id) => ({ id })), delete: many(401).map((id) => ({ id })) },
      'too_large operations /delete',
    ],
  ])('%.60j: %s', (body, outcome) => expect(refusal(body)).toBe(outcome));

  it('makes no document whose id is a step in a path, and deletes one that an earlier build made [defect W-L6]', () => {
    for (const id of ['.', '..']) {
      expect(refusal({ upsert: [{ id }] })).toBe('invalid_request bad_name /upsert/0/id');
      expect(refusal({ delete: [{ id }] })).toBe('accepted');
    }
  });

  it('measures a state only in a body that could hold one too large', () => {
    const body = upsert({ state: { text: 'x'.repeat(1024 * 1024) } });
    expect(refusal(body, 1024 * 1024 + 60)).toBe('too_large state_bytes /upsert/0/state');
    expect(refusal(upsert({ state: { text: 'x' } }), 2_000_000)).toBe('accepted');
  });
});
