import { observedText } from './observed-text';

it('says for how long changes were observed, and that an import counts as every day while that is short [REL-F1]', () => {
  const short = ' (short history)';
  expect([0, 1, 2, 3, 30].map(observedText)).toEqual([
    `less than 1 day${short}`,
    `1 day${short}`,
    `2 days${short}`,
    '3 days',
    '30 days',
  ]);
});
