import { type Attempted, decide, type Decision, type Outcome } from './retry';

const reply = (status: number, more: object = {}): Outcome => ({
  kind: 'reply',
  status,
  retryAfter: null,
  resetsAt: null,
  isOurs: true,
  ...more,
});
const after = (outcome: Outcome, more: Partial<Attempted> = {}): Decision =>
  decide({ attempt: 1, faults: 1, outcome, leftMs: 60_000, retries: 6, nowMs: 0, random: 0, ...more });

const cases: [string, Decision, Decision][] = [
  ['a lost connection', after({ kind: 'broken' }), { kind: 'wait', ms: 375 }],
  ['its fifth repetition', after({ kind: 'broken' }, { attempt: 5 }), { kind: 'wait', ms: 6_000 }],
  ['one more than retries', after({ kind: 'broken' }, { attempt: 7 }), { kind: 'stop', reason: 'exhausted' }],
  ['a named wait', after(reply(429, { retryAfter: '3' })), { kind: 'wait', ms: 3_000 }],
  ['the latest of a named wait', after(reply(503, { retryAfter: '3' }), { random: 1 }), { kind: 'wait', ms: 3_250 }],
  [
    'a named wait beyond what is left',
    after(reply(503, { retryAfter: '90' })),
    { kind: 'stop', reason: 'too_long', retryAfterMs: 90_000 },
  ],
  [
    'a wait of all that is left',
    after(reply(503, { retryAfter: '3' }), { leftMs: 3_000 }),
    { kind: 'wait', ms: 3_000 },
  ],
  ['an allowance of a day', after(reply(429, { resetsAt: 'x' })), { kind: 'stop', reason: 'daily' }],
  ['a second fault', after(reply(500), { faults: 2 }), { kind: 'wait', ms: 375 }],
  ['a third fault', after(reply(500), { faults: 3 }), { kind: 'stop', reason: 'exhausted' }],
  ["a proxy's third", after(reply(500, { isOurs: false }), { faults: 0, attempt: 3 }), { kind: 'wait', ms: 1_500 }],
  ['a status of a proxy', after(reply(522, { isOurs: false })), { kind: 'wait', ms: 375 }],
  ['the same of the service', after(reply(522)), { kind: 'stop', reason: 'final' }],
  ['a refusal', after(reply(409, { retryAfter: '1' })), { kind: 'stop', reason: 'final', retryAfterMs: 1_000 }],
];

it.each(cases)('%s is answered by the table of retries [SDK-04] [SDK-06]', (_, decision, expected) => {
  expect(JSON.parse(JSON.stringify(decision))).toEqual(expected);
});
