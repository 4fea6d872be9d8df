import { AddressKind, classify } from '../address/address';
import { Egress } from '../delivery/egress';
import { FakeResolver, LoopbackDialer, publicAddress } from '../receiver/network.fake';
import { checkUrl } from '../url/endpoint-url';

/** The guard's verdicts, printed by a process of its own. Its arguments are the ports of two receivers. */
export interface Verdicts {
  urls: (readonly [string, 'accepted' | 'refused'])[];
  addresses: (readonly [string, AddressKind])[];
  /** Errors of attempts: two to private addresses, one to a receiver of a test authority, one with an expired certificate. */
  attempts: (string | null)[];
  /** Environment variables that the guard read for these verdicts. */
  read: string[];
}

async function verdicts(ports: number[]): Promise<Verdicts> {
  const read = new Set<string>();
  const { env } = process;
  process.env = new Proxy(env, {
    get: (target, name) => {
      read.add(String(name));
      return Reflect.get(target, name) as unknown;
    },
    has: (target, name) => {
      read.add(String(name));
      return Reflect.has(target, name);
    },
    ownKeys: (target) => {
      read.add('all of them');
      return Reflect.ownKeys(target);
    },
  });
  const urls = [
    'https://127.0.0.1/',
    'https://localhost/',
    'https://a.internal/',
    'http://example.com/',
    'https://[::1]/',
  ];
  const accepts = (url: string): boolean => {
    try {
      return checkUrl(url) !== '';
    } catch {
      return false;
    }
  };
  const post = async (answers: string[], port: number): Promise<string | null> => {
    const dialer = new LoopbackDialer(() => port);
    // With the authorities of production.
    const egress = new Egress({ resolver: new FakeResolver(() => answers), dialer });
    const { error } = await egress.post({ url: 'https://hooks.example.com/', headers: {}, body: '{}' });
    egress.close();
    return error;
  };
  const attempts = [await post([publicAddress, '10.0.0.1'], 1), await post(['127.0.0.1'], 1)];
  for (const port of ports) attempts.push(await post([publicAddress], port));
  const addresses = ['127.0.0.1', '169.254.169.254', '10.0.0.1', 'fd00::1', '64:ff9b::808:808', '8.8.8.8'];
  return {
    urls: [...urls, 'https://example.com/'].map((url) => [url, accepts(url) ? 'accepted' : 'refused'] as const),
    addresses: addresses.map((ip) => [ip, classify(ip)] as const),
    attempts,
    read: [...read],
  };
}

void verdicts(process.argv.slice(2).map(Number)).then((found) => process.stdout.write(JSON.stringify(found)));
