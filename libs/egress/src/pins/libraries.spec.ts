import { lookup } from 'node:dns/promises';
import { createServer as createHttpServer } from 'node:http';
import { AddressInfo, connect as connectTcp } from 'node:net';
import { gzipSync } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { Agent, Client, fetch, request } from 'undici';

// Behaviour of libraries on which the guard relies, or against which it guards: a version that changes it fails here.
const packed = gzipSync('a'.repeat(1_000));

async function plainServer(): Promise<{ port: number; paths: string[]; stop: () => Promise<void> }> {
  const paths: string[] = [];
  const server = createHttpServer((incoming, response) => {
    paths.push(incoming.url ?? '');
    if (incoming.url === '/redirect') response.writeHead(302, { location: '/target' });
    if (incoming.url === '/packed') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
      return;
    }
    if (incoming.url !== '/drip') {
      response.end();
      return;
    }
    const drip = setInterval(() => response.write('.'), 200);
    response.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port: (server.address() as AddressInfo).port, paths, stop };
}

describe('undici', () => {
  it('never calls `lookup` for a literal address, so a guard in `lookup` is not enough', async () => {
    const server = await plainServer();
    const asked: string[] = [];
    const agent = new Agent({
      connect: {
        lookup: (host, _options, callback) => {
          asked.push(host);
          callback(null, [{ address: '127.0.0.1', family: 4 }]);
        },
      },
    });
    await (await request(`http://127.0.0.1:${server.port}/`, { dispatcher: agent })).body.dump();
    expect(asked).toEqual([]);
    await (await request(`http://pinned.invalid:${server.port}/`, { dispatcher: agent })).body.dump();
    expect(asked).toEqual(['pinned.invalid']);
    await agent.destroy();
    await server.stop();
  });

  it('calls `lookup` for all addresses; a single one is an error', async () => {
    const agent = new Agent({
      connect: { lookup: (_host, _options, callback) => callback(null, '127.0.0.1', 4) },
    });
    await expect(request('http://pinned.invalid:9/', { dispatcher: agent })).rejects.toMatchObject({
      code: 'ERR_INVALID_IP_ADDRESS',
    });
    await agent.destroy();
  });

  it('does not end a dripping response by `bodyTimeout`', async () => {
    const server = await plainServer();
    const agent = new Agent({ bodyTimeout: 1_000 });
    const { body } = await request(`http://127.0.0.1:${server.port}/drip`, { dispatcher: agent });
    let text = '';
    for await (const chunk of body) {
      text += String(chunk);
      if (text.length >= 12) break;
    }
    expect(text.length).toBeGreaterThanOrEqual(12);
    await agent.destroy();
    await server.stop();
  }, 10_000);

  it('follows redirects in `fetch` and not in `request`', async () => {
    const server = await plainServer();
    const agent = new Agent();
    const answer = await request(`http://127.0.0.1:${server.port}/redirect`, { dispatcher: agent });
    await answer.body.dump();
    expect([answer.statusCode, server.paths]).toEqual([302, ['/redirect']]);
    await (await fetch(`http://127.0.0.1:${server.port}/redirect`, { dispatcher: agent })).text();
    expect(server.paths).toEqual(['/redirect', '/redirect', '/target']);
    await agent.destroy();
    await server.stop();
  });

  it('decompresses in `fetch` and not in `request`', async () => {
    const server = await plainServer();
    const agent = new Agent();
    const url = `http://127.0.0.1:${server.port}/packed`;
    const { body } = await request(url, { dispatcher: agent });
    expect(Buffer.from(await body.arrayBuffer()).equals(packed)).toBe(true);
    expect(await (await fetch(url, { dispatcher: agent })).text()).toHaveLength(1_000);
    await agent.destroy();
    await server.stop();
  });

  it('opens connections of a client by our function only, again after each that closed, and accepts our refusal', async () => {
    const server = await plainServer();
    const port = server.port;
    let opened = 0;
    const client = new Client('http://pinned.invalid', {
      connect: (_options, callback) => {
        opened += 1;
        if (opened > 2) callback(new Error('no more'), null);
        else {
          const socket = connectTcp({ host: '127.0.0.1', port });
          socket.once('connect', () => callback(null, socket as never));
        }
      },
    });
    const post = async (): Promise<number> => {
      const answer = await client.request({ method: 'POST', path: '/', headers: { connection: 'close' } });
      await answer.body.dump();
      return answer.statusCode;
    };
    expect([await post(), await post(), opened]).toEqual([200, 200, 2]);
    expect(client.stats.connected).toBe(false);
    await expect(post()).rejects.toThrow('no more');
    await client.destroy();
    await server.stop();
  });

  it('never repeats a POST by itself when the connection broke', async () => {
    let requests = 0;
    const breaking = createHttpServer((incoming) => {
      requests += 1;
      incoming.socket.destroy();
    });
    await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
    const agent = new Agent();
    const { port } = breaking.address() as AddressInfo;
    await expect(request(`http://127.0.0.1:${port}/`, { method: 'POST', dispatcher: agent })).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toBe(1);
    await agent.destroy();
    await new Promise((resolve) => breaking.close(resolve));
  });
});

describe('Node', () => {
  it('resolves odd spellings of loopback, so only the host of the URL parser may be looked up', async () => {
    for (const host of ['0x7f.1', '2130706433', '0177.0.0.1']) {
      expect([host, await lookup(host, { family: 4 })]).toEqual([host, { address: '127.0.0.1', family: 4 }]);
    }
  });

  it('looks up nothing to connect to a literal address', async () => {
    const server = await plainServer();
    const looked = jest.fn();
    const socket = connectTcp({ host: '127.0.0.1', port: server.port, lookup: looked });
    await new Promise((resolve) => socket.once('connect', resolve));
    expect([socket.remoteAddress, looked.mock.calls]).toEqual(['127.0.0.1', []]);
    socket.destroy();
    await server.stop();
  });
});

it('ipaddr.js calls addresses unicast that the guard must refuse', () => {
  for (const ip of ['::7f00:1', '::a9fe:a9fe', '4000::1', 'e000::1', '200::1']) {
    expect([ip, ipaddr.parse(ip).range()]).toEqual([ip, 'unicast']);
  }
});

it('the URL parser normalises odd spellings of loopback, except these', () => {
  const folded = ['0x7f.1', '017700000001', '127。0。0。1', '%31%32%37.0.0.1', '127.0.0.1.', '2130706433'];
  expect(folded.map((host) => new URL(`https://${host}/`).hostname)).toEqual(folded.map(() => '127.0.0.1'));
  const kept = ['localhost.', 'example..com', `${'a'.repeat(64)}.com`];
  expect(kept.map((host) => new URL(`https://${host}/`).hostname)).toEqual(kept);
  expect(new URL('https://[::127.0.0.1]/').hostname).toBe('[::7f00:1]');
});
