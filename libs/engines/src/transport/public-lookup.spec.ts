import { Sim, startSim } from '@app/testing/simulator';
import { simulated } from '../chat/simulated.fake';
import { systemClock } from '../clock';
import { openEngine } from '../open-engine';
import { openDispatcher } from './dispatcher';
import { PrivateAddress, publicLookup } from './public-lookup';

const resolving = (...rounds: string[][]) => {
  let round = 0;
  return {
    resolve: async () =>
      (rounds[Math.min(round++, rounds.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? (6 as const) : (4 as const),
      })),
  };
};
const look = (addresses: string[][], all: boolean) =>
  new Promise<{ error: unknown; found: unknown }>((resolve) =>
    publicLookup(resolving(...addresses))('llm.example.com', { all }, (error, found) => resolve({ error, found })),
  );

describe('the look-up of an address that an owner set', () => {
  it('gives the addresses that were checked, in either form that Node asks for', async () => {
    expect((await look([['8.8.8.8', '2606:4700::1111']], true)).found).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect((await look([['8.8.8.8']], false)).found).toBe('8.8.8.8');
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['one private address among public ones', ['8.8.8.8', '10.0.0.7']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['a private one of IPv6', ['fd00::1']],
    ['none', []],
  ])('refuses %s [SSRF-04]', async (_what, addresses) => {
    expect((await look([addresses], true)).error).toBeInstanceOf(PrivateAddress);
  });
});

describe('a name that leads to this machine', () => {
  let sim: Sim;
  beforeAll(async () => (sim = await startSim()));
  afterAll(() => sim.close());
  const ask = async (isPublicOnly: boolean) => {
    const origin = sim.url.replace('127.0.0.1', 'localhost');
    const dispatcher = openDispatcher(origin, 1, {}, isPublicOnly);
    const entry = { ...simulated(sim, 'openai'), base_url: `${origin}/openai` };
    const client = openEngine(entry, { clock: systemClock, dispatcher });
    const questions = [{ type: 'bool' as const, question: 'Is it late?' }];
    try {
      return await client.ask({ context: 'a document', questions, seed: 's', images: [] }, { deadlineMs: 8_000 });
    } finally {
      await dispatcher.destroy();
    }
  };

  it('is connected to by the operator’s entry, and never by an owner’s, also where it changed after it was saved [SSRF-05]', async () => {
    expect((await ask(false)).answers).toMatchObject([{ type: 'bool' }]);
    const before = sim.requests().length;
    await expect(ask(true)).rejects.toMatchObject({ failureClass: 'overload' });
    expect(sim.requests()).toHaveLength(before);
  });
});
