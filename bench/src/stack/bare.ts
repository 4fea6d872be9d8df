import { fork } from 'node:child_process';
import { request } from 'undici';

/** The raw limit that documents are measured against, as a process of its own. */
export interface BareServer {
  origin: string;
  post(path: string, body: object): Promise<void>;
  stop(): void;
}

/** @param url of the database that it keeps its tables in */
export function startBareServer(url: string): Promise<BareServer> {
  const child = fork('dist/bench/bare.js', [url], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the bare server ended with ${code}`)));
    child.stdout?.once('data', (line: Buffer) => {
      const { origin } = JSON.parse(line.toString()) as { origin: string };
      resolve({ origin, post: (path, body) => post(`${origin}${path}`, body), stop: () => void child.kill() });
    });
  });
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await request(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 300)}`);
}
