import { Socket, createSocket } from 'node:dgram';
import { DnsResolver } from './resolver';

type Reply = string[] | 'NXDOMAIN' | 'silence';
const [typeA, typeAaaa] = [1, 28];

/** A name server on loopback that answers by name and type, and keeps the requested names. */
class NameServer {
  readonly asked: string[] = [];
  private readonly socket: Socket = createSocket('udp4');

  async start(reply: (name: string, type: number) => Reply): Promise<string> {
    this.socket.on('message', (query, from) => {
      const end = query.indexOf(0, 12);
      const labels: string[] = [];
      for (let at = 12; at < end; at += 1 + (query[at] ?? 0)) {
        labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
      }
      const name = labels.join('.').toLowerCase();
      const type = query.readUInt16BE(end + 1);
      this.asked.push(name);
      const given = reply(name, type);
      if (given === 'silence') return;
      const records = given === 'NXDOMAIN' ? [] : given.map((address) => recordOf(address, type));
      const head = Buffer.alloc(12);
      head.writeUInt16BE(query.readUInt16BE(0), 0);
      head.writeUInt16BE(given === 'NXDOMAIN' ? 0x8183 : 0x8180, 2);
      head.writeUInt16BE(1, 4);
      head.writeUInt16BE(records.length, 6);
      this.socket.send(Buffer.concat([head, query.subarray(12, end + 5), ...records]), from.port, from.address);
    });
    await new Promise<void>((resolve) => this.socket.bind(0, '127.0.0.1', resolve));
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }
}

function recordOf(address: string, type: number): Buffer {
  const data =
    type === typeA
      ? Buffer.from(address.split('.').map(Number))
      : Buffer.from(address.split(':').flatMap((part) => [parseInt(part, 16) >> 8, parseInt(part, 16) & 0xff]));
  const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

const v6 = '2606:4700:4700:1:2:3:4:1111';
let server: NameServer;
beforeEach(() => (server = new NameServer()));
afterEach(() => server.stop());

async function resolve(reply: (name: string, type: number) => Reply, signal = new AbortController().signal) {
  return new DnsResolver([await server.start(reply)]).resolve('hooks.example.com', signal);
}

describe('DnsResolver', () => {
  it('returns the addresses of both families', async () => {
    expect(await resolve((_name, type) => (type === typeA ? ['1.2.3.4', '1.2.3.5'] : [v6]))).toEqual([
      { address: '1.2.3.4', family: 4 },
      { address: '1.2.3.5', family: 4 },
      { address: v6, family: 6 },
    ]);
  });

  it('asks for the name as written, with no search list [SSRF-06]', async () => {
    const before = process.env.LOCALDOMAIN;
    process.env.LOCALDOMAIN = 'corp.internal';
    const asking = resolve((name) => (name.endsWith('.corp.internal') ? ['10.0.0.7'] : 'NXDOMAIN'));
    await expect(asking).rejects.toMatchObject({ code: 'ENOTFOUND' });
    if (before === undefined) delete process.env.LOCALDOMAIN;
    else process.env.LOCALDOMAIN = before;
    expect(new Set(server.asked)).toEqual(new Set(['hooks.example.com']));
  });

  it('returns one family when the other has no address or never answers', async () => {
    const startMs = performance.now();
    const found = await resolve((_name, type) => (type === typeAaaa ? 'silence' : ['1.2.3.4']));
    expect(found).toEqual([{ address: '1.2.3.4', family: 4 }]);
    expect(performance.now() - startMs).toBeLessThan(4_500);
  });

  it('stops when its signal aborts', async () => {
    const startMs = performance.now();
    await expect(resolve(() => 'silence', AbortSignal.timeout(200))).rejects.toMatchObject({ code: 'ECANCELLED' });
    expect(performance.now() - startMs).toBeLessThan(4_500);
  });
});
