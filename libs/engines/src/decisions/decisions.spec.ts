import type { EngineEntry } from '../entry/entry';
import { enginePresets } from '../entry/preset';
import { EngineFailure } from '../failure/failure';
import { pose } from '../mapping/posed';
import type { AskInput, Question } from '../question/question';
import { readReply } from './reply';
import { wireRequest } from './request';

const entry: EngineEntry = { ...enginePresets['gpt-6-luna'], name: 'gpt-6-luna' };
const late: Question = { type: 'bool', question: 'Late?', criteria: { yes: 'it came late', no: 'on time' } };
const team: Question = { type: 'choice', question: 'Team?', options: [{ value: '__proto__' }, { value: 'true' }] };
const mood: Question = {
  type: 'score',
  question: 'Mood?',
  levels: [
    { value: 10, description: 'glad' },
    { value: -0.5, description: 'upset' },
  ],
};
const questions = [late, team, mood];
const posed = questions.map((question) => pose(question, 'd:1'));
const input: AskInput = { context: 'text', questions, seed: 'd:1', images: [] };
const order = posed[1].type === 'choice' ? posed[1].order : [];
const [first, other] = [order.indexOf(0), order.indexOf(1)];

describe('a request', () => {
  const wire = wireRequest({ model: 'gpt-6-luna' }, { ...input, tenant: 't-5f1c' }, posed);

  it('is one message with a hash of the tenant, and without names of the definition', () => {
    expect(wire).toMatchObject({
      model: 'gpt-6-luna',
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'text' }] }],
      safety_identifier: 't-5f1c',
    });
    expect(wireRequest({ model: 'm' }, input, posed)).not.toHaveProperty('safety_identifier');
    expect(wire.questions.map(({ name }) => name)).toEqual(['q0', 'q1', 'q2']);
  });

  it('carries each image after the text that names it, as a data URL and never as an address', () => {
    const images = [
      { format: 'png' as const, base64: 'UE5H' },
      { format: 'jpeg' as const, base64: 'SlBH' },
    ];
    expect(wireRequest({ model: 'm' }, { ...input, images }, posed).input[0].content).toEqual([
      { type: 'input_text', text: 'text' },
      { type: 'input_text', text: 'img-0' },
      { type: 'input_image', image_url: 'data:image/png;base64,UE5H', detail: 'auto' },
      { type: 'input_text', text: 'img-1' },
      { type: 'input_image', image_url: 'data:image/jpeg;base64,SlBH', detail: 'auto' },
    ]);
  });

  it('puts both sides of a yes/no question into its instructions, and sends levels in ascending order', () => {
    expect(wire.questions[0]).toEqual({
      type: 'predicate',
      name: 'q0',
      instructions: 'Late?\nYes means: it came late\nNo means: on time',
    });
    expect(wire.questions[1]).toMatchObject({
      type: 'choice',
      choices: [{ value: 'o0' }, { value: 'o1' }, { value: 'o2' }],
    });
    expect(wire.questions[2]).toMatchObject({
      levels: [
        { label: '-0.5', description: 'upset' },
        { label: '10', description: 'glad' },
      ],
    });
  });
});

describe('a reply', () => {
  const chosen = (changes: object = {}) => ({
    type: 'choice',
    name: 'q1',
    choice: `o${first}`,
    probabilities: order.map((index, place) => ({ value: `o${place}`, probability: [0.6, 0.3, 0.1][index] })).reverse(),
    ...changes,
  });
  const scored = (changes: object = {}) => ({
    type: 'score',
    name: 'q2',
    score: 0.75,
    probabilities: [
      { value: 1, label: '10', probability: 0.75 },
      { value: 0, label: '-0.5', probability: 0.25 },
    ],
    ...changes,
  });
  const predicate = { type: 'predicate', name: 'q0', probability: 0.4 };
  const read = (answers: unknown) => readReply({ model: 'gpt-6-luna', answers }, posed, entry, 'req_1');
  const reasons = (answers: unknown) => read(answers).answers.map((a) => (a.type === 'failed' ? a.reason : a.type));

  it('is read by names, so answers and probabilities may come in any order [ANS-02]', () => {
    const { answers, tokens, requestId } = read([scored(), chosen(), predicate]);
    expect(answers[0]).toEqual({ type: 'bool', p: 0.4 });
    expect(answers[1]).toMatchObject({ value: '__proto__', escape_p: expect.closeTo(0.1, 9) });
    expect(answers[2]).toMatchObject({ value: 10, score: 7.375, dist: { '-0.5': 0.25, '10': 0.75 } });
    expect([tokens, requestId]).toEqual([null, 'req_1']);
  });

  it.each([
    ['a value that was not sent', [chosen({ choice: 'o9' })]],
    ['an option that is not the likeliest', [chosen({ choice: `o${other}` })]],
    ['an option twice', [chosen({ probabilities: order.map(() => ({ value: 'o0', probability: 0.3 })) })]],
    ['an option by a truth value', [chosen({ probabilities: order.map(() => ({ value: true, probability: 0.3 })) })]],
    ['no probabilities', [chosen({ probabilities: undefined })]],
    ['probabilities as a map', [chosen({ probabilities: { o0: 0.6, o1: 0.3, o2: 0.1 } })]],
  ])('fails only the choice when it has %s', (_case, [answer]) => {
    expect(reasons([predicate, answer, scored()])).toEqual(['bool', 'engine_bad_answer', 'score']);
  });

  it.each([
    ['levels counted from 1', [1, 2], ['-0.5', '10']],
    ['labels exchanged', [0, 1], ['10', '-0.5']],
    ['a level between two', [0, 0.5], ['-0.5', '10']],
    ['a level twice', [1, 1], ['10', '10']],
  ])('fails only the score when it has %s', (_case, values, labels) => {
    const probabilities = values.map((value, place) => ({ value, label: labels[place], probability: 0.5 }));
    expect(reasons([predicate, chosen(), scored({ probabilities, score: 0.5 })])).toEqual([
      'bool',
      'choice',
      'engine_bad_answer',
    ]);
  });

  it('reads a refusal as a refusal, and fails only the question that it leaves out', () => {
    expect(reasons([{ type: 'refusal', name: 'q0' }, scored()])).toEqual([
      'engine_refused',
      'engine_bad_answer',
      'score',
    ]);
  });

  it.each([
    ['is for a question that was not sent', [predicate, { ...predicate, name: 'q7' }]],
    ['has no name', [{ ...predicate, name: null }]],
    ['comes twice', [predicate, predicate]],
    ['is no object', [predicate, null]],
    ['comes in a map', { q0: predicate }],
  ])('is refused as a whole when an answer %s', (_case, answers) => {
    expect(() => read(answers)).toThrow(EngineFailure);
  });
});
