import type { Database } from '@app/persistence';
import { keepEpochs, readBuiltInEpochs } from '../copy/engine/epoch.store';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import { readCandidates } from './candidate.store';
import { readOpenBackfills } from './open-backfill.store';

const organization = 'org_left';
const [jev, luna] = [
  { name: 'jev', version: 'current' },
  { name: 'gpt-6-luna', version: 'current' },
] as const;
let db: Database;

interface Made {
  archived?: boolean;
  of?: string;
  key?: string;
  engine?: object;
}

async function judgment(id: string, scope: string, name: string, { archived, of, key, engine = jev }: Made = {}) {
  await db.query(
    `insert into judgment (id, organization, scope, name, active_version, last_version, freshness, thresholds, revision, archived, key)
     values ($1, $2, $3, $4, 1, 1, '{}', '{}', 1, $5, $6)`,
    [id, of ?? organization, scope, name, archived ?? false, key ?? null],
  );
  const definition = { type: 'bool', question: 'Well?', engine, applies_to: { id: { ne: 'x' } } };
  await db.query(
    `insert into judgment_version (judgment_id, version, definition, hash, render_format) values ($1, 1, $2, 'h', 1)`,
    [id, JSON.stringify(definition)],
  );
}

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  await judgment('jdg_template', 'a/*', 'late');
  await judgment('jdg_row', 'a/t1', 'late', { key: 'jdg_template' });
  await judgment('jdg_low', 'a/low/*', 'late', { archived: true });
  await judgment('jdg_luna', 'a/t1', 'mood', { engine: luna });
  await judgment('jdg_beside', 'b', 'late');
  await judgment('jdg_other', 'a/t1', 'late', { of: 'org_other' });
}, 60_000);
afterAll(() => db.close());

const found = async (within: string, engines: Parameters<typeof readCandidates>[3] = [jev], limit = 10) =>
  (await readCandidates(db, organization, within, engines, limit)).map(({ id, scope, without }) => ({
    id,
    scope,
    without,
  }));

describe('judgments whose engine has another source now [CLI-A1]', () => {
  it('are those of the organization, in the scope of the caller, of these engines; narrower ones leave namespaces out', async () => {
    const template = { id: 'jdg_template', scope: 'a/*', without: ['a/t1'] };
    const copy = { id: 'jdg_template', scope: 'a/t1', without: [] };
    const beside = { id: 'jdg_beside', scope: 'b', without: [] };
    expect(await found('*')).toEqual([template, copy, beside]);
    expect(await found('*', [jev], 1)).toEqual([template]);
    expect(await found('a/*')).toEqual([template, copy]);
    expect(await found('b')).toEqual([beside]);
    expect(await found('*', [luna])).toEqual([{ id: 'jdg_luna', scope: 'a/t1', without: [] }]);
    expect(await found('*', [])).toEqual([]);
    const [first] = await readCandidates(db, organization, 'b', [jev], 1);
    expect(first).toMatchObject({ name: 'late', type: 'bool', engine: jev, applies_to: { id: { ne: 'x' } } });
  });

  it('have the backfill of other epochs that is under way on their scope, and no other', async () => {
    const add = (id: string, status: string, request: object, namespace = 'a/*') =>
      db.query(
        `insert into job (id, organization, type, namespace, status, request) values ($1, $2, 'backfill', $3, $4, $5)`,
        [...[id, organization, namespace, status], JSON.stringify({ judgment: 'jdg_template', ...request })],
      );
    await add('job_j1', 'done', { only: ['other_epoch'] });
    await add('job_j2', 'running', { only: ['missing'] });
    await add('job_j3', 'running', { only: ['other_epoch'] });
    await add('job_j4', 'queued', { only: ['other_epoch'] }, 'a/t2');
    const jobOf = await readOpenBackfills(db, organization, ['jdg_template']);
    expect(['a/*', 'a/t2', 'a/t1'].map((scope) => jobOf('jdg_template', scope)?.id)).toEqual([
      'job_j3',
      'job_j4',
      undefined,
    ]);
    expect((await readOpenBackfills(db, 'org_other', ['jdg_template']))('jdg_template', 'a/*')).toBeNull();
    expect((await readOpenBackfills(db, organization, []))('jdg_template', 'a/*')).toBeNull();
  });

  it('the epochs of the built-in engine are those that facts told, and no others', async () => {
    expect(await readBuiltInEpochs(db)).toEqual([]);
    const epoch = (engine_version: string, source: 'built_in' | 'hosted') => ({
      engine_version,
      source,
      probability_source: null,
    });
    const fact = { engine: jev, epochs: [epoch('e2', 'hosted'), epoch('e1', 'built_in')] };
    await keepEpochs(db, fact as unknown as Parameters<typeof keepEpochs>[1]);
    expect(await readBuiltInEpochs(db)).toEqual([{ engine: 'jev', engine_version: 'e1' }]);
  });
});
