/** How a fault looks on the wire: a status, a connection that broke, or one that stays silent. */
export type OnTheWire = number | 'broken' | 'silent';

/**
 * One fault and the reaction that docs/engines.md#errors-and-retries asks for when it is met at every attempt. The
 * simulator's spec checks `wire`, the adapter's spec all the rest; class and reason are plain texts, for this file may
 * not depend on the adapter it judges.
 */
export interface FaultRow {
  fault: string;
  wire: OnTheWire;
  /** Failure class of one attempt; null when the reply is good. */
  class: string | null;
  /** Attempts until the adapter gives its outcome. */
  attempts: number;
  /** Sum of the waits between them, in ms, with jitter drawn as 0.5 under a fake clock. */
  waitedMs: number;
  /** `answered`, or the reason of the whole call. */
  outcome: string;
  /** Only in this dialect; left out: in both. */
  dialect?: 'openai_decisions';
  /** Per question of {@link faultAsk} (bool, choice, score): `ok` or its reason; left out when all are alike. */
  parts?: readonly [bool: string, choice: string, score: string];
}

const good = { class: null, attempts: 1, waitedMs: 0, outcome: 'answered' };
const bad = { wire: 200, class: 'bad_answer', attempts: 2, waitedMs: 0 } as const;
const overload = { class: 'overload', attempts: 4, waitedMs: 1750, outcome: 'engine_unavailable' };
const rate = { wire: 429, class: 'rate', attempts: 4, outcome: 'engine_unavailable' } as const;
const stall = { class: 'stall', attempts: 2, waitedMs: 0, outcome: 'engine_unavailable' };
const final = { attempts: 1, waitedMs: 0 };
const B = 'engine_bad_answer';
const R = 'engine_refused';

