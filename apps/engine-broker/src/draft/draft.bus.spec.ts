import { LOGGER, Running } from '@app/boot';
import { WriteDrafts, writeDrafts, writeParts } from '@app/contracts/engines';
import { FakeService, callerOf, freshSchema, startService } from '@app/testing';
import { ChatStub, completeWith } from '@app/testing/simulator';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { brokerSchema } from '../app.schema';
import { brokerService } from '../app.service';

const organization = 'org_drafts';
const marker = 'MARKER-of-a-text';
const drafts = [{ question: `Late? ${marker}`, criteria: null }];
const request: WriteDrafts = {
  type: 'choice',
  question: `What is wanted? ${marker}`,
  criteria: null,
  options: [{ value: 'refund', description: 'money' }, { value: 'repair' }],
  count: 4,
};

describe('engine-broker.draft.write', () => {
  const folder = mkdtempSync(join(tmpdir(), 'drafter-'));
  const keyFile = join(folder, 'key');
  const lines: string[] = [];
  let stub: ChatStub;
  let broker: Running;
  let calibration: FakeService;

  beforeAll(async () => {
    stub = await ChatStub.open();
    await freshSchema(brokerSchema);
    writeFileSync(keyFile, 'sim-first\n');
    const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
    broker = await startService(brokerService, {
      env: {
        DRAFTER: JSON.stringify({ base_url: stub.url, path: '/v1/chat', model: 'writer', key_file: keyFile }),
        ENGINE_OLLAMA_URL: 'none',
      },
      overrides: [{ token: LOGGER, value: pino({ level: 'debug' }, sink) }],
    });
    calibration = await FakeService.open('calibration');
  });
  afterAll(async () => {
    await calibration?.stop();
    await broker?.stop();
    await stub?.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    stub.requests.length = 0;
    stub.answer = completeWith({ drafts });
  });
  const write = (query: WriteDrafts = request) => calibration.ask(writeDrafts, query, callerOf(organization));

  it('sends the five members and a fixed instruction, and answers the drafts [DRF-02] [DRF-03]', async () => {
    expect(await write()).toEqual({ drafts });
    const [{ body, headers }] = stub.requests;
    expect(headers.authorization).toBe('Bearer sim-first');
    const { messages, ...others } = JSON.parse(body) as { messages: { role: string; content: string }[] };
    expect(others).toEqual({ model: 'writer', response_format: { type: 'json_object' }, stream: false });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(JSON.parse(messages[1].content)).toEqual(request);
    await write({ ...request, question: 'Another?' });
    const second = JSON.parse(stub.requests[1].body) as { messages: { content: string }[] };
    expect(second.messages[0]).toEqual(messages[0]);
    expect(body).not.toContain(organization);
  });

  it.each(['namespace', 'judgment', 'applies_to', 'context', 'outcomes'])(
    'refuses a request that also holds `%s`: nothing is sent [DRF-02]',
    async (member) => {
      const wider = { ...request, [member]: 'x' };
      await expect(write(wider)).rejects.toMatchObject({
        code: 'invalid_request',
        details: { reason: 'unknown_field', path: `/${member}` },
      });
      expect(stub.requests).toEqual([]);
    },
  );

  it('asks once more for a reply that cannot be read, and no more', async () => {
    let calls = 0;
    stub.answer = (response) => completeWith(++calls === 1 ? '{"drafts": [' : { drafts })(response);
    expect(await write()).toEqual({ drafts });
    stub.requests.length = 0;
    stub.answer = completeWith({ drafts: [{ wording: 'x' }] });
    await expect(write()).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(stub.requests).toHaveLength(2);
  });

  it.each([
    [401, 'DRAFTER_KEY'],
    [402, 'DRAFTER_KEY'],
    [429, 'try again'],
    [503, 'try again'],
    [302, 'try again'],
  ])('answers engine_unavailable with a sentence when the provider answers %d', async (status, words) => {
    stub.answer = (response) =>
      response
        .writeHead(status, { 'retry-after': '7', location: `${stub.url}/elsewhere` })
        .end(`{"error": {"message": "cannot use: ${marker}"}}`);
    const failure = await write().catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'engine_unavailable', message: expect.stringContaining(words) });
    expect(String(failure)).not.toContain(marker);
    expect(stub.requests).toHaveLength(1);
    if (status === 429) expect(failure).toMatchObject({ retryAfterS: 7 });
  });

  it('drafts parts from the four members that the contract names, and refuses any other [DRF-02] [ALT-46]', async () => {
    const asked = { question: 'Will it churn?', criteria: null, asked: ['Is anybody angry?'], count: 2 };
    const parts = [{ name: 'price', question: 'Is the price a topic?' }];
    stub.answer = completeWith({ parts });
    expect(await calibration.ask(writeParts, asked, callerOf(organization))).toEqual({ parts });
    const { messages } = JSON.parse(stub.requests[0].body) as { messages: { content: string }[] };
    expect(JSON.parse(messages[1].content)).toEqual(asked);
    const wider = calibration.ask(writeParts, { ...asked, namespace: 'x' } as typeof asked, callerOf(organization));
    await expect(wider).rejects.toMatchObject({ code: 'invalid_request' });
    expect(stub.requests).toHaveLength(1);
  });

  it('follows a key file at the next call', async () => {
    writeFileSync(keyFile, 'sim-second\n');
    await write();
    expect(stub.requests[0].headers.authorization).toBe('Bearer sim-second');
  });

  it('logs no text that was sent or came back, and no key', () => {
    const log = lines.join('');
    expect(log).toContain('drafting model failed');
    for (const secret of [marker, 'refund', 'sim-first', 'sim-second']) expect(log).not.toContain(secret);
  });
});

describe('engine-broker.draft.write without an entry', () => {
  let stub: ChatStub;
  let broker: Running;
  let calibration: FakeService;
  let listed: string[] = [];

  beforeAll(async () => {
    stub = await ChatStub.open();
    stub.answer = (response, got) => {
      response.setHeader('content-type', 'application/json');
      if (got.path === '/v1/models') response.end(JSON.stringify({ data: listed.map((id) => ({ id })) }));
      else completeWith({ drafts })(response);
    };
    await freshSchema(brokerSchema);
    broker = await startService(brokerService, { env: { ENGINE_OLLAMA_URL: stub.url } });
    calibration = await FakeService.open('calibration');
  });
  afterAll(async () => {
    await calibration?.stop();
    await broker?.stop();
    await stub?.close();
  });
  const write = () => calibration.ask(writeDrafts, request, callerOf(organization));

  it('tells the operator what to set, and makes no text up', async () => {
    await expect(write()).rejects.toMatchObject({
      code: 'engine_unavailable',
      message: expect.stringContaining('the operator sets DRAFTER'),
    });
  });

  it('asks a chat model that the local server lists', async () => {
    listed = ['nomic-embed-text', 'qwen3:latest'];
    expect(await write()).toEqual({ drafts });
    const chat = stub.requests.filter(({ path }) => path === '/v1/chat/completions');
    expect(chat.map(({ body }) => (JSON.parse(body) as { model: string }).model)).toEqual(['qwen3:latest']);
  });
});
