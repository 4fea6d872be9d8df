import { defaultFreshness, mergeFreshness, parseFreshness } from './parse';

const parse = (value: unknown) => parseFreshness(value, '/freshness');

describe('parseFreshness', () => {
  it('has its defaults [FRS-10]', () => {
    expect(parse({})).toEqual({ policy: 'on_read', debounce_ms: 2_000, max_wait_ms: 20_000, interval: null });
    expect(parse({ debounce_ms: 0 })).toMatchObject({ debounce_ms: 0, max_wait_ms: 0 });
  });

  it.each([
    { debounce_ms: -1 },
    { debounce_ms: 1.5 },
    { max_wait_ms: 1_999 },
    { policy: 'sometimes' },
    { policy: 'interval' },
    { policy: 'interval', interval: '14m' },
    { policy: 'interval', interval: '366d' },
    { interval: '1h' },
    { fanout: { zzz: 1 } },
    { fanout: { scope: { where: {} } } },
    { zzz: 1 },
    [],
    null,
  ])('refuses %j [FRS-01] [FRS-10]', (value) => expect(() => parse(value)).toThrow());

  it('merges a patch [FRS-10]', () => {
    const hourly = parse({ policy: 'interval', interval: '1h' });
    expect(mergeFreshness(hourly, { debounce_ms: 5_000 }, '')).toMatchObject({ max_wait_ms: 50_000, interval: '1h' });
    expect(mergeFreshness(hourly, { policy: 'on_change' }, '')).toMatchObject({ policy: 'on_change', interval: null });
    expect(mergeFreshness(hourly, { policy: null }, '')).toEqual(defaultFreshness);
    expect(mergeFreshness(hourly, null, '')).toEqual(defaultFreshness);
    const explicit = parse({ debounce_ms: 1_000, max_wait_ms: 3_000 });
    expect(() => mergeFreshness(explicit, { debounce_ms: 4_000 }, '')).toThrow('max_wait_ms');
    expect(mergeFreshness(explicit, { debounce_ms: 4_000, max_wait_ms: null }, '').max_wait_ms).toBe(40_000);
  });
});
