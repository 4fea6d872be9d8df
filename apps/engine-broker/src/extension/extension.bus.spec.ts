import { Running } from '@app/boot';
import { handle } from '@app/bus';
import { Ask, EngineReply, EngineQuestion, EngineAnswer, askEngine, askExtension } from '@app/contracts/engines';
import { EngineName } from '@app/definition';
import { FakeService, callerOf, eventually, freshSchema, startService, testEnvironment } from '@app/testing';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { brokerSchema } from '../app.schema';
import { brokerService } from '../app.service';

const none: EngineAnswer = {
  failure: null,
  p: null,
  value: null,
  dist: null,
  escape_p: null,
  score: null,
  normalized: null,
  order: null,
};
const questions: EngineQuestion[] = [
  { type: 'bool', question: 'Is a refund asked for?' },
  { type: 'choice', question: 'Which team?', options: [{ value: 'billing' }, { value: 'shipping' }] },
  {
    type: 'score',
    question: 'How upset?',
    levels: [
      { value: 1, description: 'calm' },
      { value: 3, description: 'furious' },
    ],
  },
];
const bool = { ...none, p: 0.25 };
const choice = {
  ...none,
  value: 'billing',
  dist: { billing: 0.5, shipping: 0.3 },
  escape_p: 0.2,
  order: ['', 'billing', 'shipping'],
};
const score = { ...none, value: 3, dist: { '1': 0.25, '3': 0.75 }, score: 2.5, normalized: 0.75 };
const good: EngineReply = { engine_version: 'own-1', answers: [bool, choice, score], engine_tokens: 12 };

describe('an engine of one’s own', () => {
  let broker: Running;
  let judgments: FakeService;
  let extension: FakeService;
  let reply: unknown = good;
  const heard: Ask[] = [];
  const ask = (engine: EngineName = 'jev') =>
    judgments.ask(
      askEngine[engine],
      {
        ask_id: 'ask_x',
        organization: 'org_ext',
        namespace: 'acme/prod/x',
        lane: 'on_read',
        context: 'A lamp.',
        seed: 's',
        questions,
        images: [],
      },
      callerOf('org_ext'),
    );

  beforeAll(async () => {
    await freshSchema(brokerSchema);
    broker = await startService(brokerService, {
      env: { ENGINES: '{"jev": {"dialect": "extension"}, "gpt-6-luna": {"dialect": "extension"}}' },
    });
    judgments = await FakeService.open('judgments');
    // Answers in the extension's place; the name decides only where its replies go.
    extension = await FakeService.open('webhooks', [
      handle(askExtension.jev, async (query) => {
        heard.push(query);
        return reply as EngineReply;
      }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([judgments?.stop(), extension?.stop()]);
    await broker?.stop();
  });

  it('is asked over the bus and answers in an epoch of ours', async () => {
    reply = good;
    const told = { engine_version: expect.stringMatching(/^current\+.*\.1$/), probability_source: null };
    expect(await ask()).toEqual({ ...good, ...told });
    expect(heard[0]).toMatchObject({ context: 'A lamp.', questions });
    reply = { ...good, engine_version: 'own-2' };
    expect(await ask()).toMatchObject({ engine_version: expect.stringMatching(/\.2$/) });
  });

  it('is the example of the repository, run as its README says', async () => {
    const nats = new URL(testEnvironment().natsUrl);
    const env = { NATS_URL: `nats://${nats.host}`, NATS_USER: nats.username, NATS_PASSWORD: nats.password };
    const script = join(__dirname, '../../../../examples/extension-engine/engine.mjs');
    const child = spawn(process.execPath, [script, 'gpt-6-luna'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const line = await new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve));
      expect(line).toBe('answering as gpt-6-luna');
      const { answers } = await eventually(() => ask('gpt-6-luna'));
      expect(answers.map(({ failure }) => failure)).toEqual([null, null, null]);
    } finally {
      child.kill('SIGTERM');
    }
  });

  it.each([
    ['p above 1', [{ ...bool, p: 1.2 }, choice, score], 0],
    ['p missing', [none, choice, score], 0],
    ['an unknown option', [bool, { ...choice, dist: { billing: 0.5, sales: 0.3 } }, score], 1],
    ['a sum of 1.1', [bool, { ...choice, escape_p: 0.3 }, score], 1],
    ['a value that is not the likeliest', [bool, { ...choice, value: 'shipping' }, score], 1],
    ['a score off its levels', [bool, choice, { ...score, score: 2.6 }], 2],
    ['a reason that is not its to say', [{ ...none, failure: 'judging_paused' }, choice, score], 0],
  ])('gets no number through with %s [ENG-11]', async (_fault, answers, place) => {
    reply = { ...good, answers };
    const asked = await ask();
    expect(asked.answers.map(({ failure }) => failure)).toEqual(
      answers.map((_answer, at) => (at === place ? 'engine_bad_answer' : null)),
    );
    expect(asked.answers[place]).toEqual({ ...none, failure: 'engine_bad_answer' });
  });

  it.each([
    ['an answer too few', { ...good, answers: [bool, choice] }],
    ['no answers', { engine_version: 'own-1', engine_tokens: null }],
    ['text for a number', { ...good, answers: [{ ...bool, p: '0.25' }, choice, score] }],
    ['a member that is not in the schema', { ...good, answers: [{ ...bool, colour: 1 }, choice, score] }],
  ])('gets nothing through with %s [ENG-11]', async (_fault, bad) => {
    reply = bad;
    const asked = await ask();
    expect(asked.answers).toEqual(questions.map(() => ({ ...none, failure: 'engine_bad_answer' })));
  });
});
