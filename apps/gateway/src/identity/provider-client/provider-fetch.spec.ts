import { IncomingMessage, Server, ServerResponse, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { isOutage } from './outage';
import { ProviderFailure, providerFetch } from './provider-fetch';

let server: Server;
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const get = { method: 'GET', headers: {} };
const limits = { timeoutMs: 10_000, maxBytes: 1000 };

describe('requests to a provider', () => {
  it('bring a reply of the allowed length, and none that is longer by a byte [DASH-06]', async () => {
    answer = (request, response) => response.end('x'.repeat(Number(request.url?.slice(1))));
    const fetch = providerFetch(origin, limits);
    expect((await (await fetch(`${origin}/1000`, get)).text()).length).toBe(1000);
    await expect(fetch(`${origin}/1001`, get)).rejects.toThrow(ProviderFailure);
  });

  it('end in time although the provider sends a byte again and again [DASH-06]', async () => {
    let timer: NodeJS.Timeout | undefined;
    answer = (_, response) => {
      timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    };
    const slow = providerFetch(origin, { ...limits, timeoutMs: 300 })(`${origin}/drip`, get);
    const failure: unknown = await slow.catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'TimeoutError' });
    // People read that their provider does not answer, however deep a library wraps it.
    const wrapped = new Error('a library', { cause: failure });
    expect([failure, wrapped, new Error()].map(isOutage)).toEqual([true, true, false]);
    clearInterval(timer);
  });

  it('follow no redirect [DASH-06]', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
    expect((await providerFetch(origin, limits)(`${origin}/first`, get)).status).toBe(302);
    expect(asked).toEqual(['/first']);
  });

  it.each([
    ['unencrypted to another host', 'http://provider.example/keys'],
    ['unencrypted to this machine by another name', 'http://localhost:1/keys'],
    ['to an address of a private network', 'https://10.1.2.3/keys'],
    ['to the metadata of a cloud', 'https://169.254.169.254/latest'],
    ['to this machine by IPv6', 'https://[::1]/keys'],
  ])('never go %s, whatever the document of a provider names [DASH-06]', async (_what, address) => {
    await expect(providerFetch('https://issuer.example', limits)(address, get)).rejects.toThrow(ProviderFailure);
    await expect(providerFetch(origin, limits)(address, get)).rejects.toThrow(ProviderFailure);
  });

  it('go to no host whose name leads to an address that is not public [DASH-06]', async () => {
    const addresses = [
      { address: '93.184.216.34', family: 4 as const },
      { address: '127.0.0.1', family: 4 as const },
    ];
    const fetch = providerFetch('https://issuer.example', limits, { resolve: async () => addresses });
    const failure: unknown = await fetch('https://keys.example/keys', get).catch((error: unknown) => error);
    expect((failure as Error).cause).toBeInstanceOf(ProviderFailure);
  });
});
