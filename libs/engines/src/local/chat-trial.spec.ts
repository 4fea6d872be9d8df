import { ChatRequest, ChatStub } from '@app/testing/simulator';
import type { ServerResponse } from 'node:http';
import { tryChatModel } from './chat-trial';

const limits = { firstMs: 2_000, secondMs: 150 };

/** A reply with one token and its alternatives, or with an object that states a probability. */
function replyTo({ body }: ChatRequest, hasLogprobs: boolean): object {
  const isStated = (JSON.parse(body) as { response_format?: object }).response_format !== undefined;
  const logprobs = { content: [{ token: 'Yes', logprob: -0.1, top_logprobs: [{ token: 'Yes', logprob: -0.1 }] }] };
  const content = isStated ? JSON.stringify({ q0: { p_yes: 0.9 } }) : 'Yes';
  return { model: 'qwen3', choices: [{ message: { content }, ...(hasLogprobs ? { logprobs } : {}) }] };
}

describe('a trial of a local chat model', () => {
  let stub: ChatStub;
  beforeEach(async () => {
    stub = await ChatStub.open();
  });
  afterEach(() => stub.close());
  const send = (response: ServerResponse, reply: object, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply));
  };

  it('asks two questions about texts of its own, with reasoning off, and says how long the second took [CLI-A1]', async () => {
    stub.answer = (response, request) => send(response, replyTo(request, true));
    const trial = await tryChatModel(stub.url, 'qwen3', limits);
    expect(trial).toMatchObject({ reads: 'logprobs', reason: null });
    expect(trial.seconds).toBeLessThan(0.15);
    expect(stub.requests).toHaveLength(2);
    expect(new Set(stub.requests.map(({ body }) => body)).size).toBe(2);
    expect(JSON.parse(stub.requests[0].body)).toMatchObject({
      model: 'qwen3',
      reasoning_effort: 'none',
      chat_template_kwargs: { enable_thinking: false },
    });
  });

  it('waits longer for the first, which loads the model, than for the second', async () => {
    stub.answer = (response, request) => void setTimeout(() => send(response, replyTo(request, true)), 300);
    expect(await tryChatModel(stub.url, 'qwen3', limits)).toEqual({
      reads: null,
      seconds: null,
      reason: 'a question takes more than 0.15 s',
    });
    expect(stub.requests).toHaveLength(2);
    stub.answer = (response, request) => {
      const wait = stub.requests.length === 3 ? 300 : 0;
      setTimeout(() => send(response, replyTo(request, true)), wait);
    };
    expect(await tryChatModel(stub.url, 'qwen3', limits)).toMatchObject({ reads: 'logprobs' });
  });

  it('reads stated probabilities where the server gives none of the token', async () => {
    stub.answer = (response, request) => send(response, replyTo(request, false));
    expect(await tryChatModel(stub.url, 'qwen3', limits)).toMatchObject({ reads: 'stated', reason: null });
    expect(stub.requests).toHaveLength(3);
  });

  it.each([
    ['a model that cannot chat', 400, { error: { message: '"nomic" does not support chat' } }],
    ['a reply without an answer', 200, { choices: [] }],
  ])('refuses %s and says why', async (_name, status, reply) => {
    stub.answer = (response) => send(response, reply, status);
    const trial = await tryChatModel(stub.url, 'nomic', limits);
    expect(trial.reads).toBeNull();
    expect(trial.reason).not.toBe('');
  });

  it('asks a server that does not answer once', async () => {
    stub.answer = () => undefined;
    expect(await tryChatModel(stub.url, 'qwen3', { firstMs: 60, secondMs: 60 })).toMatchObject({ reads: null });
    expect(stub.requests).toHaveLength(1);
  });
});
