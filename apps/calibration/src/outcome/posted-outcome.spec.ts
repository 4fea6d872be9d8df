import { OutcomeBody } from '@app/contracts/calibration';
import { maxAheadMs } from '@app/definition';
import { checkValue, momentOf, readOutcomes, refuseFuture, unnamedIdentity } from './posted-outcome';

const dayMs = 86_400_000;
const at = '2026-03-18T12:00:00.000Z';
const refusal = (bodies: object[]) => {
  try {
    readOutcomes(bodies as OutcomeBody[]);
    return null;
  } catch (error) {
    return (error as { details: { reason: string; path: string } }).details;
  }
};

describe('readOutcomes', () => {
  it.each([
    ['the value null', { value: null, observed_at: at }, 'bad_type', '/outcomes/0/value'],
    ['an outcome without value and escape', { observed_at: at }, 'missing_field', '/outcomes/0/value'],
    ['escape false without a value', { escape: false, observed_at: at }, 'missing_field', '/outcomes/0/value'],
    ['value together with escape', { value: 'a', escape: true, observed_at: at }, 'bad_type', '/outcomes/0/escape'],
    ['an outcome without a time', { value: true }, 'missing_field', '/outcomes/0/observed_at'],
    ['as_of without observed_at', { value: true, as_of: at }, 'missing_field', '/outcomes/0/observed_at'],
    ['as_of that is no time', { value: true, observed_at: at, as_of: 'newest' }, 'bad_timestamp', '/outcomes/0/as_of'],
    [
      'a month that does not exist',
      { value: true, observed_at: '2026-13-01T00:00:00Z' },
      'bad_timestamp',
      '/outcomes/0/observed_at',
    ],
    [
      'a time before the year 1',
      { value: true, observed_at: '0000-01-01T00:00:00Z' },
      'bad_timestamp',
      '/outcomes/0/observed_at',
    ],
  ])('refuses %s [OUT-09]', (_, body, reason, path) => {
    expect(refusal([{ document: 'd', ...body }])).toEqual({ reason, path });
  });

  it('refuses the same outcome twice in a request, also with another spelling of its time', () => {
    const twice = [
      { document: 'd', value: true, observed_at: at },
      { document: 'd', value: false, observed_at: '2026-03-18T13:00:00+01:00' },
    ];
    expect(refusal(twice)).toEqual({ reason: 'duplicate', path: '/outcomes/1' });
    expect(refusal([twice[0], { ...twice[1], as_of: at }, { ...twice[1], document: 'e' }])).toBeNull();
  });

  it('needs no time together with an answer or with as_of latest [OUT-09]', () => {
    const read = readOutcomes([
      { document: 'd', value: true, answer: 'ans_1' },
      { document: 'd', value: true, as_of: 'latest' },
    ]);
    expect(read.map(({ observedAtMs, identity }) => [observedAtMs, identity])).toEqual([
      [null, 'answer=ans_1'],
      [null, 'as_of=latest'],
    ]);
    expect(read.map(unnamedIdentity)).toEqual([null, null]);
  });
});

describe('refuseFuture', () => {
  const observed = (aheadMs: number) =>
    readOutcomes([
      { document: 'a', value: true, as_of: 'latest' },
      { document: 'b', value: true, observed_at: new Date(Date.parse(at) + aheadMs).toISOString() },
    ]);
  it('allows five minutes of clocks and no more [defect E-M10] [OUT-09]', () => {
    expect(() => refuseFuture(observed(maxAheadMs), Date.parse(at))).not.toThrow();
    const details = { reason: 'bad_timestamp', path: '/outcomes/1/observed_at' };
    for (const aheadMs of [maxAheadMs + 1, Date.parse('9999-12-31T23:59:59Z') - Date.parse(at)]) {
      expect(() => refuseFuture(observed(aheadMs), Date.parse(at))).toThrow(expect.objectContaining({ details }));
    }
  });
});

describe('momentOf', () => {
  const moment = (body: object) =>
    momentOf(readOutcomes([{ document: 'd', value: true, ...body } as OutcomeBody])[0], 14 * dayMs);
  it('is one horizon before observed_at, unless the outcome has as_of or answer [OUT-09]', () => {
    expect(moment({ observed_at: at })).toEqual({ document: 'd', as_of: '2026-03-04T12:00:00.000Z' });
    expect(moment({ observed_at: at, as_of: at })).toEqual({ document: 'd', as_of: at });
    expect(moment({ as_of: 'latest' })).toEqual({ document: 'd', as_of: null });
    expect(moment({ observed_at: at, answer: 'ans_1' })).toEqual({ document: 'd', as_of: null, answer: 'ans_1' });
    expect(moment({ observed_at: '0001-01-01T00:00:00Z' }).as_of).toBe('0001-01-01T00:00:00.000Z');
  });
});

describe('checkValue', () => {
  const choice = { type: 'choice', options: ['a', 'b'], levels: null };
  const score = { type: 'score', options: null, levels: [1, 2, 5] };
  const bool = { type: 'bool', options: null, levels: null };
  const check = (body: object, judgment: typeof choice | typeof score | typeof bool) => () =>
    checkValue(readOutcomes([{ document: 'd', observed_at: at, ...body } as OutcomeBody])[0], judgment);

  it.each([
    [{ value: 'yes' }, bool, 'bad_type'],
    [{ value: 1 }, bool, 'bad_type'],
    [{ escape: true }, bool, 'bad_type'],
    [{ value: 'c' }, choice, 'bad_enum'],
    [{ value: true }, choice, 'bad_type'],
    [{ value: 5.1 }, score, 'bad_bounds'],
    [{ value: '2' }, score, 'bad_type'],
  ])('refuses %j of %j', (body, judgment, reason) => {
    expect(check(body, judgment)).toThrow(expect.objectContaining({ details: expect.objectContaining({ reason }) }));
  });

  it('takes values that the type has', () => {
    expect(check({ value: false }, bool)).not.toThrow();
    expect(check({ value: 'b' }, choice)).not.toThrow();
    expect(check({ escape: true }, choice)).not.toThrow();
    expect(check({ value: 3.3 }, score)).not.toThrow();
  });
});
