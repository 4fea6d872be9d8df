import { GapError, JudgmentError } from './api-error';

it('errors of another copy of the package are recognized [SDK-08]', () => {
  expect({ [Symbol.for('judgment.error')]: true }).toBeInstanceOf(JudgmentError);
  expect({ [Symbol.for('judgment.error')]: true }).not.toBeInstanceOf(GapError);
});
