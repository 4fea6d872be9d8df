import { asBuiltFile, formFor } from './built-file';
import { commonHeaders, pageHeaders } from './page-headers';

it('lets no script or style run without the nonce, nor from another host, nor in a frame [DASH-06]', () => {
  const { 'content-security-policy': policy } = pageHeaders('n0nce', 'http://127.0.0.1:8080');
  expect(policy).toContain("script-src 'nonce-n0nce' 'strict-dynamic';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

it('asks for https only where people reach the service by it', () => {
  expect(commonHeaders('https://judge.example.com')).toHaveProperty('strict-transport-security');
  expect(commonHeaders('http://127.0.0.1:8080')).not.toHaveProperty('strict-transport-security');
});

describe('a file of the dashboard', () => {
  const file = asBuiltFile('main.A.js', (name) => Buffer.from(name));

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000', null],
    ['identity', null],
    [undefined, null],
  ])('for Accept-Encoding %s has the coding %s', (accepted, coding) => {
    expect(formFor(file, accepted).coding).toBe(coding);
  });

  it('has the bytes of its coding and a media type by its name', () => {
    expect(formFor(file, 'br').bytes.toString()).toBe('main.A.js.br');
    expect(file.mediaType).toMatch(/^text\/javascript/);
    expect(() => asBuiltFile('main.exe', () => Buffer.alloc(0))).toThrow('unknown kind');
  });
});
