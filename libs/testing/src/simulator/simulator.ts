import { IncomingMessage, Server, ServerResponse, createServer } from 'node:http';
import { isObject } from '@app/json';
import { completeWith } from './chat-stub';
import { SimConfig, defaultConfig } from './config';
import { Exchange } from './exchange';
import { FaultPlan, parseFault } from './fault';
import { seededRandom } from './random';
import type { LoggedRequest } from './request-log';

const BODY_LIMIT = 32 * 1024 * 1024;

/** What the chat model beside the engines answers, whatever it is sent. */
const writeDrafts = completeWith({ drafts: [{ question: 'Is it so, in other words?', criteria: null }] });

/** A simulator at work. */
export interface Sim {
  /** `http://127.0.0.1:<port>` */
  url: string;
  close(): Promise<void>;
  /** The last 1,000 requests, without keys or states. */
  requests(): LoggedRequest[];
  /** Changes members of the configuration from the next request on. */
  set(config: Partial<SimConfig>): void;
  /** Faults for the next requests, one each; `ok` lets one pass. */
  queue(faults: string[]): void;
  /** Hits on the address a redirect points to: a client that follows one has forwarded its key. */
  trapHits(): number;
  /** Forgets queue, buckets, log and count. */
  reset(): void;
}

/**
 * Starts a simulator of decision engines on 127.0.0.1 (docs/engines.md#the-simulator). Its answers are hashes, no
 * model's.
 */
export async function startSim(overrides: Partial<SimConfig> = {}): Promise<Sim> {
  let config: SimConfig = { ...defaultConfig, ...overrides };
  config.faults.forEach(({ fault }) => parseFault(fault));
  let trapHits = 0;
  const plan = new FaultPlan(() => config, seededRandom(config.seed, 'faults'));
  const exchange = new Exchange(() => config, plan);
  const set = (changes: Partial<SimConfig>) => {
    changes.faults?.forEach(({ fault }) => parseFault(fault));
    config = { ...config, ...changes };
  };
  const reset = () => {
    plan.clear();
    exchange.reset();
    trapHits = 0;
  };

  const control = (method: string, path: string, body: Buffer | null): unknown => {
    const raw: unknown = body === null || body.length === 0 ? {} : JSON.parse(body.toString('utf8'));
    if (method === 'PUT' && path === '/__sim/config' && isObject(raw)) set(raw);
    else if (method === 'POST' && path === '/__sim/queue' && Array.isArray(raw)) plan.queue(raw.map(String));
    else if (method === 'POST' && path === '/__sim/reset') reset();
    else if (method === 'GET' && path === '/__sim/requests')
      return { requests: exchange.log.all(), trap_hits: trapHits };
    else if (method !== 'GET' || path !== '/__sim/config') return null;
    // Keys are configuration too, and no answer may hold one.
    const { keys, clock: _clock, ...shown } = config;
    return { ...shown, keys: keys === null ? null : keys.length };
  };

  const serve = async (message: IncomingMessage, response: ServerResponse) => {
    const path = new URL(message.url ?? '/', 'http://127.0.0.1').pathname;
    const body = await readBody(message);
    if (path === '/__sim/trap') {
      trapHits += 1;
      return void response.writeHead(200).end('{}');
    }
    if (path === '/chat/v1/chat/completions') return writeDrafts(response);
    if (!path.startsWith('/__sim/')) return exchange.serve(message, response, path, body);
    const answer = config.control ? control(message.method ?? '', path, body) : null;
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };
  const server = createServer((message, response) => {
    serve(message, response).catch((thrown: unknown) => {
      if (response.headersSent) return response.destroy();
      const reason = thrown instanceof Error ? thrown.message : 'unknown';
      return response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ sim_error: reason }));
    });
  });
  const port = await listen(server, config.port);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => close(server),
    requests: () => exchange.log.all(),
    set,
    queue: (faults) => plan.queue(faults),
    trapHits: () => trapHits,
    reset,
  };
}

/** The whole body, or null once it is over the limit; it is read to its end so that the refusal can be sent. */
async function readBody(message: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size <= BODY_LIMIT) chunks.push(bytes);
  }
  return size > BODY_LIMIT ? null : chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
