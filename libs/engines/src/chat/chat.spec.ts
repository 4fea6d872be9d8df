import { ChatStub, completeWith } from '@app/testing/simulator';
import { systemClock } from '../clock';
import { ChatClient } from './chat-client';
import { parseChatEntry } from './chat-entry';

describe('a chat model over the transport of the engines', () => {
  let stub: ChatStub;
  let client: ChatClient;
  beforeEach(async () => {
    stub = await ChatStub.open();
    const entry = parseChatEntry({ base_url: stub.url, path: '/v1/chat', model: 'writer-1' }, 'sim-key');
    client = new ChatClient(entry, { clock: systemClock });
  });
  afterEach(async () => {
    await stub.close();
    await client.close();
  });
  const complete = (deadlineMs = 20_000) => client.complete({ system: 'how', user: 'what' }, { deadlineMs });

  it('is sent the prompt and asked for a JSON object', async () => {
    stub.answer = completeWith({ drafts: [1] });
    expect(await complete()).toEqual({ drafts: [1] });
    const [{ path, headers, body }] = stub.requests;
    expect([path, headers.authorization]).toEqual(['/v1/chat', 'Bearer sim-key']);
    expect(JSON.parse(body)).toEqual({
      model: 'writer-1',
      messages: [
        { role: 'system', content: 'how' },
        { role: 'user', content: 'what' },
      ],
      response_format: { type: 'json_object' },
      stream: false,
    });
  });

  it('may put a fence or words around the object', async () => {
    stub.answer = completeWith('Here you are:\n```json\n{"drafts": []}\n```');
    expect(await complete()).toEqual({ drafts: [] });
  });

  it.each([
    ['malformed JSON in the content', completeWith('{"drafts": [secret'), 'bad_answer'],
    ['no object in the content', completeWith('secret words'), 'bad_answer'],
    ['a list in the content', completeWith('["secret"]'), 'bad_answer'],
    ['no choices', completeWith(''), 'bad_answer'],
  ])('fails on %s, and its message holds no text of the answer', async (_name, answer, failureClass) => {
    stub.answer = answer;
    const failure = await complete().catch((error: unknown) => error);
    expect(failure).toMatchObject({ failureClass, name: 'EngineFailure' });
    expect(String(failure)).not.toContain('secret');
  });

  it.each([
    [401, 'auth', {}],
    [402, 'quota', {}],
    [429, 'rate', { 'retry-after': '7' }],
    [500, 'overload', {}],
    [302, 'bad_request', { location: '/elsewhere' }],
  ])('fails on %d as %s, and follows no redirect', async (status, failureClass, headers) => {
    stub.answer = (response) => response.writeHead(status, headers).end('{"error": {"message": "no"}}');
    await expect(complete()).rejects.toMatchObject({ failureClass, status });
    expect(stub.requests).toHaveLength(1);
  });

  it('fails on a refusal, on a slow drip and on more than 8 MiB', async () => {
    stub.answer = (response) => response.end('{"choices": [{"message": {"refusal": "no"}}]}');
    await expect(complete()).rejects.toMatchObject({ failureClass: 'refusal' });
    stub.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    await expect(complete(150)).rejects.toMatchObject({ failureClass: 'stall' });
    stub.answer = (response) => response.end(`{"choices": "${'x'.repeat(9 * 1024 * 1024)}"}`);
    await expect(complete()).rejects.toMatchObject({ failureClass: 'bad_answer' });
  });
});

describe('parseChatEntry', () => {
  it.each([
    [{ base_url: 'https://x.example' }, '`entry` must have required property'],
    [{ base_url: 'https://x.example', model: 'm', key: 'k' }, '`key`'],
    [{ base_url: 'http://x.example', model: 'm' }, 'plain http'],
    [{ base_url: 'https://x.example', model: 'm', rate: { in_flight: 0 } }, 'rate/in_flight'],
  ])('refuses %j with a sentence', (raw, words) => {
    expect(() => parseChatEntry(raw)).toThrow(words);
  });

  it('has the defaults of a local server', () => {
    expect(parseChatEntry({ base_url: 'http://127.0.0.1:11434', model: 'qwen3' })).toMatchObject({
      path: '/v1/chat/completions',
      rate: { requests_per_s: null, in_flight: 4 },
      key: null,
    });
  });
});
