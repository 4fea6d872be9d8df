import { checkBody } from './check';
import { SubscriptionBody } from './documents';

describe('a member that does not match its pattern', () => {
  it('is refused as a duration where one is wanted, with what one looks like [defect E-L5]', () => {
    expect(() => checkBody(SubscriptionBody, { filter: {}, min_hold: '5 lightyears' })).toThrow(
      expect.objectContaining({
        message: '`/min_hold` must be digits and one of ms, s, m, h, d, such as 30m.',
        details: { reason: 'bad_duration', path: '/min_hold' },
      }) as Error,
    );
  });
});
