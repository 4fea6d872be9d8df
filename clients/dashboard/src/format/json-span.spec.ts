import { spanOf } from './json-span';

describe('in the text of the request', () => {
  const value = { name: 'a "b"', context: { fields: ['state.x', 'state.}'], 'a/b': 3 }, options: [{ value: 1 }, true] };
  const text = JSON.stringify(value, null, 2);
  it.each([
    ['/name', '"a \\"b\\""'],
    ['/context/fields/1', '"state.}"'],
    ['/context/a~1b', '3'],
    ['/options/0/value', '1'],
    ['/options/1', 'true'],
  ])('finds the value at %s', (pointer, found) => {
    const { from, to } = spanOf(text, pointer);
    expect(text.slice(from, to)).toBe(found);
  });

  it('marks what is around a member that is missing, and the whole for a pointer to nothing', () => {
    const { from, to } = spanOf(text, '/options/0/description');
    expect(JSON.parse(text.slice(from, to))).toEqual({ value: 1 });
    expect(spanOf(text, '/question')).toEqual({ from: 0, to: text.length });
    expect(spanOf('', '/a')).toEqual({ from: 0, to: 0 });
  });
});
