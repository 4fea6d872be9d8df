import { jsonFaultOf } from './json-fault';

const circle: Record<string, unknown> = {};
circle.again = { circle };

it.each<[found: string, value: unknown]>([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', -1 / 0],
  ['NaN', new Number(Number.NaN)],
  ['a BigInt', BigInt(1)],
  ['a Map', new Map([['a', 1]])],
  ['a Map', new (class Counts extends Map {})()],
  ['a Set', new Set([1])],
  ['a WeakMap', new WeakMap()],
  ['bytes (Uint8Array)', new Uint8Array(2)],
  ['bytes (Uint8Array)', Buffer.from('a')],
  ['bytes (Float64Array)', new Float64Array(1)],
  ['an ArrayBuffer', new ArrayBuffer(1)],
  ['a RegExp', /a/],
  ['an Error', new Error('a')],
  ['a URLSearchParams', new URLSearchParams('a=1')],
  ['a Promise', Promise.resolve(1)],
  ['a Date without a moment', new Date(Number.NaN)],
  ['a value of type symbol', Symbol('a')],
  ['a value of type function', () => 1],
  ['a circle, or more than a thousand levels', circle],
])('finds %s, which JSON would lose, and names its place [SDK-04]', (found, value) => {
  const at = jsonFaultOf({ attributes: { 'a/b~c': [1, value] } }, ['upsert', '0']);
  expect(at).toMatchObject({ found, path: expect.stringMatching(/^\/upsert\/0\/attributes\/a~1b~0c\/1/) });
});

it('finds what stands in a list as undefined, in a gap of it, and under a symbol [SDK-04]', () => {
  const gap: unknown[] = [1];
  gap[2] = 3;
  expect(jsonFaultOf([undefined])).toMatchObject({ path: '/0', found: 'undefined' });
  expect(jsonFaultOf({ gap })).toMatchObject({ path: '/gap/1', found: 'undefined' });
  expect(jsonFaultOf({ a: { [Symbol('n')]: 1 } })).toMatchObject({ path: '/a', found: expect.stringContaining('(n)') });
  expect(jsonFaultOf({ a: { toJSON: () => ({ n: Number.NaN }) } })).toMatchObject({ path: '/a/n', found: 'NaN' });
});

it('takes whatever JSON keeps: texts of any kind, dates, members left out, objects of classes [SDK-04]', () => {
  class Row {
    readonly n = 1;
  }
  const shared = { x: 1 };
  const bare = Object.assign(Object.create(null) as object, { a: 1 });
  const decimal = { toJSON: () => '1.10' };
  const own = JSON.parse('{"__proto__": {"a": 1}}') as unknown;
  const values = [null, '\ud800', '', 0, -0, 1e308, 5e-324, new Date(0), new Row(), bare, decimal, own, new URL('a:b')];
  expect(jsonFaultOf({ values, left: undefined, shared, again: shared, boxed: [new String('a'), new Number(1)] })).toBe(
    undefined,
  );
  const itself: Record<string, unknown> = { n: 1 };
  itself.toJSON = () => itself;
  expect(jsonFaultOf(itself)).toMatchObject({ path: '/toJSON' });
});
