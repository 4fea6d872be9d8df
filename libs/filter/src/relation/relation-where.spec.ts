import { Problem } from '@app/problem';
import { matches } from '../match/match';
import type { Subject } from '../match/match';
import { parseFilter } from '../filter/parse';
import { parseRelationWhere, storedRelationFilter } from './relation-where';

const base: Subject = { id: 'd', created_at: '', updated_at: '', attributes: {}, state: {}, answer: () => undefined };

function refusal(act: () => unknown): Problem['details'] {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.details;
    throw thrown;
  }
  throw new Error('was accepted');
}

describe('parseRelationWhere', () => {
  it('says what the filter reads, on either side [REL-16]', () => {
    const where = {
      all: [
        { 'attributes.kind': 'order', 'attributes.city': { mine: 'attributes.city' } },
        { 'state."total"': { gte: { mine: 'state.limits."least"' }, lt: 10 } },
        { any: [{ 'answers.late.features.n': { gte: 1 } }, { created_at: { within: '3d' } }] },
      ],
    };
    expect(parseRelationWhere(where, '/where')).toEqual({
      theirs: ['attributes.city', 'attributes.kind', 'created_at', 'state.total'],
      mine: ['attributes.city', 'state.limits.least'],
      judgments: ['late'],
      answers: [{ judgment: 'late', field: 'features.n', op: 'gte', operand: 1 }],
    });
  });

  it.each([
    [{ 'answers.late.thresholds.t': true }, '/where', 'path_not_allowed'],
    [{ 'answers.late.status': 'fresh' }, '/where', 'path_not_allowed'],
    [{ 'answers.late.calibrated.p': { gte: 0.5 } }, '/where', 'path_not_allowed'],
    [{ id: { eq: { mine: 'answers.late.p' } } }, '/where/id/eq/mine', 'path_not_allowed'],
    [{ id: { eq: { mine: 'images.a' } } }, '/where/id/eq/mine', 'bad_path'],
    [{ id: { mine: 5 } }, '/where/id/mine', 'bad_type'],
    [{ id: { mine: 'id', eq: 1 } }, '/where/id/eq', 'unknown_field'],
    [{ id: { in: [{ mine: 'id' }] } }, '/where/id/in/0', 'bad_filter'],
    [{ id: { prefix: { mine: 'id' } } }, '/where/id/prefix', 'bad_filter'],
  ])('refuses %j [REL-16]', (where, path, reason) => {
    expect(refusal(() => parseRelationWhere(where, '/where'))).toMatchObject({ path, reason });
  });

  it('is the only filter that compares with the judged document', () => {
    const allow = { answers: true, within: true };
    for (const where of [{ id: { mine: 'id' } }, { id: { eq: { mine: 'id' } } }]) {
      expect(() => parseFilter(where, { pointer: '', allow })).toThrow();
    }
  });

  it.each([
    [{ 'attributes.a': { mine: 'attributes.b' } }, { a: 1 }, { b: 1 }, true],
    [{ 'attributes.a': { mine: 'attributes.b' } }, { a: 1 }, { b: '1' }, false],
    [{ 'attributes.a': { eq: { mine: 'attributes.b' } } }, { a: 1 }, {}, false],
    [{ 'attributes.a': { ne: { mine: 'attributes.b' } } }, { a: 1 }, { b: 2 }, true],
    [{ 'attributes.a': { ne: { mine: 'attributes.b' } } }, { a: 1 }, { b: null }, false],
    [{ 'attributes.a': { gt: { mine: 'attributes.b' } } }, { a: 'é' }, { b: 'z' }, true],
    [{ 'attributes.a': { lt: { mine: 'attributes.b' } } }, { a: true }, { b: true }, false],
    [{ not: { 'attributes.a': { mine: 'attributes.b' } } }, { a: 1 }, {}, true],
  ])('%j of %j for %j is %j', (where, theirs, mine, expected) => {
    const filter = storedRelationFilter(where);
    expect(matches(filter, { ...base, attributes: theirs }, 0, { ...base, attributes: mine })).toBe(expected);
  });
});
