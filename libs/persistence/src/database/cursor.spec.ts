import { CursorList, decodeCursor, encodeCursor } from './cursor';

describe('a cursor of a list', () => {
  it('gives its key back, to its own list', () => {
    expect(decodeCursor('jobs', encodeCursor('jobs', ['job_1']), 1)).toEqual(['job_1']);
    expect(decodeCursor('deliveries', encodeCursor('deliveries', [17, 'dlv_1']), 2)).toEqual([17, 'dlv_1']);
    expect(decodeCursor('jobs', undefined, 1)).toBeNull();
  });

  it.each<[string, CursorList, string, number]>([
    ['of another list', 'api-keys', encodeCursor('namespaces', ['acme']), 1],
    ['of another length', 'deliveries', encodeCursor('deliveries', ['dlv_1']), 2],
    ['without its list', 'jobs', Buffer.from('["job_1"]').toString('base64url'), 1],
    ['with more than base64url', 'jobs', `${encodeCursor('jobs', ['job_1'])}=`, 1],
    ['that is no JSON', 'jobs', 'x', 1],
  ])('is refused %s [defect W-L7]', (_what, list, cursor, length) => {
    const refused = expect.objectContaining({ details: expect.objectContaining({ reason: 'bad_cursor' }) as object });
    expect(() => decodeCursor(list, cursor, length)).toThrow(refused as unknown as Error);
  });
});
