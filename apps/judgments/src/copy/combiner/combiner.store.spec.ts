import type { FitMade } from '@app/contracts/documents';
import { Database } from '@app/persistence';
import { beginErasure } from '../../erasure/namespace-erasure.store';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import { applyCombiner, readCombinersOf } from './combiner.store';

const organization = 'org_combiner';
const weights = { intercept: 0, slope: null, parts: [{ name: 'a', slope: 1, typical: 0 }], features: [], floor: 1e-6 };
const made = (fit: string, revision: number, more: Partial<FitMade> = {}): FitMade => ({
  organization,
  judgment_id: 'jdg_c',
  fit,
  version: 1,
  engine_version: 'e1',
  read_with: 'calibrated',
  parameters: { type: 'bool', map: { kind: 'raw' }, weights },
  revision,
  ...more,
});
let db: Database;

/** The fit in force by epoch. */
async function inForce(copiedTo: string | null, version = 1): Promise<Record<string, string>> {
  const [found] = await readCombinersOf(db, [{ judgmentId: 'jdg_c', version, copiedTo }]);
  return Object.fromEntries([...found].map(([epoch, { fit }]) => [epoch, fit]));
}

beforeAll(async () => {
  db = await openJudgmentsDatabase();
});
afterAll(() => db.close());
beforeEach(() => db.query('truncate combiner'));

describe('a combiner', () => {
  it('is the one of the greatest revision, of its own version and epoch [JDG-13]', async () => {
    for (const fact of [made('fit_2', 2), made('fit_1', 1), made('fit_3', 1, { engine_version: 'e2' })]) {
      await applyCombiner(db, fact);
    }
    expect(await inForce(null)).toEqual({ e1: 'fit_2', e2: 'fit_3' });
    expect(await inForce(null, 2)).toEqual({});
  });

  it('ends with a newer fit that combines nothing', async () => {
    await applyCombiner(db, made('fit_1', 1));
    await applyCombiner(db, made('fit_2', 2, { read_with: 'raw', parameters: { type: 'bool', map: { kind: 'raw' } } }));
    expect(await inForce(null)).toEqual({});
  });

  it('of a detached copy comes before its template’s, and goes with the namespace', async () => {
    await db.query(
      `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision)
       values ('jdg_c', $1, 'x/*', 'late', 1, 1, '{}', '{}', 1)`,
      [organization],
    );
    await applyCombiner(db, made('fit_1', 1));
    await applyCombiner(db, made('fit_2', 2, { scope: 'x/own' }));
    expect([await inForce('x/own'), await inForce('x/other'), await inForce(null)]).toEqual([
      { e1: 'fit_2' },
      { e1: 'fit_1' },
      { e1: 'fit_1' },
    ]);
    await db.transaction('spec', (tx) => beginErasure(tx, { organization, namespace: 'x/own', revision: 1 }));
    expect(await inForce('x/own')).toEqual({ e1: 'fit_1' });
  });
});
