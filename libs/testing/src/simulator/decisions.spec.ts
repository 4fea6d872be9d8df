import { decisionExamples } from './example';
import { Sim, faultsOf, startSim } from './index';
import { postTo } from './post.fake';

type Json = Record<string, never>;

let sim: Sim;
beforeEach(async () => {
  sim = await startSim();
});
afterEach(() => sim.close());

const at = '/openai/v1/decisions';
const post = (body: unknown, path = at, patienceMs?: number) => postTo(sim, path, body, { patienceMs });

describe('openai_decisions', () => {
  const { several } = decisionExamples;
  const choose = (choices: unknown[]) => ({
    ...several,
    questions: [{ type: 'choice', name: 'q0', instructions: 'x', choices }],
  });
  const values = (count: number) => Array.from({ length: count }, (_, place) => ({ value: `v${place}` }));

  it.each(Object.entries(decisionExamples))('accepts the example %s, also on the bare path', async (_, request) => {
    const texts = await Promise.all([at, '/v1/decisions'].map(async (path) => (await post(request, path)).text()));
    expect(texts[1]).toBe(texts[0]);
    const { model, answers: given, usage } = JSON.parse(texts[0]);
    expect(model).toBe('gpt-6-luna');
    expect(given.map(({ type, name }: Json) => [type, name])).toEqual(
      request.questions.map((question) => [question.type, 'name' in question ? question.name : null]),
    );
    expect(usage.total_tokens).toBe(usage.input_tokens + usage.output_tokens);
  });

  it('answers in the vendor’s form, whatever the order of the options', async () => {
    const { choice, score } = decisionExamples;
    const [q] = choice.questions;
    const reversed = { ...choice, questions: [{ ...q, choices: [...q.choices].reverse() }] };
    const [one, other] = await Promise.all(
      [choice, reversed].map(async (body) => JSON.parse(await (await post(body, at)).text()).answers[0]),
    );
    expect(one).toMatchObject({ choice: expect.stringMatching(/^o[012]$/), confidence: expect.any(Number) });
    expect(other.probabilities).toEqual([...one.probabilities].reverse());
    const [levels] = JSON.parse(await (await post(score, at)).text()).answers;
    expect(levels.probabilities.map(({ value, label }: Json) => [value, label])).toEqual([
      [0, 'calm'],
      [1, 'mild'],
      [2, 'clear'],
      [3, 'furious'],
    ]);
  });

  it.each([
    ['unreadable JSON', '{', null],
    ['an unknown model', { ...several, model: 'gpt-6' }, 'model'],
    ['an unknown top field', { ...several, stream: true }, 'stream'],
    ['no input', { ...several, input: undefined }, 'input'],
    ['a number as input', { ...several, input: 3 }, 'input'],
    ['no questions', { ...several, questions: [] }, 'questions'],
    ['401 questions', { ...several, questions: Array(401).fill(several.questions[1]) }, 'questions'],
    ['a name twice', { ...several, questions: [several.questions[0], several.questions[0]] }, 'questions[1].name'],
    ['one option', choose(values(1)), 'questions[0].choices'],
    ['256 options', choose(values(256)), 'questions[0].choices'],
    ['an option twice', choose([{ value: 'a' }, { value: 'a' }]), 'questions[0].choices'],
    ['criteria', { ...several, questions: [{ ...several.questions[0], criteria: {} }] }, 'questions[0].criteria'],
    ['too many tokens', { ...several, input: 'x '.repeat(2_000_000) }, 'input'],
  ])('refuses %s', async (_, body, param) => {
    const refused = await post(body, at);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { type: 'invalid_request_error', param } });
  });

  it('takes a text and a truth value for two options', async () => {
    const reply = await post(
      choose([
        { value: 'true', description: 'a' },
        { value: true, description: 'b' },
      ]),
      at,
    );
    const { answers: given } = JSON.parse(await reply.text());
    expect(given[0].probabilities.map(({ value }: Json) => value)).toEqual(['true', true]);
  });

  it.each(faultsOf('openai_decisions').filter(({ dialect, wire }) => dialect !== undefined || wire === 200))(
    '$fault is $wire on the wire',
    async ({ fault, wire }) => {
      sim.queue([fault]);
      const patienceMs = wire === 'silent' ? 300 : undefined;
      const reply = await post(several, at, patienceMs).catch((thrown: Error) => thrown.name);
      if (wire === 'silent') expect(reply).toBe('TimeoutError');
      else expect(reply).toMatchObject({ status: wire });
    },
  );
});
