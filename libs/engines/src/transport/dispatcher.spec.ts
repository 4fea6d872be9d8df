import { Sim, startSim } from '@app/testing/simulator';
import { Server, createServer } from 'node:http';
import { AddressInfo, connect } from 'node:net';
import { systemClock } from '../clock';
import { simulated } from '../chat/simulated.fake';
import { openEngine } from '../open-engine';
import { openDispatcher } from './dispatcher';

describe('the way to an engine', () => {
  let sim: Sim;
  let proxy: Server;
  const tunnels: string[] = [];
  beforeAll(async () => {
    sim = await startSim();
    proxy = createServer().on('connect', (request, socket) => {
      tunnels.push(String(request.url));
      const onward = connect(Number(new URL(sim.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      for (const end of [onward, socket]) end.on('error', () => end.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => (tunnels.length = 0));
  afterAll(async () => {
    await sim.close();
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  });
  const ask = async (origin: string, others: NodeJS.ProcessEnv = {}) => {
    const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const dispatcher = openDispatcher(origin, 2, { HTTP_PROXY, ...others });
    const entry = { ...simulated(sim, 'openai'), base_url: `${origin}/openai` };
    const client = openEngine(entry, { clock: systemClock, dispatcher });
    const questions = [{ type: 'bool' as const, question: 'Is it late?' }];
    try {
      return await client.ask({ context: 'a document', questions, seed: 's', images: [] }, { deadlineMs: 5_000 });
    } finally {
      await client.close();
      await dispatcher.destroy();
    }
  };

  it('leads through the proxy of the environment', async () => {
    expect((await ask('http://model.test')).answers).toMatchObject([{ type: 'bool' }]);
    expect(tunnels).toEqual(['model.test:80']);
  });

  it('is direct to this machine and to what NO_PROXY names', async () => {
    expect((await ask(sim.url)).answers).toMatchObject([{ type: 'bool' }]);
    await expect(ask('http://model.test', { NO_PROXY: 'model.test' })).rejects.toThrow('could not be reached');
    expect(tunnels).toEqual([]);
  });
});
