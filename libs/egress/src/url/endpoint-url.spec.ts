import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Problem } from '@app/problem';
import { checkUrl } from './endpoint-url';

interface Row {
  id: string;
  whatwg_host?: string | null;
  kind: 'url' | 'dns';
  url: string;
  verdict: string;
  strength: string;
  why: string;
  dns_answers?: { patch_url?: string };
}
const { cases } = JSON.parse(readFileSync(join(__dirname, '../../fixtures/ssrf-cases.json'), 'utf8')) as {
  cases: Row[];
};
const titleOf = (row: Row): [string, Row] => [`${row.id} (${row.strength}) ${row.why}`, row];
const failureOf = (raw: string, path?: string): unknown => {
  try {
    return checkUrl(raw, path);
  } catch (thrown) {
    return thrown instanceof Problem ? thrown.toEnvelope().error : thrown;
  }
};

describe('checkUrl', () => {
  const refused = cases.filter((row) => row.verdict === 'refused_at_create');
  const accepted = cases.filter((row) => row.verdict !== 'refused_at_create');

  it('has every row of the table', () => {
    expect([refused.length, accepted.length]).toEqual([140, 74]);
  });

  it.each(refused.map(titleOf))('refuses %s [SSRF-01] [WHK-03]', (_title, row) => {
    const path = '/url';
    expect(failureOf(row.dns_answers?.patch_url ?? row.url)).toMatchObject({
      code: 'invalid_request',
      details: { path, reason: expect.stringMatching(/^(bad_url|blocked_host)$/) },
    });
  });

  it.each(accepted.map(titleOf))('accepts %s [SSRF-01]', (_title, row) => {
    const url = checkUrl(row.url);
    expect(url).toMatch(/^https:\/\//);
    expect(checkUrl(url)).toBe(url);
    if (row.whatwg_host) expect(new URL(url).hostname).toBe(row.whatwg_host.replace(/\.$/, ''));
  });

  it('distinguishes a private host from a URL that cannot be read, and names the member [SSRF-01]', () => {
    expect(failureOf('https://127.0.0.1/')).toMatchObject({ details: { reason: 'blocked_host' } });
    expect(failureOf('https://a.internal/')).toMatchObject({ details: { reason: 'blocked_host' } });
    expect(failureOf('http://example.com/')).toMatchObject({ details: { reason: 'bad_url' } });
    expect(failureOf('https://example..com/', '/endpoint/url')).toMatchObject({
      details: { reason: 'bad_url', path: '/endpoint/url' },
    });
  });

  it('normalises case, dot at the end, default port and fragment', () => {
    expect(checkUrl('HTTPS://Example.COM.:443/Hook?x=1#part')).toBe('https://example.com/Hook?x=1');
    expect(checkUrl('https://faß.de')).toBe('https://xn--fa-hia.de/');
    expect(checkUrl('https://[2606:4700:4700:0::1111]:8443/')).toBe('https://[2606:4700:4700::1111]:8443/');
    expect(checkUrl('https://0x8.8.8.8/')).toBe('https://8.8.8.8/');
  });

  it.each([0, 1, 22, 80, 442, 444, 1_023, 65_536])('refuses port %d [SSRF-11]', (port) => {
    expect(failureOf(`https://example.com:${port}/`)).toMatchObject({ details: { reason: 'bad_url' } });
  });

  it.each([443, 1_024, 8_443, 65_535])('accepts port %d [SSRF-11]', (port) => {
    expect(checkUrl(`https://example.com:${port}/`)).toContain('https://example.com');
  });

  it.each([
    'https://@example.com/',
    'https:example.com',
    'https:////example.com/',
    'https://exa\tmple.com/',
    'https://example.com/\u0000',
    'https://example.com/a b',
    'https://example.com\u00a0/',
    'https://*.example.com/',
    `https://example.com/${'a'.repeat(2_048)}`,
  ])('refuses %j, which parsers read in different ways', (raw) => {
    expect(failureOf(raw)).toMatchObject({ details: { reason: 'bad_url' } });
  });

  // The three of [SSRF-01], those of docs/contract.md#addresses, and the reverse zones.
  it.each([
    ...['internal', 'local', 'home.arpa'],
    ...['localhost', 'lan', 'corp', 'home', 'intranet', 'private', 'localdomain', 'invalid', 'onion', 'alt', 'test'],
    ...['in-addr.arpa', 'ip6.arpa'],
  ])('refuses names under .%s, in any spelling, and no name that only ends like it [SSRF-01] [SSRF-11]', (suffix) => {
    for (const host of [`a.${suffix}`, `A.B.${suffix.toUpperCase()}`, `a.${suffix}.`, `a。${suffix}`]) {
      expect([host, failureOf(`https://${host}/`)]).toMatchObject([host, { details: { reason: 'blocked_host' } }]);
    }
    expect(checkUrl(`https://a.${suffix}.example.com/`)).toContain(suffix);
    expect(checkUrl(`https://a.not${suffix}/`)).toContain(suffix);
  });

  it('reads international names as WHATWG does, also homographs of private names [SSRF-11]', () => {
    expect(checkUrl('https://BÜCHER.example/')).toBe('https://xn--bcher-kva.example/');
    expect(checkUrl('https://www。example．com/')).toBe('https://www.example.com/');
    for (const raw of [
      'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
      'https://a.ｌｏｃａｌ/',
      'https://①②⑦.0.0.1/',
      'https://lo\u00adcalhost/',
    ]) {
      expect([raw, failureOf(raw)]).toMatchObject([raw, { details: { reason: 'blocked_host' } }]);
    }
    for (const raw of ['https://xn--a/', 'https://a.xn--ls8h=.com/', 'https://\u202eexample.com/']) {
      expect([raw, failureOf(raw)]).toMatchObject([raw, { code: 'invalid_request' }]);
    }
  });

  it('refuses a URL whose ASCII form is too long, since no attempt could use it', () => {
    const fits = `https://example.com/${'ü'.repeat(338)}`;
    expect(checkUrl(checkUrl(fits))).toHaveLength(2_048);
    expect(failureOf(`${fits}a`)).toMatchObject({ details: { reason: 'bad_url' } });
  });

  it('accepts every URL that it returned', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (label, path, query) => {
        const raw = `https://${label}example.com/${path}?${query}`;
        const checked = failureOf(raw);
        if (typeof checked === 'string') expect(failureOf(checked)).toBe(checked);
      }),
    );
  });
});
