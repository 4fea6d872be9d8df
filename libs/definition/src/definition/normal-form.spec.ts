import fc from 'fast-check';
import type { Definition } from './definition';
import { definitionHash } from './normal-form';
import { parseDefinition } from './parse';
import { readPaths } from './read-paths';

const context = { engines: [{ name: 'jev' as const, version: 'current' }], parseAppliesTo: () => ['attributes.kind'] };
const sent: Record<string, unknown> = {
  name: 'late',
  question: 'Will it be late?',
  type: 'bool',
  context: { fields: ['state.m.text', 'attributes.total'], window: { 'state.m': { at: 'sent', within: '24h' } } },
  applies_to: { 'attributes.kind': 'order' },
};
const parse = (body: unknown): Definition => parseDefinition(body, { ...context, otherMembers: ['thresholds'] });

describe('definitionHash', () => {
  const hash = definitionHash(parse(sent));

  it('is the same for another key order, spelling, explicit defaults or thresholds [JDG-07]', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Object.keys(sent), { minLength: 5 }), (keys) => {
        const shuffled = Object.fromEntries(keys.map((key) => [key, sent[key]]));
        expect(definitionHash(parse(shuffled))).toBe(hash);
      }),
    );
    expect(definitionHash(parse({ ...sent, horizon: '0d', engine: { version: 'current', name: 'jev' } }))).toBe(hash);
    expect(definitionHash(parse({ ...sent, thresholds: { x: 0.5 } }))).toBe(hash);
    const window = { 'state."m"': { within: '1d', at: 'sent' } };
    expect(definitionHash(parse({ ...sent, context: { ...(sent.context as object), window } }))).toBe(hash);
  });

  it.each([
    { question: 'Will it be very late?' },
    { horizon: '1d' },
    { criteria: 'x' },
    { context: { fields: ['attributes.total', 'state.m.text'] } },
    { applies_to: { 'attributes.kind': 'ticket' } },
    { features: [{ name: 'total', from: 'attributes.total' }] },
    { parts: ['a', 'b'].map((name) => ({ name, question: name })) },
    { context: { ...(sent.context as object), previous: { fields: ['state.m.text'] } } },
  ])('changes with %j [JDG-12] [JDG-21]', (change) =>
    expect(definitionHash(parse({ ...sent, ...change }))).not.toBe(hash),
  );

  it('covers defaults of features and of an earlier document [JDG-21] [CTX-06]', () => {
    const version = (unit?: string, anchor?: string) =>
      parse({
        ...sent,
        features: [{ name: 'age', age_of: 'created_at', ...(unit && { unit }) }],
        context: { fields: ['id'], previous: { fields: ['state.note'], ...(anchor && { anchor }) } },
      });
    const plain = definitionHash(version());
    expect(definitionHash(version('days', 'last_answer'))).toBe(plain);
    expect(definitionHash(version('hours'))).not.toBe(plain);
    expect(definitionHash(version('days', 'last_change'))).not.toBe(plain);
    expect(definitionHash(parse({ ...sent, features: [] }))).toBe(hash);
  });

  it('are also the paths of features and of an earlier document [FRS-04] [JDG-17]', () => {
    const definition = parse({
      ...sent,
      context: { fields: ['state.note'], previous: { fields: ['state.text', 'state.note'] } },
      features: [
        { name: 'total', from: 'state."total"' },
        { name: 'age', age_of: 'created_at' },
        { name: 'p', previous: 'p' },
      ],
    });
    expect(readPaths(definition)).toEqual(['created_at', 'state.note', 'state.text', 'state.total']);
  });

  it('are the fields, the timestamps of windows and the paths of the filter [FRS-04]', () => {
    expect(readPaths(parse(sent), ['attributes.kind'])).toEqual([
      'attributes.kind',
      'attributes.total',
      'state.m.sent',
      'state.m.text',
    ]);
  });
});
