import fc from 'fast-check';
import { allPaths, filterOn } from '../agreement/arbitrary';
import { judgments, rows, subjectOf } from '../agreement/world';
import { parseFilter } from '../filter/parse';
import { matches } from './match';
import type { Subject } from './match';

const parse = (json: unknown) => parseFilter(json, { pointer: '', allow: { answers: true, within: true } });
const nowMs = Date.parse('2026-03-01T00:00:00.000Z');
const subjects = rows(40, 1).map((row) => subjectOf(row, judgments));
const base: Subject = { id: 'd', created_at: '', updated_at: '', attributes: {}, state: {}, answer: () => undefined };
const holds = (json: unknown, more: Partial<Subject>) => matches(parse(json), { ...base, ...more }, nowMs);

describe('matches', () => {
  it('follows two-valued logic [DOC-12]', () => {
    const filters = filterOn(allPaths);
    fc.assert(
      fc.property(filters, filters, fc.constantFrom(...subjects), (a, b, subject) => {
        const is = (json: unknown) => matches(parse(json), subject, nowMs);
        expect(is({ not: a })).toBe(!is(a));
        expect(is({ all: [a, b] })).toBe(is(a) && is(b));
        expect(is({ any: [a, b] })).toBe(is(a) || is(b));
        expect(is({ not: { all: [a, b] } })).toBe(is({ any: [{ not: a }, { not: b }] }));
      }),
    );
    expect([holds({}, {}), holds({ all: [] }, {}), holds({ any: [] }, {})]).toEqual([true, true, false]);
  });

  it('is false for missing values and null; only not inverts [DOC-12]', () => {
    for (const attributes of [{}, { x: null }]) {
      for (const test of [
        { eq: 1 },
        { ne: 1 },
        { in: [1] },
        { nin: [1] },
        { gt: 0 },
        { contains: 'a' },
        { exists: true },
      ]) {
        expect(holds({ 'attributes.x': test }, { attributes })).toBe(false);
      }
      expect(holds({ not: { 'attributes.x': { eq: 1 } } }, { attributes })).toBe(true);
      expect(holds({ 'attributes.x': { exists: false } }, { attributes })).toBe(true);
    }
  });

  it.each([
    [{ 'attributes.x': '1' }, { x: 1 }, false],
    [{ 'attributes.x': { ne: '1' } }, { x: 1 }, true],
    [{ 'attributes.x': { gt: 1 } }, { x: '2' }, false],
    [{ 'attributes.x': ['a', 'b'] }, { x: ['a', 'b'] }, true],
    [{ 'attributes.x': 'a' }, { x: ['a'] }, false],
    [{ 'attributes.x': { contains: 'a' } }, { x: ['a', 'b'] }, true],
    [{ 'attributes.x': { contains: 'B' } }, { x: 'abc' }, false],
    [{ 'attributes.x': { gt: '\uffff' } }, { x: '𐀀' }, true],
    [{ 'attributes.x': 0 }, { x: -0 }, true],
    [{ 'attributes.x': { within: '1d' } }, { x: '2026-02-28T12:00:00Z' }, true],
    [{ 'attributes.x': { within: '1d' } }, { x: '2026-03-02T12:00:00Z' }, false],
  ])('%j of %j is %s [DOC-12]', (filter, attributes, expected) => {
    expect(holds(filter, { attributes })).toBe(expected);
  });

  it('reads each element of an array on the path; one element must fulfil all tests [DOC-12]', () => {
    const state = { messages: [{ n: 1 }, { n: 9 }, 'x'], 'a.b': { c: true }, list: [1, 2] };
    expect(holds({ 'state.messages.n': { gt: 5 } }, { state })).toBe(true);
    expect(holds({ 'state.messages.n': { gt: 2, lt: 8 } }, { state })).toBe(false);
    expect(holds({ 'state."a.b".c': true }, { state })).toBe(true);
    expect(holds({ 'state.list': [1, 2] }, { state })).toBe(true);
    expect(holds({ 'state.list': { gt: 0 } }, { state })).toBe(false);
    expect(holds({ 'state.toString': { exists: true } }, { state })).toBe(false);
  });
});
