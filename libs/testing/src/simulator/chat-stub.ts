import { IncomingHttpHeaders, Server, ServerResponse, createServer } from 'node:http';
import { AddressInfo } from 'node:net';

/** A request that a stub got, exactly as it was sent. */
export interface ChatRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Answer = (response: ServerResponse, request: ChatRequest) => void;
type FixedAnswer = (response: ServerResponse) => void;

/** Writes a chat completion with this content. */
export function completeWith(content: unknown): FixedAnswer {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const message = { role: 'assistant', content: text };
  return (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
  };
}

/** A server of chat completions that answers as the test says, and remembers what it got. */
export class ChatStub {
  readonly requests: ChatRequest[] = [];
  answer: Answer = completeWith({ drafts: [] });

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(): Promise<ChatStub> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stub = new ChatStub(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const got = {
          path: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        };
        stub.requests.push(got);
        stub.answer(response, got);
      });
    });
    return stub;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
