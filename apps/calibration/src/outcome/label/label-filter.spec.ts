import { filterOf, filterView } from './label-filter';

describe('the filter of labels', () => {
  it('has its times in UTC with milliseconds, whatever offset they came with [GEN-03] [S-6]', () => {
    const filter = filterOf({ since: '2026-03-18T13:00:00+01:00', until: '2026-03-19T12:00:00.5z' });
    const window = { since: '2026-03-18T12:00:00.000Z', until: '2026-03-19T12:00:00.500Z' };
    expect(filter).toMatchObject(window);
    expect(filterView(filter)).toEqual({ sources: null, ...window });
    expect(filterView(filterOf(null))).toBeNull();
  });

  it('reads a leap second as the second after it [GEN-03]', () => {
    expect(filterOf({ since: '2016-12-31T23:59:60Z' })).toMatchObject({ since: '2017-01-01T00:00:00.000Z' });
  });
});
