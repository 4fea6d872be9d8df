import { fingerprintOf } from './fingerprint';

const of = (target: string, others: { method?: string; body?: string; scope?: string } = {}): string =>
  fingerprintOf({
    method: others.method ?? 'POST',
    target,
    body: others.body === undefined ? undefined : Buffer.from(others.body),
    scope: others.scope,
  }).toString('hex');

describe('the fingerprint of a request', () => {
  it('is the same for every spelling of one path [defect W-L14]', () => {
    const spellings = ['/v1/namespaces/a%2Fb%2F*', '/v1/namespaces/a%2fb%2f%2A', '/v1/namespaces/%61%2Fb%2f%2a'];
    expect(new Set(spellings.map((target) => of(target))).size).toBe(1);
  });

  it('differs by path, raw query, method, body and narrowed scope [IDEM-04]', () => {
    const all = [
      of('/v1/a%2Fb'),
      of('/v1/a%252Fb'),
      of('/v1/a/b'),
      of('/v1/a%2Fb?x=%2f'),
      of('/v1/a%2Fb?x=%2F'),
      of('/v1/a%2Fb', { method: 'PUT' }),
      of('/v1/a%2Fb', { body: '{}' }),
      of('/v1/a%2Fb', { body: '{} ' }),
      of('/v1/a%2Fb', { scope: 'acme' }),
      of('/v1/a%2Fb', { scope: 'acme*' }),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(of('/v1/a%2Fb', { scope: '*' })).toBe(of('/v1/a%2Fb'));
  });
});
