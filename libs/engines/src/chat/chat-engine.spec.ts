import { ChatStub } from '@app/testing/simulator';
import { systemClock } from '../clock';
import type { EngineClient } from '../engine-client';
import type { EngineEntry } from '../entry/entry';
import { parseEngineEntry } from '../entry/parse-entry';
import { openEngine } from '../open-engine';
import type { RawAnswer } from '../question/answer';
import type { AskInput, Question } from '../question/question';
import { pose } from '../mapping/posed';
import { requestsOf } from '../requests';

const bool: Question = { type: 'bool', question: 'Is it late?', criteria: { yes: 'past its day' } };
const choice: Question = {
  type: 'choice',
  question: 'What is asked for?',
  options: [{ value: 'refund' }, { value: 'delivery', description: 'where it is' }],
};
const score: Question = {
  type: 'score',
  question: 'How upset?',
  levels: [
    { value: 1, description: 'calm' },
    { value: 3, description: 'cross' },
    { value: 10, description: 'furious' },
  ],
};
const input = (questions: Question[]): AskInput => ({ context: 'a document', questions, seed: 's', images: [] });

/** A reply whose first token has these alternatives, as probabilities. */
function firstToken(alternatives: Record<string, number>, more: object = {}): object {
  const listed = Object.entries(alternatives).map(([token, p]) => ({ token, logprob: p === 0 ? null : Math.log(p) }));
  const content = [{ ...listed[0], top_logprobs: listed }];
  return {
    model: 'm-2026',
    choices: [{ message: { content: listed[0].token }, logprobs: { content }, finish_reason: 'length' }],
    usage: { prompt_tokens: 100, completion_tokens: 1 },
    ...more,
  };
}

