import { changedNumberIn } from './changed-number';

it.each([
  ['{"a":{"b/c":[1,9007199254740993]}}', '9007199254740993', '/a/b~1c/1'],
  ['{"a":"9007199254740993","b":-1e999}', '-1e999', '/b'],
  ['[0,1e-400]', '1e-400', '/1'],
  ['12345678901234567890', '12345678901234567890', ''],
  // The last member of a name is the one that is read.
  ['{"a":9007199254740993,"a":1}', '9007199254740993', ''],
  [`${'['.repeat(50_000)}1e999${']'.repeat(50_000)}`, '1e999', ''],
])('%.60s holds a number that parsing changes', (text, literal, path) =>
  expect(changedNumberIn(text)).toEqual({ literal, path }),
);

it('finds none in what a double holds, and none in texts', () => {
  expect(changedNumberIn('{"a":[1e16,0.1,-0,9007199254740992,"1e999"],"9007199254740993":null}')).toBeNull();
});
