import exchanges from './fixtures/exchanges.json';
import { openAiDecisions } from './decisions/decisions.dialect';
import type { WireDialect } from './dialect/dialect';
import type { EngineEntry } from './entry/entry';
import { enginePresets } from './entry/preset';
import { Posed, pose } from './mapping/posed';
import type { AskInput, Question } from './question/question';
import { systemOne } from './systemone/systemone.dialect';

/** The questions of the vendors' examples in our terms. The levels have our own words. */
const wish: Question = {
  type: 'choice',
  question: 'What does the customer want?',
  options: [{ value: 'money back' }, { value: 'a replacement' }],
};
const damaged: Question = {
  type: 'bool',
  question: 'Was the item damaged on arrival?',
  criteria: { yes: 'damage is described', no: 'no damage is described' },
};
const refund: Question = { type: 'bool', question: 'Is a refund asked for?' };
const health: Question = { type: 'bool', question: 'Is a health condition mentioned?' };
const upset: Question = {
  type: 'score',
  question: 'How upset is the customer?',
  levels: ['calm', 'mild', 'clear', 'furious'].map((description, value) => ({ value, description })),
};
const input: AskInput = { context: 'Box arrived crushed.', questions: [], seed: 's', images: [] };

/** The question with options in the order of the definition, as in the examples: it tries seeds until one gives that. */
function inOrder(question: Question): Posed {
  for (let seed = 0; ; seed += 1) {
    const posed = pose(question, String(seed));
    if (posed.type !== 'choice' || posed.order.every((index, place) => index === place)) return posed;
  }
}

/** The same reply with our wording of the levels in place of the vendor's. */
function withOurLevels(response: object, texts: { legend: string[]; labels: string[] }): unknown {
  let label = 0;
  return JSON.parse(JSON.stringify(response), (key, value: unknown) => {
    if (key === 'legend') return Object.fromEntries(texts.legend.map((text, place) => [place, text]));
    if (key === 'label') return texts.labels[label++];
    return value;
  });
}
const ours = { legend: ['0: calm', '1: mild', '2: clear', '3: furious'], labels: ['0', '1', '2', '3'] };

describe.each([
  ['jev', systemOne],
  ['pplx-decider', systemOne],
  ['gpt-6-luna', openAiDecisions],
] as const)('the vendor’s examples of %s', (name, dialect: WireDialect) => {
  const entry: EngineEntry = { ...enginePresets[name], name };
  const { bool, choice, score, several } = exchanges[name];
  const read = (response: unknown, questions: Question[]) =>
    dialect.read(response, questions.map(inOrder), entry, null);

  it('are the requests that we send', () => {
    const sent = (question: Question) => JSON.parse(JSON.stringify(dialect.request(entry, input, [inOrder(question)])));
    expect(sent(wish)).toMatchObject({ model: choice.request.model, questions: choice.request.questions });
    const asked = sent(damaged).questions;
    if (name === 'jev') expect(asked).toEqual(bool.request.questions);
    else expect(JSON.stringify(asked)).toContain('Was the item damaged on arrival?');
  });

  it('are read with their exact numbers [ANS-01]', () => {
    const p = read(bool.response, [damaged]).answers[0];
    expect(p).toEqual({ type: 'bool', p: expect.closeTo(0.97, 2) });
    const chosen = read(choice.response, [wish]);
    expect(chosen.answers[0]).toMatchObject({ value: 'a replacement', escape_p: expect.closeTo(0.07, 2) });
    expect(chosen).toMatchObject({ reportedModel: entry.model, tokens: { input: choice.response.usage.input_tokens } });
    const felt = read(withOurLevels(score.response, ours), [upset]).answers[0];
    expect(felt).toMatchObject({ type: 'score', value: 2, score: expect.closeTo(2, 1) });
  });

  it('of several questions are read question by question', () => {
    if (name === 'gpt-6-luna') {
      const { answers } = read(several.response, [refund, health]);
      expect(answers).toEqual([
        { type: 'bool', p: 0.99 },
        { type: 'failed', reason: 'engine_refused', detail: expect.any(String) },
      ]);
      return;
    }
    const count = Object.keys(several.request.questions).length;
    const { answers } = read(several.response, [refund, ...Array<Question>(count - 1).fill(wish)]);
    expect(answers[0]).toMatchObject({ type: 'bool', p: expect.closeTo(0.99, 2) });
    expect(answers.at(-1)).toMatchObject({ type: 'failed', reason: 'engine_bad_answer' });
  });
});
