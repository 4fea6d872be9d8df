import { Problem } from '@app/problem';
import { isSlow } from './slow-store';

const fault = (message: string, code?: string): Problem =>
  new Problem(
    'unavailable',
    'The database is not answering.',
    {},
    { cause: Object.assign(new Error(message), { code }) },
  );

describe('a database that does not answer', () => {
  it.each([
    fault('timeout exceeded when trying to connect'),
    fault('Query read timeout'),
    fault('canceling statement due to statement timeout', '57014'),
    fault('sorry, too many clients already', '53300'),
    fault('could not extend file', '53100'),
    fault('canceling statement due to lock timeout', '55P03'),
    Object.assign(new Error('deadlock detected'), { code: '40P01' }),
  ])('is slow for %s [defect S-M1]', (error) => expect(isSlow(error)).toBe(true));

  it.each([
    fault('connect ECONNREFUSED', 'ECONNREFUSED'),
    fault('terminating connection due to administrator command', '57P01'),
    fault('the database system is starting up', '57P03'),
    fault('Connection terminated unexpectedly'),
    Object.assign(new Error('relation "idempotency" does not exist'), { code: '42P01' }),
    'nothing',
  ])('is away for %s [IDEM-06]', (error) => expect(isSlow(error)).toBe(false));
});
