import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { openEngine } from '../open-engine';
import { systemClock } from '../clock';
import { parseEngineEntry } from '../entry/parse-entry';
import type { Question } from '../question/question';

const reviews: [boolean, string][] = JSON.parse(readFileSync(join(__dirname, 'fixtures/reviews.json'), 'utf8'));
const engine = openEngine(parseEngineEntry('jev', { dialect: 'built_in' }), { clock: systemClock });

async function ask(context: string, ...questions: Question[]) {
  return engine.ask({ context, questions, seed: 's', images: [] }, { deadlineMs: 1000 });
}
async function p(context: string, question: string, criteria?: { yes?: string; no?: string }): Promise<number> {
  const { answers } = await ask(context, { type: 'bool', question, criteria });
  if (answers[0].type !== 'bool') throw new Error(answers[0].type);
  return answers[0].p;
}
/** Expects each context to have a lower probability than the one before. */
async function expectFalling(question: string, ...contexts: string[]): Promise<void> {
  const ps = await Promise.all(contexts.map((context) => p(context, question)));
  for (let i = 1; i < ps.length; i += 1) expect(ps[i - 1] - ps[i]).toBeGreaterThan(0.05);
}

const furious = 'Third broken lamp in a row!! This is unacceptable, I am furious and want my money back.';
const asking = 'Hello, which bulbs fit the lamp I ordered last week?';
const thankful = 'Thank you so much, the lamp is wonderful and the delivery was quick.';

describe('bool', () => {
  it('orders tickets by the question', async () => {
    await expectFalling('Is the customer angry?', furious, asking, thankful);
    await expectFalling('Is the customer happy with the product?', thankful, asking, furious);
    await expectFalling('Does the customer ask for a refund?', 'Please refund my order.', asking);
    await expectFalling('Was the item damaged?', 'The box arrived crushed.', 'It was not damaged at all.');
    await expectFalling('Is this urgent?', 'We need it immediately, production is down.', asking);
  });

  it('orders texts of several languages', async () => {
    await expectFalling(
      'Is the customer angry?',
      'Das ist unverschämt, ich bin wütend!',
      'Vielen Dank, alles wunderbar.',
    );
    await expectFalling('Is the customer angry?', 'Estoy muy enojado, es inaceptable.', 'Gracias, todo perfecto.');
    await expectFalling('Möchte der Kunde kündigen?', 'Please cancel my subscription.', thankful);
  });

  it('reads negation, fields, bounds and criteria', async () => {
    await expectFalling('Is the product good?', 'It is good.', 'It is not good.');
    await expectFalling('Is the total over 100?', 'order\ntotal: 240', 'order\ntotal: 80');
    await expectFalling('Is the order gift wrapped?', '{"wrapped": true}', '{"wrapped": false}');
    const sides = { yes: 'the parcel is late', no: 'the parcel is on time' };
    expect(await p('The parcel is delayed by two weeks.', 'Judge this.', sides)).toBeGreaterThan(
      await p('The parcel came on time.', 'Judge this.', sides),
    );
  });

  it('stays near its prior without evidence', async () => {
    for (const context of ['', 'zxqv', '{}']) {
      expect(await p(context, 'Is the customer angry?')).toBeGreaterThan(0.25);
      expect(await p(context, 'Is the customer angry?')).toBeLessThan(0.5);
    }
  });

  it('tells good reviews from bad ones better than a constant answer', async () => {
    const question = 'Does the writer of this review recommend the product?';
    const hits = await Promise.all(reviews.map(async ([good, text]) => (await p(text, question)) >= 0.5 === good));
    const accuracy = hits.filter(Boolean).length / reviews.length;
    const majority = reviews.filter(([good]) => good).length / reviews.length;
    expect(reviews).toHaveLength(60);
    expect(accuracy).toBeGreaterThan(majority + 0.1);
  });
});

describe('choice', () => {
  const team: Question = {
    type: 'choice',
    question: 'Which team?',
    options: [
      { value: 'billing', description: 'invoices, charges and refunds' },
      { value: 'shipping', description: 'parcels, delivery, damage on the way' },
      { value: 'account', description: 'login and password' },
    ],
  };
  it.each([
    ['I was charged twice on my last invoice.', 'billing'],
    ['The parcel has not arrived, tracking shows nothing.', 'shipping'],
    ['I forgot my password and the login fails.', 'account'],
    ['Ich wurde doppelt belastet, die Rechnung stimmt nicht.', 'billing'],
    ['What a sunny afternoon.', null],
  ])('sends "%s" to %s [ANS-02]', async (context, value) => {
    expect((await ask(context, team)).answers[0]).toMatchObject({ value });
  });
});

describe('score', () => {
  const mood: Question = {
    type: 'score',
    question: 'How upset is the customer?',
    levels: ['calm', 'mildly annoyed', 'clearly annoyed', 'furious'].map((description, value) => ({
      value,
      description,
    })),
  };
  const stars: Question = {
    type: 'score',
    question: 'How many stars did the writer give?',
    levels: ['very dissatisfied', 'dissatisfied', 'mixed', 'satisfied', 'very satisfied'].map((description, index) => ({
      value: index + 1,
      description,
    })),
  };
  it('rises and falls with the tone, for levels in either direction', async () => {
    const scores = await Promise.all(
      [furious, asking, thankful].map(async (context) => (await ask(context, mood, stars)).answers),
    );
    const [moods, given] = [0, 1].map((index) =>
      scores.map((answers) => {
        const answer = answers[index];
        return answer.type === 'score' ? answer.score : NaN;
      }),
    );
    expect([...moods].sort((a, b) => b - a)).toEqual(moods);
    expect([...given].sort((a, b) => a - b)).toEqual(given);
    expect(moods[0] - moods[2]).toBeGreaterThan(1);
    expect(given[2] - given[0]).toBeGreaterThan(1.5);
  });
});

it('answers any text with finite numbers that sum to 1, twice the same [ANS-01] [ANS-02]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string(),
      fc.string(),
      fc.array(fc.string(), { minLength: 2, maxLength: 10 }),
      async (context, question, texts) => {
        const questions: Question[] = [
          { type: 'bool', question, criteria: { yes: texts[0], no: texts[1] } },
          {
            type: 'choice',
            question,
            options: texts.map((description, index) => ({ value: `${index}`, description })),
          },
          { type: 'score', question, levels: texts.map((description, value) => ({ value, description })) },
        ];
        const reply = await ask(context, ...questions);
        expect(JSON.stringify(await ask(context, ...questions))).toBe(JSON.stringify(reply));
        const [bool, choice, score] = reply.answers;
        if (bool.type !== 'bool' || choice.type !== 'choice' || score.type !== 'score') throw new Error('wrong type');
        expect(bool.p).toBeGreaterThan(0);
        expect(bool.p).toBeLessThan(1);
        const whole = Object.values(choice.dist).reduce((sum, share) => sum + share, choice.escape_p);
        expect(whole).toBeCloseTo(1, 9);
        expect(score.normalized).toBeGreaterThanOrEqual(0);
        expect(score.normalized).toBeLessThanOrEqual(1);
      },
    ),
  );
});

it('reports its name as the model', async () => {
  expect(await ask('x', { type: 'bool', question: 'y' })).toMatchObject({ reportedModel: 'built-in-lexical-2' });
});
