import { fits } from '../check';
import { Bool, Int, JsonObject, ListOf, MapOf, Nested, Num, OneOf, Shape, Stamp, Text, Values } from '../field';
import type { Class } from '../field';
import { faultsByRules } from './field-rules';

class Inner {
  @Int({ min: 1 }) count: number;
}

const absent = undefined;
const declared: [what: string, field: PropertyDecorator, accepted: unknown[], refused: unknown[]][] = [
  ['a text', Text({ min: 1, max: 2 }), ['a', 'ab'], ['', 'abc', 5, null, absent]],
  ['a text by a pattern', Text({ pattern: /^[a-z]+$/ }), ['ab'], ['', 'aB', 'a\n', 5]],
  ['an optional text', Text({ optional: true, min: 1 }), ['a', absent], ['', null]],
  ['a text or null', Text({ nullable: true, min: 1 }), ['a', null], ['', 5, absent]],
  ['an optional text or null', Text({ optional: true, nullable: true }), ['a', null, absent], [5]],
  ['a number', Num({ min: 0, max: 1 }), [0, 0.5, 1], [-1, 2, '1', null, absent]],
  ['a number above a bound', Num({ above: 0 }), [0.1], [0, -1]],
  ['an integer', Int({ min: 1, max: 3 }), [1, 3], [0, 4, 1.5, '1']],
  ['a boolean', Bool(), [true, false], ['true', 1, null]],
  ['one of some strings', OneOf(['a', 'b'], { nullable: true }), ['a', null], ['c', 5, absent]],
  ['a timestamp', Stamp(), ['2026-03-04T09:30:00.000Z'], [5, null, absent]],
  ['an object of a class', Nested(() => Inner), [{ count: 1 }], [{ count: 0 }, {}, [], 'a', null, absent]],
  ['such an object or null', Nested(() => Inner, { nullable: true }), [{ count: 1 }, null], [{ count: 0 }, [], absent]],
  [
    'a list of such objects',
    ListOf(() => Inner, { min: 1, max: 2 }),
    [[{ count: 1 }], [{ count: 1 }, { count: 2 }]],
    [[], [{ count: 0 }], [[]], [5], [null], { count: 1 }, [{ count: 1 }, { count: 1 }, { count: 1 }]],
  ],
  [
    'a list of values',
    Values({ type: 'string', minLength: 1, maxLength: 2 }, { max: 2, unique: true }),
    [[], ['a', 'b']],
    [['a', 'a'], [''], [5], ['abc'], ['a', 'b', 'c'], 'a', {}, null],
  ],
  ['a map', MapOf({ type: 'number' }), [{}, { a: 1 }], [[], 'a', null, absent]],
  ['a JSON object', JsonObject({ optional: true }), [{}, { a: [] }, absent], [[], 'a', null]],
  ['a hand-written schema', Shape({ type: ['integer', 'null'], minimum: 0 }), [0, null], [-1, 1.5, 'a', absent]],
  ['a union', Shape({ type: ['string', 'object'] }), ['a', {}], []],
];

function classOf(field: PropertyDecorator): Class {
  class Sample {}
  field(Sample.prototype, 'value');
  return Sample;
}

const readers: [name: string, accepts: (type: Class, value: object) => boolean][] = [
  ['Ajv', (type, value) => fits(type, value) === null],
  ['class-validator', (type, value) => faultsByRules(type, value).length === 0],
];

describe.each(readers)('%s', (_, accepts) => {
  it.each(declared)('reads %s as it is declared', (_what, field, accepted, refused) => {
    const type = classOf(field);
    const takes = (value: unknown) => accepts(type, value === absent ? {} : { value });
    expect(accepted.filter((value) => !takes(value))).toEqual([]);
    expect(refused.filter(takes)).toEqual([]);
  });

  it('reads a field that a class declares anew by the rules of that class alone', () => {
    class Base {
      @Text({ optional: true, max: 1 }) name?: string;
      @Bool() open: boolean;
    }
    class Special extends Base {
      @Text({ min: 2 }) override name: string;
    }
    expect(accepts(Base, { name: 'a', open: true })).toBe(true);
    expect(accepts(Special, { name: 'ab', open: true })).toBe(true);
    expect(accepts(Special, { name: 'a', open: true })).toBe(false);
    expect(accepts(Special, { open: true })).toBe(false);
    expect(accepts(Special, { name: 'ab' })).toBe(false);
  });
});
