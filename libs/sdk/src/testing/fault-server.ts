import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export type Script = (request: Heard, response: ServerResponse) => void;

/** A service that answers by a script, one step a request; a request beyond the script is refused for good. */
export class FaultServer {
  readonly heard: Heard[] = [];
  private readonly server: Server;
  private steps: Script[] = [];

  constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const heard = { method, url, headers, body };
        this.heard.push(heard);
        const step = this.steps.shift() ?? refuse(410, 'beyond_the_script');
        step(heard, response);
      });
    });
  }

  play(...steps: Script[]): void {
    this.heard.length = 0;
    this.steps = steps;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Script {
  return (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Answers with an error envelope. */
export function refuse(status: number, code: string, details: object = {}, headers?: Record<string, string>): Script {
  return json(status, { error: { code, message: `Mend ${code}.`, details } }, headers);
}

/** Sends half of a body and breaks the connection. */
export const cut: Script = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"half":');
  setTimeout(() => response.destroy(), 10);
};
