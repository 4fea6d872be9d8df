import { whileDrifting } from './while-drifting';

const ranks = { code: 'ranks_nothing', message: 'm' };

it('promises nothing while the last 30 days drift, says why, and leaves a threshold of costs without a promise [ST-F1]', () => {
  const found = { holds: true, notices: [ranks], threshold: 0.4 };
  expect(whileDrifting(found, false)).toBe(found);
  const drifting = whileDrifting(found, true);
  expect(drifting).toMatchObject({ holds: false, threshold: 0.4 });
  expect(drifting.notices.map(({ code }) => code)).toEqual(['ranks_nothing', 'drifted']);
  expect(whileDrifting({ holds: null, threshold: 0.4, notices: undefined }, true)).toMatchObject({
    holds: null,
    notices: [{ code: 'drifted' }],
  });
});
