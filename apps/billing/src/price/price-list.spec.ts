import { defaultPriceList, readPriceList } from './price-list';

const open = { upTo: null, usdPerJudgment: '0.001' };

describe('readPriceList', () => {
  it('keeps the default of what is left out', () => {
    expect(readPriceList({})).toEqual(defaultPriceList);
    expect(readPriceList({ tiers: [open], quotas: { team: 10 } })).toEqual({
      tiers: [open],
      quotas: { ...defaultPriceList.quotas, team: 10 },
    });
  });

  it.each([
    ['steps that fall', { tiers: [{ upTo: '10', usdPerJudgment: '1' }, { upTo: '9', usdPerJudgment: '1' }, open] }],
    ['an end that is not open', { tiers: [{ upTo: '10', usdPerJudgment: '1' }] }],
    ['a step after the open one', { tiers: [open, open] }],
    ['a binary fraction', { tiers: [{ upTo: null, usdPerJudgment: 0.1 }] }],
    ['no steps', { tiers: [] }],
    ['an unknown plan', { quotas: { gold: 1 } }],
    ['a negative quota', { quotas: { team: -1 } }],
    ['no object', 7],
  ])('refuses %s', (_, list) => {
    expect(() => readPriceList(list)).toThrow(Error);
  });
});
