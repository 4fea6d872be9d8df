import { AgreementCount } from '../compare/agreement';
import { JudgmentSpec, parseJudgments } from '../data/judgment';
import { toDefinition, toOutcome, toUpsert } from './mapping';
import { OutcomeRow, parseDocument, parseOutcome } from '../data/row';

const engine = { name: 'jev', version: 'current' };
const topic: JudgmentSpec = { key: 'topic', type: 'choice', question: '?', options: ['a', 'b'], on: 'ticket' };
const mood: JudgmentSpec = {
  key: 'mood',
  type: 'score',
  question: '?',
  levels: { '10': 'high', '2': 'low', '5': 'mid' },
};
const outcome = (type: OutcomeRow['type'], value: OutcomeRow['outcome']): OutcomeRow => ({
  doc: 'ticket:1',
  question: 'q',
  type,
  outcome: value,
});

const fieldsOf = (line: string) => JSON.parse(line) as Record<string, unknown>;

describe('a line', () => {
  it('becomes a document with type, refs and picked fields as attributes', () => {
    const line =
      '{"id":"r:1","type":"r","at":"2020-01-02T03:04:05Z","refs":{"product":"p:1"},"data":{"age":3,"tags":[]}}';
    expect(toUpsert(parseDocument(fieldsOf(line)), { r: ['age', 'tags', 'absent'] })).toEqual({
      id: 'r:1',
      attributes: { age: 3, product: 'p:1', type: 'r' },
      state: { age: 3, tags: [] },
      created_at: '2020-01-02T03:04:05.000Z',
    });
  });

  it.each([
    ['{"id":"","type":"t","data":{}}', '`id`'],
    ['{"id":"a","type":"t","data":[]}', '`data`'],
    ['{"id":"a","type":"t","at":"yesterday","data":{}}', '`at`'],
    ['{"id":"a","type":"t","refs":{"no name":"b"},"data":{}}', 'no name'],
  ])('that is wrong says why: %s', (line, why) => expect(() => parseDocument(fieldsOf(line))).toThrow(why));

  it.each([
    ['bool', '"yes"'],
    ['score', 'true'],
    ['choice', '3'],
    ['other', 'true'],
  ])('of outcomes must fit its type: %s %s', (type, value) => {
    const line = `{"doc":"a","question":"q","type":"${type}","outcome":${value}}`;
    expect(() => parseOutcome(fieldsOf(line))).toThrow();
    expect(parseOutcome({ doc: 'a', question: 'q', type: 'bool', outcome: null }).outcome).toBeNull();
  });
});

describe('a judgment', () => {
  it('becomes a create body', () => {
    expect(toDefinition(topic, { context: { fields: ['state.x'] } }, engine, { policy: 'on_change' })).toEqual({
      name: 'topic',
      type: 'choice',
      question: '?',
      options: [{ value: 'a' }, { value: 'b' }],
      applies_to: { 'attributes.type': 'ticket' },
      context: { fields: ['state.x'] },
      engine,
      freshness: { policy: 'on_change' },
    });
    const { levels } = toDefinition(mood, { context: {}, features: [] }, engine, {});
    expect(levels).toEqual([
      { value: 2, description: 'low' },
      { value: 5, description: 'mid' },
      { value: 10, description: 'high' },
    ]);
  });

  it.each(['{}', '[{"key":"a.b"}]', '[{"key":"a","type":"bool"}]', '[{"key":"a","type":"score","question":"?"}]', 'x'])(
    'that cannot be read is named: %s',
    (text) => expect(() => parseJudgments(text)).toThrow('judgments.json'),
  );
});

describe('an outcome', () => {
  it('is posted on the latest answer, an escape as such, a tie not at all', () => {
    const common = { document: 'ticket:1', as_of: 'latest' };
    expect(toOutcome(outcome('choice', 'a'), topic)).toEqual({ ...common, value: 'a' });
    expect(toOutcome(outcome('choice', 'escape'), topic)).toEqual({ ...common, escape: true });
    expect(toOutcome(outcome('choice', null), topic)).toBeNull();
    expect(() => toOutcome(outcome('choice', 'c'), topic)).toThrow('no option');
    expect(() => toOutcome(outcome('score', 3), mood)).toThrow('no level');
    expect(() => toOutcome(outcome('bool', true), mood)).toThrow('a bool');
  });

  it('is compared by type; what was never judged is no pair', () => {
    const blank = { status: 'fresh', p: null, value: null, score: null };
    const choice = new AgreementCount(topic);
    choice.add({ ...blank, value: 'a' }, 'a');
    choice.add(blank, 'escape');
    choice.add({ ...blank, value: 'b' }, 'a');
    choice.add({ ...blank, status: 'unavailable' }, 'a');
    expect(choice.agreement).toMatchObject({ pairs: 3, accuracy: 2 / 3, baseline: 2 / 3 });
    const score = new AgreementCount(mood);
    score.add({ ...blank, value: 5, score: 4.5 }, 5);
    score.add({ ...blank, value: 2, score: 2.5 }, 10);
    expect(score.agreement).toMatchObject({ pairs: 2, accuracy: 0.5, withinOneLevel: 0.5, meanAbsoluteError: 4 });
    const bool = new AgreementCount({ key: 'b', type: 'bool', question: '?' });
    expect(bool.agreement).toMatchObject({ pairs: 0, accuracy: null, baseRate: null });
    bool.add({ ...blank, p: 0.5 }, true);
    bool.add({ ...blank, p: 0.5 }, false);
    expect(bool.agreement).toMatchObject({ pairs: 2, accuracy: 0.5, baseRate: 0.5 });
  });
});
