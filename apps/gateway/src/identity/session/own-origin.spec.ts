import { assertOwnOrigin } from './own-origin';

const passes = (publicUrl: string, method: string, headers: Record<string, string>, localPort = 8080): boolean => {
  try {
    assertOwnOrigin(publicUrl, { method, headers, localPort });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'forbidden', details: { reason: 'foreign_origin' } });
    return false;
  }
};
const ours = 'https://judge.example.com';
const local = 'http://127.0.0.1:8080';

describe('a request with a session', () => {
  it.each<[string, string, string, Record<string, string>, boolean]>([
    ['a write of our page', ours, 'POST', { origin: ours }, true],
    ['a write without Origin', ours, 'POST', {}, false],
    ['a write of `null`', ours, 'POST', { origin: 'null' }, false],
    ['a write over http', ours, 'POST', { origin: 'http://judge.example.com' }, false],
    ['a write of a sister host', ours, 'DELETE', { origin: 'https://app.example.com' }, false],
    ['a write of a name that begins like ours', ours, 'PATCH', { origin: 'https://judge.example.com.evil.net' }, false],
    ['a write of a local page', ours, 'POST', { origin: local }, false],
    ['a read without Origin', ours, 'GET', {}, true],
    ['a read of a sister host', ours, 'GET', { 'sec-fetch-site': 'same-site' }, false],
    ['a read of another site', ours, 'GET', { 'sec-fetch-site': 'cross-site' }, false],
    ['an address that was typed', ours, 'GET', { 'sec-fetch-site': 'none' }, true],
    ['a local write by another name', local, 'POST', { origin: 'http://localhost:8080' }, true],
    ['a local write at another port', local, 'POST', { origin: 'http://localhost:8090' }, false],
    ['a local write of a name that points here', local, 'POST', { origin: 'http://evil.example:8080' }, false],
  ])('%s at %s by %s', (_what, publicUrl, method, headers, wanted) => {
    expect(passes(publicUrl, method, headers)).toBe(wanted);
  });
});
