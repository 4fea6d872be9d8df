import { ConnectionError, GapError, JudgmentError, UsageError } from './api-error';

it('errors of another copy of the package are recognized by their kind [SDK-08]', () => {
  const other = { [Symbol.for('judgment.error')]: true, name: 'GapError' };
  expect(other).toBeInstanceOf(JudgmentError);
  expect(other).toBeInstanceOf(GapError);
  expect(other).not.toBeInstanceOf(ConnectionError);
  expect({ name: 'GapError' }).not.toBeInstanceOf(GapError);
});

it('a class of a program that extends an error is no kind of the package [SDK-08]', () => {
  class Mine extends UsageError {}
  expect(new UsageError('mend it')).not.toBeInstanceOf(Mine);
  expect(new Mine('mend it')).toBeInstanceOf(UsageError);
});
