import type { AskLimits, EngineClient } from '../engine-client';
import type { EngineEntry } from '../entry/entry';
import { EngineFailure } from '../failure/failure';
import type { AskReply, RawAnswer } from '../question/answer';
import type { AskInput } from '../question/question';
import type { Transport } from '../transport/transport';
import { Posed, overLimit, pose } from '../mapping/posed';
import type { WireDialect } from './dialect';

const bytesPerToken = 4;

/** Asks one engine over HTTP in its dialect, in as many requests as the engine's limits require. */
export class DialectClient implements EngineClient {
  constructor(
    private readonly dialect: WireDialect,
    private readonly entry: EngineEntry,
    private readonly transport: Transport,
  ) {}

  async ask(input: AskInput, { deadlineMs, signal }: AskLimits): Promise<AskReply> {
    const endsAt = performance.now() + deadlineMs;
    const answers: RawAnswer[] = new Array(input.questions.length);
    const sendable: { index: number; posed: Posed }[] = [];
    input.questions.forEach((question, index) => {
      const failure = overLimit(question, this.entry.limits);
      if (failure !== null) answers[index] = failure;
      else sendable.push({ index, posed: pose(question, input.seed) });
    });
    const reply: AskReply = { answers, reportedModel: this.entry.model, tokens: null, requestId: null };
    const size = this.entry.batch === 'single' ? 1 : this.entry.limits.questions;
    for (let start = 0; start < sendable.length; start += size) {
      const group = sendable.slice(start, start + size);
      const part = await this.send(
        input,
        group.map(({ posed }) => posed),
        endsAt - performance.now(),
        signal,
      );
      group.forEach(({ index }, within) => (answers[index] = part.answers[within]));
      const isFirst = start === 0;
      reply.tokens = isFirst ? part.tokens : sum(reply.tokens, part.tokens);
      reply.reportedModel = part.reportedModel;
      reply.requestId = part.requestId;
    }
    return reply;
  }

  close(): Promise<void> {
    return this.transport.close();
  }

  private async send(input: AskInput, posed: Posed[], leftMs: number, signal?: AbortSignal): Promise<AskReply> {
    const body = JSON.stringify(this.dialect.request(this.entry, input, posed));
    const bytes = Buffer.byteLength(body);
    const { limits } = this.entry;
    if (bytes > limits.body) {
      throw new EngineFailure('too_long', `The request has ${bytes} bytes; the engine takes ${limits.body}.`);
    }
    const ownMs =
      this.entry.timeout_ms ?? this.dialect.timeoutMs({ questions: posed.length, tokens: bytes / bytesPerToken });
    const { json, requestId } = await this.transport.post(body, {
      timeoutMs: Math.min(ownMs, leftMs),
      headers: this.dialect.headers(this.entry, input),
      signal,
    });
    return this.dialect.read(json, posed, this.entry, requestId);
  }
}

function sum(a: AskReply['tokens'], b: AskReply['tokens']): AskReply['tokens'] {
  return a === null || b === null ? null : { input: a.input + b.input, output: a.output + b.output };
}
