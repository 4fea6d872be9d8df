import { LongPolls, longPollsOfSession } from './long-polls';

it('one session waits with eight requests at most, and another is not held back', () => {
  const polls = new LongPolls();
  const leave = Array.from({ length: longPollsOfSession }, () => polls.enter('ses_1'));
  expect(() => polls.enter('ses_1')).toThrow(
    expect.objectContaining({
      code: 'rate_limited',
      details: { rate_limit: 'per_key', limit: 'long_polls_per_session' },
    }),
  );
  expect(() => polls.enter('ses_2')).not.toThrow();
  leave[0]();
  const again = polls.enter('ses_1');
  expect(() => polls.enter('ses_1')).toThrow();
  [...leave.slice(1), again].forEach((end) => end());
  expect(Array.from({ length: longPollsOfSession }, () => polls.enter('ses_1'))).toHaveLength(longPollsOfSession);
});
