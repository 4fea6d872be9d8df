import { defaultPriceList, readPriceList } from './price-list';

const open = { upTo: null, usdPerJudgment: '0.001' };

describe('readPriceList', () => {
  it('keeps the default of every member that is left out', () => {
    expect(readPriceList({})).toEqual(defaultPriceList);
    const { quotas } = defaultPriceList;
    expect(readPriceList({ tiers: [open], tenantUsd: '1', quotas: { team: { judgments: 10 } } })).toEqual({
      tiers: [open],
      tenantUsd: '1',
      pinnedUsdPerGib: defaultPriceList.pinnedUsdPerGib,
      quotas: { ...quotas, team: { ...quotas.team, judgments: 10 } },
    });
  });

  it.each([
    ['tiers that fall', { tiers: [{ upTo: '10', usdPerJudgment: '1' }, { upTo: '9', usdPerJudgment: '1' }, open] }],
    ['a last tier with a bound', { tiers: [{ upTo: '10', usdPerJudgment: '1' }] }],
    ['a tier after the one without a bound', { tiers: [open, open] }],
    ['a binary fraction', { tiers: [{ upTo: null, usdPerJudgment: 0.1 }] }],
    ['no tiers', { tiers: [] }],
    ['an unknown plan', { quotas: { gold: {} } }],
    ['a negative quota', { quotas: { team: { gib: -1 } } }],
    ['an unknown quota', { quotas: { team: { seats: 1 } } }],
    ['a fee that is a binary fraction', { tenantUsd: 0.1 }],
    ['a value that is not an object', 7],
  ])('refuses %s', (_, list) => {
    expect(() => readPriceList(list)).toThrow(Error);
  });
});
