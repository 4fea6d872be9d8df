import { KeptValue, divide } from './kept-value';

const of = (value: string | number | boolean): KeptValue => ({ kind: 'value', value });

describe('the division of labels by an attribute', () => {
  it('has the values of most labels first, and tells a text from a number', () => {
    const values = [of('b'), of(1), of('1'), of('b'), { kind: 'none' } as const, of(1), of(true), of('other')];
    const { segments, names, distinct } = divide(values);
    expect(names).toEqual([
      { kind: 'value', value: 'b' },
      { kind: 'value', value: 1 },
      { kind: 'value', value: '1' },
      { kind: 'value', value: 'other' },
      { kind: 'value', value: true },
      { kind: 'none', value: null },
    ]);
    expect([...segments]).toEqual([0, 1, 2, 0, 5, 1, 4, 3]);
    expect(distinct).toBe(5);
  });

  it('counts values past the twentieth as other, and what was not kept apart [ST-F3]', () => {
    const values = Array.from({ length: 25 }, (_, value) => [of(value), of(value)]).flat();
    const { segments, names, distinct } = divide([...values, of(99), { kind: 'not_kept' }]);
    expect(names.slice(20)).toEqual([
      { kind: 'other', value: null },
      { kind: 'not_kept', value: null },
    ]);
    expect(distinct).toBe(26);
    expect(segments.filter((segment) => segment === 20)).toHaveLength(11);
    expect(segments.at(-1)).toBe(21);
  });

  it('of no labels is empty', () => {
    expect(divide([])).toEqual({ segments: new Uint32Array(), names: [], distinct: 0 });
  });
});
