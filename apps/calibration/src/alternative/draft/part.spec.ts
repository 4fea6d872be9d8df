import { BoolDefinition } from '@app/definition';
import { newParts, partsRequestOf } from './part';

const marker = 'MARKER';
const definition = {
  name: marker,
  type: 'bool',
  question: 'Will it churn?',
  criteria: { true: 'within 30 days' },
  context: { fields: [`state.${marker}`] },
  engine: { name: 'jev', version: 'current' },
  horizon: '0s',
  applies_to: { [`attributes.${marker}`]: true },
  parts: [{ name: `p_${marker}`, question: 'Is anybody angry?' }],
  features: [{ name: marker, from: `attributes.${marker}` }],
} as unknown as BoolDefinition;

it('takes the wording and the questions of the parts, and nothing else [DRF-02]', () => {
  const request = partsRequestOf(definition);
  expect(request).toEqual({
    question: 'Will it churn?',
    criteria: { true: 'within 30 days' },
    asked: ['Is anybody angry?'],
    count: 8,
  });
  expect(JSON.stringify(request)).not.toContain(marker);
});

it('drops parts that the judgment has, by name or by question', () => {
  const suggested = [
    { name: `p_${marker}`, question: 'Something else?' },
    { name: 'other', question: 'Is anybody angry?' },
    { name: 'price', question: 'Is the price a topic?' },
  ];
  expect(newParts(suggested, definition)).toEqual([suggested[2]]);
});
