import { cookiePolicyOf, setCookie, tokenOf } from './session-cookie';

const of = (publicUrl: string, allowInsecureCookies: 'true' | 'false' = 'false') =>
  cookiePolicyOf({ publicUrl, allowInsecureCookies });

describe("the session's cookie", () => {
  it.each([
    ['https://judge.example.com', 'false', '__Host-judgment=t; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict'],
    [
      'https://judge.example.com:8443/x',
      'false',
      '__Host-judgment=t; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict',
    ],
    ['http://127.0.0.1:8080', 'false', 'judgment_8080=t; Max-Age=60; Path=/; HttpOnly; SameSite=Strict'],
    ['http://localhost:8090', 'false', 'judgment_8090=t; Max-Age=60; Path=/; HttpOnly; SameSite=Strict'],
    ['http://[::1]:8080', 'false', 'judgment_8080=t; Max-Age=60; Path=/; HttpOnly; SameSite=Strict'],
    ['http://judge.intern', 'true', 'judgment_80=t; Max-Age=60; Path=/; HttpOnly; SameSite=Strict'],
  ] as const)('at %s (insecure allowed: %s) is %s [DASH-06]', (publicUrl, allow, header) => {
    expect(setCookie(of(publicUrl, allow), 't', 60)).toBe(header);
  });

  it.each(['http://judge.example.com', 'http://127.0.0.1.example.com', 'http://10.0.0.1:8080'])(
    'is refused over http from elsewhere: %s [DASH-06]',
    (publicUrl) => expect(() => of(publicUrl)).toThrow('ALLOW_INSECURE_COOKIES'),
  );

  it('is read by its own name alone', () => {
    const policy = of('http://127.0.0.1:8080');
    expect(tokenOf(policy, 'judgment_8090=b; judgment_8080=a')).toBe('a');
    expect(tokenOf(policy, 'judgment_80=b; x_judgment_8080=c')).toBeNull();
    expect(tokenOf(policy, 'judgment_8080=')).toBeNull();
    expect(tokenOf(policy, undefined)).toBeNull();
  });
});
