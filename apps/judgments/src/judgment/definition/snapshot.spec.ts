import { countTokens } from '@app/context';
import { defaultAlternatives, defaultQueue } from '@app/definition';
import type { Definition } from '@app/definition';
import type { Judgment } from './judgment';
import { changedFact, changedOverrideFact } from './snapshot';

const definition: Definition = {
  name: 'mood',
  type: 'bool',
  question: 'Is the client angry?',
  context: { fields: ['state.note'], last_n: { 'state.log': 3 }, max_tokens: 200 },
  engine: { name: 'jev', version: 'current' },
  horizon: '0s',
};
const judgmentOf = (others: Partial<Definition>): Judgment => ({
  rowId: '1',
  id: 'jdg_1',
  organization: 'org_1',
  scope: 'acme/*',
  name: 'mood',
  activeVersion: 1,
  copied: null,
  lastVersion: 1,
  freshness: { policy: 'on_change', debounce_ms: 0, max_wait_ms: 0, interval: null },
  thresholds: {},
  outcomes: {},
  alternatives: defaultAlternatives,
  queue: defaultQueue,
  revision: 1,
  archived: false,
  definition: { ...definition, ...others } as Definition,
  earlierPaths: [],
  hasEarlierAnswers: false,
  format: 1,
});
const contextOf = (others: Partial<Definition>) => changedFact(judgmentOf(others)).column.context;

it('says what an answer depends on when that is one context of the document alone [FRS-04]', () => {
  expect(contextOf({})).toEqual({
    recipe: definition.context,
    question_tokens: countTokens(definition.question),
    format: 1,
  });
});

it.each([
  ['a window', { context: { fields: ['state.log'], window: { 'state.log': { at: 'at', within: '7d' } } } }],
  ['a previous answer', { context: { fields: ['state.note'], previous: { fields: [], anchor: 'last_answer' } } }],
  ['the time of the change', { context: { fields: ['state.note', 'updated_at'] } }],
  ['features', { features: [{ name: 'age', age_of: 'state.at', unit: 'days' }] }],
  ['parts', { parts: [{ name: 'one', question: 'One?' }] }],
] as [string, Partial<Definition>][])('says nothing when an answer depends on %s', (_, others) => {
  expect(contextOf(others)).toBeUndefined();
});

it('says nothing in an override, which holds the settings of a namespace alone', () => {
  const override = { judgmentId: 'jdg_1', scope: 'acme/a', thresholds: {}, freshness: null, revision: 2 };
  expect(changedOverrideFact(judgmentOf({}), override).column.context).toBeUndefined();
});
