import { driftsOf, driftType, needsOf, needTypes, silentOf } from './need';

const now = Date.parse('2026-11-25T12:00:00Z');
const told = (type: string, at: string, data: object) => ({ id: `${type} ${at}`, type, timestamp: at, data });
const [early, late] = ['2026-11-10T00:00:00Z', '2026-11-25T00:00:00Z'];

it('shows a pause until judging goes on, namespace by namespace', () => {
  const needs = needsOf(
    [
      told('namespace.budget_resumed', late, { namespace: 'a' }),
      told('namespace.budget_paused', early, { namespace: 'b' }),
      told('namespace.budget_paused', early, { namespace: 'a' }),
      told('namespace.budget_resumed', early, { namespace: 'b' }),
    ],
    now,
  );
  expect(needs.map(({ namespace, page, at }) => [namespace, page, at])).toEqual([['b', 'namespace', early]]);
});

it('shows what nothing closes for a week, once', () => {
  const ready = (at: string) => told('alternatives.ready', at, { namespace: 'a', judgment: 'late' });
  expect(needsOf([ready(late), ready(early)], now)).toHaveLength(1);
  expect(needsOf([ready(early)], now)).toEqual([]);
});

it('reads the closing types, too, and passes over a type of a later service', () => {
  expect(needTypes).toEqual(expect.arrayContaining(['namespace.budget_resumed', 'judgment.fanout_caught_up']));
  expect(needsOf([told('weather.changed', late, {})], now)).toEqual([]);
});

it('shows active engines whose circuit is open, and says nothing where a service before circuits answers [ENG-11]', () => {
  const closed = { state: 'closed', since: null };
  const open = { state: 'open', since: late };
  const engines = [
    { name: 'jev', active: true, circuit: open },
    { name: 'gpt-6-luna', active: true, circuit: closed },
    { name: 'off', active: false, circuit: open },
    { name: 'old', active: true },
  ];
  expect(silentOf(engines)).toEqual([{ name: 'jev', since: late }]);
});

it('shows judgments whose newest fit says that they are read worse lately, for the 30 days that it speaks of [CAL-03]', () => {
  const fitted = (judgment: string, at: string, more: object) =>
    told(driftType, at, { namespace: 'a', judgment, ...more });
  const needs = driftsOf(
    [
      fitted('better', late, { drift_worse: false }),
      fitted('worse', late, { drift_worse: true }),
      fitted('better', early, { drift_worse: true }),
      fitted('worse', early, { drift_worse: true }),
      fitted('of a service before', late, {}),
      fitted('long ago', '2026-10-20T02:00:00Z', { drift_worse: true }),
    ],
    now,
  );
  expect(needs).toMatchObject([{ judgment: 'worse', namespace: 'a', at: late, page: 'calibration' }]);
});
