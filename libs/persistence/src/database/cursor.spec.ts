import { CursorList, decodeCursor, encodeCursor } from './cursor';

const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('a cursor of a list', () => {
  it('gives its key back, to its own list', () => {
    expect(decodeCursor('jobs', encodeCursor('jobs', ['job_1']))).toEqual(['job_1']);
    expect(decodeCursor('deliveries', encodeCursor('deliveries', ['17', 'dlv_1']))).toEqual(['17', 'dlv_1']);
    const value: [string, number, boolean, string] = ['documents', 2 ** 40, false, '0aff'];
    expect(decodeCursor('group-values', encodeCursor('group-values', value))).toEqual(value);
    expect(decodeCursor('jobs', undefined)).toBeNull();
  });

  it.each<[string, CursorList, string]>([
    ['of another list', 'api-keys', encodeCursor('namespaces', ['acme'])],
    ['of another length', 'deliveries', forged('deliveries', '17')],
    ['without its list', 'jobs', forged('job_1')],
    ['with more than base64url', 'jobs', `${encodeCursor('jobs', ['job_1'])}=`],
    ['that is no JSON', 'jobs', 'x'],
    ['with a text that Postgres cannot hold', 'namespaces', forged('namespaces', 'a\0')],
    ['with a number for a text', 'jobs', forged('jobs', 1)],
    ['with null for a text', 'usage', forged('usage', null)],
    ['with an object for a text', 'usage', forged('usage', {})],
    ['with words for a number', 'versions', forged('versions', 'abc')],
    ['with a number that is too large', 'versions', forged('versions', 2 ** 31)],
    ['with words for a bigint', 'history', forged('history', 'abc')],
    ['with a bigint that is too large', 'fits', forged('fits', '9'.repeat(19))],
    ['with words for bytes', 'group-values', forged('group-values', 'key', 1, false, 'xy')],
  ])('is refused %s [defect W-L7]', (_what, list, cursor) => {
    const refused = expect.objectContaining({ details: expect.objectContaining({ reason: 'bad_cursor' }) as object });
    expect(() => decodeCursor(list, cursor)).toThrow(refused as unknown as Error);
  });
});