describe('a chat model with log probabilities', () => {
  let stub: ChatStub;
  let client: EngineClient;
  let entry: EngineEntry;
  const replies: object[] = [];
  beforeEach(async () => {
    replies.length = 0;
    stub = await ChatStub.open();
    stub.answer = (response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(replies.shift() ?? {}));
    };
    entry = parseEngineEntry('jev', { preset: 'openai', base_url: stub.url, model: 'm', key: 'sk-1' });
    client = openEngine(entry, { clock: systemClock });
  });
  afterEach(async () => {
    await stub.close();
    await client.close();
  });
  const ask = async (questions: Question[]): Promise<RawAnswer[]> =>
    (await client.ask(input(questions), { deadlineMs: 10_000 })).answers;

  it('answers yes with the mass of all spellings of yes over that of yes and no [ENG-02]', async () => {
    replies.push(firstToken({ ' Yes': 0.4, yes: 0.1, YES: 0.05, y: 0.05, No: 0.15, ' no': 0.05, Maybe: 0.2 }));
    expect(await ask([bool])).toEqual([{ type: 'bool', p: expect.closeTo(0.6 / 0.8, 9) }]);
  });

  it('answers a choice and a score with the share of each letter, in whatever order options were shown', async () => {
    const posed = pose(choice, 's');
    const order = posed.type === 'choice' ? posed.order : [];
    const letters = Object.fromEntries(order.map((index, place) => ['ABC'[place], [0.5, 0.2, 0.1][index]]));
    replies.push(firstToken(letters), firstToken({ A: 0.1, ' B': 0.3, '(C': 0.5, x: 0.1 }));
    const [chosen, felt] = await ask([choice, score]);
    expect(chosen).toMatchObject({ value: 'refund', escape_p: expect.closeTo(0.125, 9) });
    expect(chosen).toMatchObject({ dist: { refund: expect.closeTo(0.625, 9), delivery: expect.closeTo(0.25, 9) } });
    expect(felt).toMatchObject({ value: 10, score: expect.closeTo((0.1 + 0.9 + 5) / 0.9, 9) });
  });

  it.each([
    ['the first token begins a thought', firstToken({ '<think>': 0.9, Yes: 0.1 }), 'engine_bad_answer'],
    ['yes and no hold less than half of all mass', firstToken({ Maybe: 0.6, Yes: 0.3, No: 0.1 }), 'engine_bad_answer'],
  ])('fails a question alone where %s', async (_name, reply, reason) => {
    replies.push(reply, firstToken({ Yes: 1 }));
    expect(await ask([bool, bool])).toMatchObject([
      { type: 'failed', reason },
      { type: 'bool', p: 1 },
    ]);
  });

  it.each([
    ['no choice', { choices: [] }, 'engine_bad_answer'],
    ['no log probabilities', { choices: [{ message: { content: 'Yes' } }] }, 'engine_bad_answer'],
    ['a refusal', { choices: [{ message: { refusal: 'no' } }] }, 'engine_refused'],
    ['a filter', { choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] }, 'engine_refused'],
  ])('fails a question alone on %s', async (_name, reply, reason) => {
    replies.push(reply, firstToken({ Yes: 1 }));
    expect(await ask([bool, bool])).toMatchObject([{ type: 'failed', reason }, { p: 1 }]);
  });

  it('asks alone what an attempt has not brought', async () => {
    const statuses = [200, 200, 429, 200];
    stub.answer = (response) => {
      const status = statuses.shift() ?? 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(stub.requests.length === 2 ? { choices: [] } : firstToken({ Yes: 0.75, No: 0.25 })));
    };
    const asked = input([bool, score, choice]);
    const limits = { deadlineMs: 10_000, earlier: [], atOnce: 2 };
    await expect(client.ask(asked, limits)).rejects.toMatchObject({ failureClass: 'rate' });
    expect(requestsOf(entry, asked.questions, limits.earlier)).toBe(2);
    await client.ask(asked, limits);
    // The first time all three; then the one whose reply could not be read, and the one that was told to wait.
    expect(stub.requests.map(({ body }) => /Is it late|How upset|asked for/.exec(body)?.[0])).toEqual([
      ...['Is it late', 'How upset', 'asked for', 'How upset', 'asked for'],
    ]);
    // Another ask begins afresh, though the input is the same object: a daily canary asks the same again.
    await client.ask(asked, { deadlineMs: 10_000 });
    expect(stub.requests).toHaveLength(8);
  });

  it('asks all parts of a judgment again where one has no answer, and fails none of them alone', async () => {
    const part = (question: string) => ({ ...bool, question, together: 1 });
    const asked = input([bool, part('one?'), part('two?')]);
    replies.push(
      firstToken({ Yes: 1 }),
      { choices: [] },
      firstToken({ Yes: 1 }),
      firstToken({ No: 1 }),
      firstToken({ No: 1 }),
    );
    const limits = { deadlineMs: 10_000, earlier: [] };
    await client.ask(asked, limits);
    expect(requestsOf(entry, asked.questions, limits.earlier)).toBe(2);
    const { answers } = await client.ask(asked, limits);
    expect(answers).toEqual([1, 0, 0].map((p) => ({ type: 'bool', p })));
  });

  it('leaves out what a server refuses by name, from then on, or sends what takes its place', async () => {
    const refusals = [
      "Unsupported parameter: 'max_tokens'; use 'max_completion_tokens' instead.",
      "Unsupported value: 'temperature'",
    ];
    stub.answer = (response) => {
      const message = refusals.shift();
      response.writeHead(message === undefined ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(message === undefined ? firstToken({ Yes: 0.5, No: 0.5 }) : { error: { message } }));
    };
    expect(await ask([bool, bool])).toMatchObject([{ p: 0.5 }, { p: 0.5 }]);
    const bodies = stub.requests.map(({ body }) =>
      Object.keys(JSON.parse(body)).filter((name) => /max|temp/.test(name)),
    );
    expect(bodies).toEqual([
      ['max_tokens', 'temperature'],
      ['max_completion_tokens', 'temperature'],
      ['max_completion_tokens'],
      ['max_completion_tokens'],
    ]);
  });
});

describe('a chat model that states its probabilities', () => {
  let stub: ChatStub;
  beforeEach(async () => {
    stub = await ChatStub.open();
  });
  afterEach(() => stub.close());

  it('is Anthropic’s: its key and version in headers, its reply the input of a tool', async () => {
    const client = openEngine(
      parseEngineEntry('jev', { preset: 'anthropic', base_url: `${stub.url}/?beta=true`, model: 'c', key: 'sk-2' }),
      { clock: systemClock },
    );
    const posed = pose(choice, 's');
    const order = posed.type === 'choice' ? posed.order : [];
    const stated = Object.fromEntries(order.map((index, place) => [`o${place}`, [0.2, 0.6, 0.4][index]]));
    const reply = {
      model: 'c-2026',
      content: [{ type: 'text', text: JSON.stringify({ q0: { p_yes: 0.8 }, q1: stated }) }],
      usage: { input_tokens: 7, output_tokens: 3 },
    };
    stub.answer = (response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(reply));
    };
    const got = await client.ask(input([bool, choice]), { deadlineMs: 10_000 });
    await client.close();
    expect(got).toMatchObject({
      answers: [
        { type: 'bool', p: 0.8 },
        { type: 'choice', value: 'delivery', escape_p: expect.closeTo(1 / 3, 9) },
      ],
      reportedModel: 'c-2026',
      tokens: { input: 7, output: 3 },
    });
    const [{ path, headers }] = stub.requests;
    expect(path).toBe('/v1/messages?beta=true');
    expect(headers).toMatchObject({ 'x-api-key': 'sk-2', 'anthropic-version': '2023-06-01' });
    expect(headers.authorization).toBeUndefined();
  });
});
