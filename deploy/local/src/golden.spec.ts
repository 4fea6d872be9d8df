import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGolden } from './golden';

const exact = { abs: 0, rel: 0 };

describe('runGolden', () => {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('counts passed, failed and missing by family', async () => {
    const input = { weight: 1, usedBefore: 0, tiers: [{ upTo: null, usdPerJudgment: '0.002' }], requests: [] };
    const cases = [0, 1].map((usedAfter) => ({
      id: `used-${usedAfter}`,
      input,
      expected: { requests: [], usedAfter },
      tolerance: exact,
    }));
    writeFileSync(join(folder, 'billing.json'), JSON.stringify({ family: 'billing', about: '', cases }));
    writeFileSync(join(folder, 'later.json'), JSON.stringify({ family: 'later', about: '', cases }));
    expect(await runGolden(folder)).toEqual([
      {
        family: 'billing',
        cases: 2,
        passed: 1,
        failed: [{ id: 'used-1', difference: '/usedAfter: got 0, want 1' }],
        missing: 0,
      },
      { family: 'later', cases: 2, passed: 0, failed: [], missing: 2 },
    ]);
  });
});
