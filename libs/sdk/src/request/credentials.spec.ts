import { JudgmentClient } from '../client';
import type { ClientOptions } from './options';

/** The request that a client sends with these options. */
async function sentBy(options: ClientOptions): Promise<{ address: string; init: RequestInit }> {
  const sent: { address: string; init: RequestInit }[] = [];
  const answer: typeof fetch = (address, init = {}) => {
    sent.push({ address: String(address), init });
    return Promise.resolve(Response.json({ name: 'acme' }));
  };
  await new JudgmentClient({ ...options, runtime: { fetch: answer } }).organization.read();
  return sent[0] as { address: string; init: RequestInit };
}

const key = process.env.JUDGMENT_API_KEY;
const http = process.env.JUDGMENT_ALLOW_HTTP;
afterEach(() => {
  for (const name of ['document', 'location']) Reflect.deleteProperty(globalThis, name);
  if (key === undefined) delete process.env.JUDGMENT_API_KEY;
  else process.env.JUDGMENT_API_KEY = key;
  if (http === undefined) delete process.env.JUDGMENT_ALLOW_HTTP;
  else process.env.JUDGMENT_ALLOW_HTTP = http;
});

it('a session sends its cookie and never a key, also where the environment holds one [SDK-08] [DASH-01]', async () => {
  process.env.JUDGMENT_API_KEY = 'jk_environment';
  Object.assign(globalThis, { document: {}, location: { origin: 'http://judge.intern:8080' } });
  const { address, init } = await sentBy({ auth: 'session' });
  expect(address).toBe('http://judge.intern:8080/v1/organization');
  expect(init.credentials).toBe('same-origin');
  expect(new Headers(init.headers).has('authorization')).toBe(false);
});

it('a key is sent without any cookie [SDK-08]', async () => {
  const { init } = await sentBy({ baseUrl: 'https://judge.example.com/v1', apiKey: 'jk_1' });
  expect(init.credentials).toBe('omit');
  expect(new Headers(init.headers).get('authorization')).toBe('Bearer jk_1');
});

it('a key in a browser needs the word for it, and none goes beside a session [SDK-08]', async () => {
  Object.assign(globalThis, { document: {}, location: { origin: 'https://judge.example.com' } });
  const baseUrl = 'https://judge.example.com/v1';
  expect(() => new JudgmentClient({ baseUrl, apiKey: 'jk_1' })).toThrow(/browser/);
  expect(() => new JudgmentClient({ baseUrl, apiKey: 'jk_1', auth: 'session' })).toThrow(/not both/);
  const { init } = await sentBy({ baseUrl, apiKey: 'jk_1', dangerouslyAllowBrowser: true });
  expect(new Headers(init.headers).get('authorization')).toBe('Bearer jk_1');
});

it('a key goes over a network by http only where the option or the variable allows it [SDK-08]', async () => {
  const within = { baseUrl: 'http://gateway:8080/v1', apiKey: 'jk_1' };
  const refused = /https.*allowInsecureHttp: true or JUDGMENT_ALLOW_HTTP=1/;
  expect(() => new JudgmentClient(within)).toThrow(refused);
  const { address, init } = await sentBy({ ...within, allowInsecureHttp: true });
  expect(address).toBe('http://gateway:8080/v1/organization');
  expect(new Headers(init.headers).get('authorization')).toBe('Bearer jk_1');
  for (const [value, isAllowed] of Object.entries({ '1': true, '0': false, '': false, yes: false })) {
    process.env.JUDGMENT_ALLOW_HTTP = value;
    if (isAllowed) expect((await sentBy(within)).address).toBe('http://gateway:8080/v1/organization');
    else expect(() => new JudgmentClient(within)).toThrow(refused);
  }
  process.env.JUDGMENT_ALLOW_HTTP = '1';
  expect(() => new JudgmentClient({ ...within, allowInsecureHttp: false })).toThrow(refused);
  expect(() => new JudgmentClient({ ...within, baseUrl: 'ftp://gateway/v1' })).toThrow(refused);
});
