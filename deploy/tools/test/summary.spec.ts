import { Row, faultsOfQuiet, summaryOf } from './summary.cjs';

const row = (name: string, more: Partial<Row> = {}): Row => ({
  name,
  ok: true,
  seconds: 10,
  shareS: 60,
  passed: 0,
  failed: 0,
  failures: [],
  secondTries: [],
  files: [],
  ...more,
});

const failure = (title: string, reason = '') => ({ title, reason });

describe('the end of a run', () => {
  it('counts steps and tests in its last line', () => {
    const rows = [
      row('eslint'),
      row('jest unit', { passed: 12 }),
      row('jest e2e', { ok: false, passed: 3, failed: 2 }),
    ];
    expect(summaryOf(rows, 1).at(-1)).toBe('17 passed, 3 failed');
    expect(summaryOf([], 0).at(-1)).toBe('0 passed, 0 failed');
  });

  it('says how many stacks a step opened', () => {
    const notes = ['2 stacks opened: replicas 24 s, shared 9 s'];
    expect(summaryOf([row('jest e2e', { notes })], 1).slice(-3, -1)).toEqual([...notes, 'all steps: 1.0 min']);
  });

  it('names what passed only at its second try in the lines before the last, and fails nothing for it', () => {
    const lines = summaryOf(
      [
        row('jest real', { passed: 5, secondTries: [failure('a.spec.ts: one', 'late'), failure('a.spec.ts: two')] }),
        row('jest e2e'),
      ],
      12.34,
    );
    expect(lines.slice(-5)).toEqual([
      'all steps: 12.3 min',
      'SECOND TRY jest real: a.spec.ts: one',
      '  late',
      'SECOND TRY jest real: a.spec.ts: two',
      '7 passed, 0 failed',
    ]);
  });

  it('names what failed, of failed steps alone, after everything else', () => {
    const failures = [failure('b.e2e.ts: breaks')];
    const broken = row('jest e2e', { ok: false, failed: 1, failures, secondTries: [failure('c.e2e.ts: wavers')] });
    const lines = summaryOf([broken, row('jest real', { failures })], 1);
    expect(lines.filter((line) => line.startsWith('FAILED'))).toHaveLength(1);
    expect(lines.slice(-3)).toEqual([
      'SECOND TRY jest e2e: c.e2e.ts: wavers',
      'FAILED jest e2e: b.e2e.ts: breaks',
      '1 passed, 2 failed',
    ]);
  });

  it('counts a fault of a run on a quiet machine among what failed, and names it last', () => {
    const lines = summaryOf([row('jest unit', { passed: 12 })], 1, ['2 tests passed only at their second try']);
    expect(lines.slice(-2)).toEqual([
      'FAILED on a quiet machine: 2 tests passed only at their second try',
      '13 passed, 1 failed',
    ]);
  });

  it('warns of a step past its share, unless it has none', () => {
    const lines = summaryOf(
      [
        row('jest real', { seconds: 312.4, shareS: 240 }),
        row('jest e2e', { seconds: 240, shareS: 240 }),
        row('jest unit', { seconds: 9_000, shareS: undefined }),
      ],
      1,
    );
    expect(lines.filter((line) => line.startsWith('SLOW'))).toEqual(['SLOW jest real: 312 s of 240 s']);
  });

  it('shows each step with its time and share, and the ten slowest files of all steps', () => {
    const files = (step: string, from: number) =>
      Array.from({ length: 8 }, (_, i) => ({ file: `${step}${i}.ts`, seconds: from + 2 * i, failed: [] }));
    const lines = summaryOf(
      [
        row('types'),
        row('jest unit', { passed: 40, cpuS: 19.6, files: files('u', 1) }),
        row('jest real', { files: files('r', 2) }),
      ],
      1,
    );
    expect(lines.slice(1, 5)).toEqual([
      'step         result   tests  failed seconds     cpu   share',
      'types        ok           0       0    10.0              60',
      'jest unit    ok          40       0    10.0      20      60',
      'jest real    ok           0       0    10.0              60',
    ]);
    const from = lines.indexOf('slowest files:') + 1;
    const slowest = lines.slice(from, lines.indexOf('', from));
    expect(slowest).toHaveLength(10);
    expect(slowest.slice(0, 3)).toEqual([
      '   16.0 s  r7.ts (jest real)',
      '   15.0 s  u7.ts (jest unit)',
      '   14.0 s  r6.ts (jest real)',
    ]);
  });

  it('names each file of a step that was cut, before what failed', () => {
    const files = [
      { file: 'a.spec.ts', seconds: 1, failed: [] },
      { file: 'b.spec.ts', seconds: 1, failed: [failure('b')] },
    ];
    const cut = { underWay: ['c.spec.ts'], notReached: ['d.spec.ts', 'e.spec.ts'] };
    const failures = [failure('was stopped')];
    expect(summaryOf([row('jest real', { ok: false, failures, files, cut })], 80).slice(-7)).toEqual([
      'PASSED jest real: 1 files: a.spec.ts',
      'UNDER WAY jest real: c.spec.ts',
      'NOT REACHED jest real: d.spec.ts',
      'NOT REACHED jest real: e.spec.ts',
      'all steps: 80.0 min',
      'FAILED jest real: was stopped',
      '0 passed, 1 failed',
    ]);
  });

  it('names what a quiet machine does not excuse: second tries, and steps past 1.5 times their shares together', () => {
    const steps = [row('one', { seconds: 100 }), row('two', { seconds: 80 }), row('three', { shareS: undefined })];
    expect(faultsOfQuiet(steps)).toEqual([]);
    const late = 'the steps took 271 s together and may take 270 s';
    expect(faultsOfQuiet([...steps, row('four', { seconds: 91 })])).toEqual([late]);
    const tries = [failure('a'), failure('b')];
    expect(faultsOfQuiet([row('five', { secondTries: tries })])).toEqual(['2 tests passed only at their second try']);
  });
});
