import { fanoutInEffect, mergeFanout, parseFanout } from './fanout';

const parse = (value: unknown) => parseFanout(value, '/fanout', () => []);

describe('the fan-out settings of a judgment', () => {
  it('keep only what was sent [REL-05]', () => {
    expect(parse({})).toEqual({});
    expect(parse({ debounce_ms: null, block_cap: 5 })).toEqual({ block_cap: 5 });
    const scope = { created_within: '30d', where: { 'attributes.open': true } };
    expect(parse({ rolling_limit: 0, scope })).toEqual({ rolling_limit: 0, scope });
  });

  it.each([
    [[]],
    [{ share: 0.5 }],
    [{ debounce_ms: -1 }],
    [{ debounce_ms: 86_400_001 }],
    [{ debounce_ms: 10, max_wait_ms: 9 }],
    [{ rolling_limit: 100_000_001 }],
    [{ block_cap: 1 }],
    [{ block_cap: 10_001 }],
    [{ block_cap: 2.5 }],
    [{ scope: { created_within: 'soon' } }],
    [{ scope: { where: 'x' } }],
    [{ scope: { age: '1d' } }],
  ])('refuse %j [REL-04] [REL-05]', (value) => expect(() => parse(value)).toThrow());

  it('check the filter of the scope', () => {
    const refuse = () => {
      throw new Error('refused');
    };
    expect(() => parseFanout({ scope: { where: {} } }, '', refuse)).toThrow('refused');
  });

  it('merge a patch [REL-05]', () => {
    const merge = (patch: unknown) => mergeFanout({ debounce_ms: 5, block_cap: 7 }, patch, '', () => []);
    expect(merge({ block_cap: null, rolling_limit: 3 })).toEqual({ debounce_ms: 5, rolling_limit: 3 });
    expect(merge({ debounce_ms: null, block_cap: null })).toBeUndefined();
    expect(merge(null)).toBeUndefined();
  });

  it('are in effect with those of the namespace and of the specification [GEN-11] [REL-05]', () => {
    expect(fanoutInEffect({})).toEqual({
      debounce_ms: 600_000,
      max_wait_ms: 6_000_000,
      rolling_limit: 300_000,
      block_cap: 1_000,
    });
    const namespace = { debounce_ms: 1_000, max_wait_ms: 2_000, rolling_limit: 5 };
    expect(fanoutInEffect({ rolling_limit: 9 }, namespace)).toMatchObject({
      debounce_ms: 1_000,
      max_wait_ms: 2_000,
      rolling_limit: 9,
    });
    expect(fanoutInEffect({ debounce_ms: 3_000 }, namespace).max_wait_ms).toBe(30_000);
    expect(fanoutInEffect({ max_wait_ms: 500 }, namespace).max_wait_ms).toBe(1_000);
    expect(fanoutInEffect({ scope: { created_within: '1d' } }).scope).toEqual({ created_within: '1d' });
  });
});
