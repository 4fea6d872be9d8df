import { Sim, startSim } from '@app/testing/simulator';
import { systemClock } from '../clock';
import { openEngine } from '../open-engine';
import type { ChoiceQuestion, Question } from '../question/question';
import { requestsOf } from '../requests';
import { servers, simulated } from './simulated.fake';

const optionsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `v${at}`, description: `text ${at}` }));
const choiceOf = (question: string, count: number): ChoiceQuestion => ({
  type: 'choice',
  question,
  options: optionsOf(count),
  escapeDescription: 'none',
});
/** Unequal, and a sum of 1 with the escape. */
function plantedOf(count: number): Record<string, number> {
  const weights = Array.from({ length: count + 1 }, (_, at) => 1 / (at + 2));
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return Object.fromEntries(weights.map((weight, at) => [at === count ? 'none' : `text ${at}`, weight / sum]));
}
const questions: Question[] = [
  { type: 'bool', question: 'Is it late?', criteria: { yes: 'past its day' } },
  choiceOf('Which of three?', 3),
  choiceOf('Which of eighteen?', 18),
  {
    type: 'score',
    question: 'How upset?',
    levels: [1, 3, 10].map((value) => ({ value, description: `level ${value}` })),
  },
];
const scripts = [
  { match: { question: 'Is it late?' }, answer: { p: 0.123456789 } },
  { match: { question: 'Which of three?' }, answer: { probs: plantedOf(3) } },
  { match: { question: 'Which of eighteen?' }, answer: { probs: plantedOf(18) } },
  { match: { question: 'Which of forty?' }, answer: { probs: plantedOf(40) } },
  { match: { question: 'How upset?' }, answer: { level_probs: [0.1, 0.2, 0.7] } },
];

describe.each(servers)('planted probabilities of a chat model at %s', (server) => {
  let sim: Sim;
  beforeAll(async () => {
    sim = await startSim({ scripts });
  });
  beforeEach(() => sim.reset());
  afterAll(() => sim.close());
  const ask = async (asked: Question[], chat: object = {}) => {
    const entry = simulated(sim, server, { chat });
    const client = openEngine(entry, { clock: systemClock });
    try {
      const input = { context: 'a document', questions: asked, seed: 's', images: [] };
      const reply = await client.ask(input, { deadlineMs: 10_000, atOnce: 2 });
      expect(sim.requests()).toHaveLength(requestsOf(entry, asked));
      return reply.answers;
    } finally {
      await client.close();
    }
  };

  it.each(server === 'anthropic' ? (['stated'] as const) : (['logprobs', 'stated'] as const))(
    'are right to 1e-9 for every type, %s, however an answer is spelt [ENG-02]',
    async (reads) => {
      const answers = await ask(questions, { reads });
      expect(answers[0]).toEqual({ type: 'bool', p: expect.closeTo(0.123456789, 9) });
      for (const [place, count] of [
        [1, 3],
        [2, 18],
      ] as const) {
        const planted = plantedOf(count);
        const dist = Object.fromEntries(
          optionsOf(count).map(({ value, description }) => [value, expect.closeTo(planted[description], 9)]),
        );
        expect(answers[place]).toMatchObject({ value: 'v0', dist, escape_p: expect.closeTo(planted.none, 9) });
      }
      expect(answers[3]).toMatchObject({
        value: 10,
        score: expect.closeTo(0.1 + 0.6 + 7, 9),
        dist: { 1: expect.closeTo(0.1, 9), 3: expect.closeTo(0.2, 9), 10: expect.closeTo(0.7, 9) },
      });
      expect(sim.requests()).toHaveLength(reads === 'logprobs' ? 4 : 1);
    },
  );

  it('cover all of forty options in one request: the likeliest as stated, the others equally below', async () => {
    const [answer] = await ask([choiceOf('Which of forty?', 40)]);
    expect(sim.requests()).toHaveLength(1);
    if (answer.type !== 'choice') throw new TypeError('no choice');
    const all = [...Object.values(answer.dist), answer.escape_p];
    expect(all).toHaveLength(41);
    expect(all.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    const stated = Object.values(answer.dist).slice(0, 18);
    const others = [...Object.values(answer.dist).slice(18), answer.escape_p];
    expect(new Set(others).size).toBe(1);
    expect(others[0]).toBeLessThan(Math.min(...stated));
    expect(stated[0] / stated[1]).toBeCloseTo(1.5, 9);
  });
});