/** Every fault of docs/engines.md#faults, in both dialects unless a row names one. */
export const faultTable: readonly FaultRow[] = [
  { fault: 'ok', wire: 200, ...good },
  { fault: '429', ...rate, waitedMs: 3500 },
  { fault: '429:seconds=2', ...rate, waitedMs: 6000 },
  { fault: '429:date=3', ...rate, waitedMs: 9000 },
  { fault: '429:ms=40', ...rate, waitedMs: 120 },
  { fault: '429:garbage', ...rate, waitedMs: 3500 },
  {
    fault: '429:quota',
    dialect: 'openai_decisions',
    wire: 429,
    class: 'quota',
    ...final,
    outcome: 'engine_unavailable',
  },
  { fault: '529', wire: 529, ...overload },
  { fault: '503', wire: 503, ...overload },
  { fault: '503:seconds=1', wire: 503, ...overload, waitedMs: 3000 },
  { fault: '500', wire: 500, ...overload },
  { fault: '408', wire: 408, ...overload },
  { fault: '502html', wire: 502, ...overload },
  { fault: '504html:after=10', wire: 504, ...stall },
  { fault: '401', wire: 401, class: 'auth', ...final, outcome: 'engine_unavailable' },
  { fault: '403', wire: 403, class: 'auth', ...final, outcome: 'engine_unavailable' },
  { fault: '413', wire: 413, class: 'bad_request', ...final, outcome: 'engine_rejected' },
  { fault: '422', wire: 422, class: 'bad_request', ...final, outcome: 'engine_rejected' },
  { fault: 'hang:20', wire: 'broken', ...overload },
  { fault: 'hang:forever', wire: 'silent', ...stall },
  { fault: 'hang_headers', wire: 'silent', ...stall },
  { fault: 'hang_body', wire: 'silent', ...stall },
  { fault: 'drip:64/1', wire: 200, ...good },
  { fault: 'drip:1/40', wire: 'silent', ...stall },
  { fault: 'reset', wire: 'broken', ...overload },
  { fault: 'reset_mid', wire: 'broken', ...stall },
  { fault: 'badjson', ...bad, outcome: B },
  { fault: 'cut', ...bad, outcome: B },
  { fault: 'empty', ...bad, outcome: B },
  { fault: 'html200', wire: 200, ...stall },
  { fault: 'wrongtype', wire: 200, ...good },
  { fault: 'huge', ...bad, outcome: B },
  { fault: 'redirect', wire: 307, class: 'bad_request', ...final, outcome: 'engine_rejected' },
  { fault: 'missing', ...bad, outcome: 'answered', parts: [B, 'ok', 'ok'] },
  { fault: 'missing:q1', ...bad, outcome: 'answered', parts: ['ok', B, 'ok'] },
  { fault: 'extra', ...bad, outcome: B },
  { fault: 'swap', ...bad, outcome: 'answered', parts: [B, B, 'ok'] },
  { fault: 'reorder', wire: 200, ...good },
  { fault: 'type', ...bad, outcome: 'answered', parts: [B, 'ok', 'ok'] },
  { fault: 'nan', ...bad, outcome: B },
  { fault: 'inf', ...bad, outcome: 'answered', parts: [B, 'ok', 'ok'] },
  { fault: 'null', ...bad, outcome: 'answered', parts: [B, B, B] },
  { fault: 'string', ...bad, outcome: 'answered', parts: [B, B, B] },
  { fault: 'over', ...bad, outcome: 'answered', parts: [B, B, B] },
  { fault: 'negative', ...bad, outcome: 'answered', parts: [B, B, B] },
  { fault: 'sum', ...bad, outcome: 'answered', parts: ['ok', B, B] },
  { fault: 'nokey', ...bad, outcome: 'answered', parts: ['ok', B, 'ok'] },
  { fault: 'plus', ...bad, outcome: 'answered', parts: ['ok', B, 'ok'] },
  { fault: 'legend1', ...bad, outcome: 'answered', parts: ['ok', 'ok', B] },
  { fault: 'scoreoff', ...bad, outcome: 'answered', parts: ['ok', 'ok', B] },
  { fault: 'wrongchoice', ...bad, outcome: 'answered', parts: ['ok', B, 'ok'] },
  { fault: 'tie', wire: 200, ...good },
  { fault: 'flat', wire: 200, ...good },
  { fault: 'allzero', ...bad, outcome: 'answered', parts: ['ok', B, B] },
  { fault: 'usage_null', wire: 200, ...good },
  { fault: 'usage_float', wire: 200, ...good },
  { fault: 'usage_missing', wire: 200, ...good },
  { fault: 'drift:model=jev-1.15.0', wire: 200, ...good },
  { fault: 'proto', ...bad, outcome: B },
  { fault: 'noname', dialect: 'openai_decisions', ...bad, outcome: B },
  { fault: 'refuse:q1', dialect: 'openai_decisions', wire: 200, ...good, parts: ['ok', R, 'ok'] },
  { fault: 'refuse:all', dialect: 'openai_decisions', wire: 200, ...good, parts: [R, R, R] },
];

/** The rows that count in a dialect. */
export function faultsOf(dialect: 'systemone' | 'openai_decisions'): readonly FaultRow[] {
  return faultTable.filter((row) => row.dialect === undefined || row.dialect === dialect);
}

/** What is asked in each row, in the terms of an asker: one question of each type. */
export const faultAsk = {
  context: 'Third broken lamp. I am done with you.',
  questions: [
    { type: 'bool', question: 'Is a refund asked for?' },
    {
      type: 'choice',
      question: 'Which team?',
      options: [
        { value: 'billing', description: 'invoices and money back' },
        { value: 'shipping', description: 'parcels and damage on the way' },
      ],
    },
    {
      type: 'score',
      question: 'How upset is the customer?',
      levels: [
        { value: 1, description: 'calm' },
        { value: 2, description: 'mildly annoyed' },
        { value: 4, description: 'furious' },
      ],
    },
  ],
} as const;
