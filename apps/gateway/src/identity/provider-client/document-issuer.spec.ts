import { readDocumentIssuerOf } from './document-issuer';

const issuer = 'https://id.example/tenant';
const asked: string[] = [];
const answering = (status: number, body: string) => async (address: string) => {
  asked.push(address);
  return new Response(body, { status });
};

describe("a provider's document", () => {
  it.each([issuer, `${issuer}/`, `${issuer}/.well-known/openid-configuration`])(
    'of %s says how it names itself [AUTH-08]',
    async (address) => {
      const read = await readDocumentIssuerOf(address, answering(200, JSON.stringify({ issuer })));
      expect([read, asked.pop()]).toEqual([{ issuer }, `${issuer}/.well-known/openid-configuration`]);
    },
  );

  it.each<[number, string, RegExp]>([
    [404, '{}', /openid-configuration answers 404$/],
    [200, '<html>', /openid-configuration is no JSON$/],
    [200, 'null', /names no issuer$/],
    [200, '{"issuer": 1}', /names no issuer$/],
    [200, '{"issuer": "https://id.example/\\u001b[2J"}', /names no issuer$/],
    [200, JSON.stringify({ issuer: 'x'.repeat(501) }), /names no issuer$/],
  ])('that is %d %.40s is not read, and a sentence says so [AUTH-08]', async (status, body, problem) => {
    expect(await readDocumentIssuerOf(issuer, answering(status, body))).toEqual({
      problem: expect.stringMatching(problem),
    });
  });

  it('that is not reached is named with the cause [AUTH-08]', async () => {
    const failing = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
    };
    expect(await readDocumentIssuerOf(issuer, failing)).toEqual({
      problem: `${issuer}/.well-known/openid-configuration: ECONNREFUSED`,
    });
  });
});
