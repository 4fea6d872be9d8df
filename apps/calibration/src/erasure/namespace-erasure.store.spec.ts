import { Call } from '@app/bus';
import { NamespaceDeleted } from '@app/contracts/documents';
import { Database, armKillPoints } from '@app/persistence';
import { openFreshDatabase } from '@app/testing';
import { calibrationSchema } from '../app.schema';
import { NamespaceErasure } from './namespace-erasure';
import { erasedTables } from './namespace-erasure.store';

const organization = 'org_erase';
const filled = 7_000;
let database: Database;
let erasure: NamespaceErasure;

beforeAll(async () => {
  database = await openFreshDatabase(calibrationSchema, 6);
  erasure = new NamespaceErasure(database);
});
afterEach(() => armKillPoints(() => undefined));
afterAll(() => database.close());

/** Fills a namespace with an own judgment, its fit and its table of alternatives, outcomes, windows and items of the queue. */
async function fill(namespace: string): Promise<void> {
  const many = `from generate_series(1, ${filled}) n`;
  const key = `'${organization}', 'jdg ${namespace}', '${namespace}', 'd' || n`;
  const table = 'organization, judgment_id, scope';
  const own = `'${organization}', 'jdg ${namespace}', '${namespace}'`;
  await database.query(`
    insert into judgment (organization, scope, judgment_id, kind, name, revision, active_version, type, outcomes, archived)
      values ('${organization}', '${namespace}', 'jdg ${namespace}', 'judgment', 'late', 1, 1, 'bool', '{}', false);
    insert into fit (id, organization, judgment_id, scope, version, engine_version, read_with, stored, labels, labels_seen,
        labels_changed_at, floor, report, made_at)
      values ('fit ${namespace} ' || clock_timestamp(), '${organization}', 'jdg ${namespace}', '', 1, 'e', 'raw', '{}', '{}', 1, app.now(), 0, '{}', app.now());
    insert into outcome (organization, judgment_id, namespace, document, id, identity, value, escape, source, observed_at)
      select ${key}, 'out' || n, 'x', 'true', false, 'posted', app.now() ${many};
    insert into open_window (organization, judgment_id, namespace, document, scope, answer_id, version, document_version, judged_at)
      select ${key}, '${namespace}', 'ans' || n, 1, 1, app.now() ${many};
    insert into queue_item (organization, judgment_id, namespace, document, answer_id, version, document_version, judged_at,
        shown, reason, weight)
      select ${key}, 'ans' || n, 1, 1, app.now(), '{}', 'random', 1 from generate_series(1, 10) n;
    insert into answer_count (organization, judgment_id, namespace, version, engine_version, counted_at, sampled, counts)
      values ('${organization}', 'jdg ${namespace}', '${namespace}', 1, 'e', app.now(), false, '{1}');
    insert into answer_week (organization, judgment_id, namespace, version, engine_version, week, counted_at, sampled, counts)
      values ('${organization}', 'jdg ${namespace}', '${namespace}', 1, 'e', '2026-11-23', app.now(), false, '{1}');
    insert into alternative_answer (organization, judgment_id, namespace, answer_id, run, alternative, units, tokens, cost_usd, answered_at)
      select ${key}, '${namespace}', 'alt', 0, 0, 0, app.now() ${many};
    insert into alternative (${table}, version, id, definition, drafted, named_by, named_at)
      values (${own}, 1, 'alt', '{"question": "Is it \\u0000?"}', false, 'key:k', app.now());
    insert into alternative_quote (${table}, name, generation, fingerprint, status, moved_at)
      values (${own}, 'late', 1, '', 'ready', app.now());
    insert into alternative_score (${table}, month, version, engine_version, alternative, in_k, run, labels, score, scored_at)
      values (${own}, '2026-11', 1, 'e', 'alt', true, 'run', '', '{}', app.now());
    insert into alternative_month (${table}, month, version, engine_version, sample) values (${own}, '2026-11', 1, 'e', '{ans1}');
    insert into alternative_run (${table}, run, name, version, engine_version, generation, free, automatic, state, started_at)
      values (${own}, 'run ${namespace} ' || clock_timestamp(), 'late', 1, 'e', 1, false, false, 'ended', app.now());
    insert into repeat_run (${table}, run, name, version, engine_version, state, answers, estimate, priced_at)
      values (${own}, 'rep ${namespace} ' || clock_timestamp(), 'late', 1, 'e', 'quoted', 10, '{}', app.now())`);
}

async function left(namespace: string): Promise<number[]> {
  const counts = await Promise.all(
    erasedTables.map((table) =>
      database.query<{ n: number }>(
        `select count(*)::int as n from ${table} where organization = $1 and judgment_id = $2`,
        [organization, `jdg ${namespace}`],
      ),
    ),
  );
  return counts.map(({ rows }) => rows[0].n);
}
const full = [filled, filled, 10, 1, 1, filled, 1, 1, 1, 1, 1, 1, 1, 1];
const nothing = full.map(() => 0);
const deletionOf = (namespace: string, revision = 5): NamespaceDeleted => ({ organization, namespace, revision });

describe('the erasure of a deleted namespace', () => {
  it.each([
    ['begun', 1],
    ['piece', 1],
    ['piece', 4],
  ])('continues after a kill at %s %i and leaves other namespaces alone [defect S-M2] [JOB-06]', async (point, nth) => {
    const [gone, neighbour] = [`e/${point}${nth}`, `e/${point}${nth}/beside`];
    await fill(gone);
    await fill(neighbour);
    let times = 0;
    armKillPoints((name) => {
      if (name === `calibration.namespace-erase.${point}` && ++times === nth) throw new Error('killed');
    });
    await expect(erasure.erase(deletionOf(gone), Call.within())).rejects.toThrow('killed');
    armKillPoints(() => undefined);
    expect((await left(gone)).reduce((a, b) => a + b)).toBeGreaterThan(0);
    expect(await erasure.erase(deletionOf(gone), Call.within())).toEqual({ applied: true });
    expect(await left(gone)).toEqual(nothing);
    expect(await left(neighbour)).toEqual(full);
  });

  it("works in pieces of bounded size, and replies `unavailable` when the caller's time ends [defect S-M2]", async () => {
    await fill('e/late');
    const sizes: number[] = [];
    let before = full;
    armKillPoints(async (name) => {
      if (name !== 'calibration.namespace-erase.piece') return;
      const now = await left('e/late');
      sizes.push(...before.map((count, i) => count - now[i]));
      before = now;
    });
    let tries = 0;
    const again = async (): Promise<void> => {
      tries += 1;
      const done = await erasure.erase(deletionOf('e/late'), Call.within(0)).catch((error: { code?: string }) => {
        expect(error.code).toBe('unavailable');
        return null;
      });
      if (!done) await again();
    };
    await again();
    expect(await left('e/late')).toEqual(nothing);
    expect(tries).toBeGreaterThanOrEqual(5);
    expect(Math.max(...sizes)).toBeLessThan(filled);
  });

  it('comes again late and leaves a namespace alone that was created again under the name [defect S-M2]', async () => {
    await fill('e/again');
    await erasure.erase(deletionOf('e/again'), Call.within());
    await fill('e/again');
    for (const revision of [5, 4]) {
      expect(await erasure.erase(deletionOf('e/again', revision), Call.within())).toEqual({ applied: true });
      expect(await left('e/again')).toEqual(full);
    }
    await erasure.erase(deletionOf('e/again', 9), Call.within());
    expect(await left('e/again')).toEqual(nothing);
  });
});
