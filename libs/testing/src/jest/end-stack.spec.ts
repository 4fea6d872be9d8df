import { Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import endStack from './end-stack.cjs';

let server: Server;
let asked: string[];
let reply: object;

beforeEach(async () => {
  [asked, reply] = [[], { result: null }];
  server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env['JEST_WORKER_ID'] = '2';
  process.env['E2E_KEEPERS'] = JSON.stringify([
    'http://127.0.0.1:1',
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ]);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('a worker that has come to its files on real servers ends its own stack', async () => {
  await endStack();
  expect(asked).toEqual(['POST /close']);
});

it('says why a stack did not end', async () => {
  reply = { error: 'documents-0 does not run' };
  await expect(endStack()).rejects.toThrow('The stack of this worker did not end: documents-0 does not run');
});

it('asks nobody in a run without end-to-end files', async () => {
  delete process.env['E2E_KEEPERS'];
  await endStack();
  expect(asked).toEqual([]);
});
