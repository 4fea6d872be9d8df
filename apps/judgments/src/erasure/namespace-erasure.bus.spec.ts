import { Call } from '@app/bus';
import { Applied, namespaceDeleted } from '@app/contracts/documents';
import { Database, armKillPoints, newId } from '@app/persistence';
import { FakeService } from '@app/testing';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { OpenJudgments, openJudgments } from '../testing/open-judgments';
import { NamespaceErasure } from './namespace-erasure';
import { erasedTables } from './namespace-erasure.store';

const organization = newId('org');
const filled = 7_000;
let judgments: OpenJudgments;
let db: Database;
let documents: FakeService;

beforeAll(async () => {
  judgments = await openJudgments([{}, {}]);
  ({ db, documents } = judgments);
});
afterEach(() => armKillPoints(() => undefined));
afterAll(() => judgments.stop());

/** Fills a namespace with rows in every table, its answers in two partitions. */
async function fill(namespace: string): Promise<string> {
  const id = await judgments.replicas[0].app.get(NamespaceStore).readIdOf({ organization, namespace });
  const many = `from generate_series(1, ${filled}) n`;
  const at = `app.now() - (n % 2) * interval '1 month'`;
  await db.query(`
    insert into head (namespace_id, document_id, judgment_id, record, document_version, seen, recorded_at)
      select ${id}, 'd' || n, 'jdg', n, 1, 1, app.now() ${many};
    insert into answer (namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name,
        engine_ref, judged_at, context_hash, truncated, body, units, ask_id)
      select ${id}, 'd' || n, 'jdg', n, 'ans', 1, 1, 1, 'jev', 'current', ${at}, 'h', false, '{}', 1, 'ask' ${many};
    insert into answer_keeping select * from answer where namespace_id = ${id} and document_id = 'd1';
    insert into context (namespace_id, document_id, hash, month, document_version, format, tokens, text)
      select ${id}, 'd' || n, 'h', date_trunc('month', ${at}, 'UTC'), 1, 1, 1, 'x' ${many};
    insert into kept_context (namespace_id, document_id, judgment_id, answer_id, version, hash, document_version, format, tokens,
        truncated, text, keep_until)
      values (${id}, 'd1', 'jdg', 'ans', 1, 'h', 1, 1, 1, false, 'x', app.now() + interval '100 days');
    insert into rolling (namespace_id, judgment_id, used) values (${id}, '*', 3);
    insert into rolling_use (namespace_id, at, judgment_id, asked) values (${id}, app.now(), 'jdg', 3);
    insert into deferral (namespace_id, judgment_id, name, resumes_at, told_at, is_swept, seen_revision)
      values (${id}, 'jdg', 'late', 'infinity', 'infinity', true, 1000000);
    insert into pending (namespace_id, document_id, judgment_id, lane, due_at, wanted_at, max_wait_ms, touches, version)
      select ${id}, 'd' || n, 'jdg', 1, app.now() + interval '1 day', app.now(), 0, 1, 1 from generate_series(1, 10) n;
    insert into turn (lane, namespace_id, next_due_at) values (1, ${id}, app.now() + interval '1 day');
    insert into erased_image values (${id}, 'img', app.now());
    insert into engine_used values (${id}, 'jev', 'current');
    insert into scoring_run (run, organization) values ('run_${id}', '${organization}') on conflict do nothing;
    insert into scoring (run, alternative, judgment_id, version, definition, contexts, engine_version, free, place)
      values ('run_${id}', 'alt_1', 'jdg', 1, '{}', 'stored', 'e1', true, 0) on conflict do nothing;
    insert into scoring_ask (run, alternative, answer_id, namespace_id, document_id, engine_name, place, n, units, at_units, due_at)
      values ('run_${id}', 'alt_1', 'ans', ${id}, 'd1', 'jev', 0, 1, 1, 0, 'infinity');
    insert into statistic values (${id}, 'jdg', app.now()::date, 0, 1, 0, 0, 1, 1, 1, '{}');`);
  return id;
}

async function left(id: string): Promise<number[]> {
  const counts = await Promise.all(
    erasedTables.map((table) =>
      db.query<{ n: number }>(`select count(*)::int as n from ${table} where namespace_id = $1`, [id]),
    ),
  );
  return counts.map(({ rows }) => rows[0].n);
}

const erase = (namespace: string, revision: number) =>
  documents.requester.apply<object, Applied>(
    namespaceDeleted,
    'judgments',
    { organization, namespace, revision },
    Call.within(),
  );
const full = [10, 1, 1, filled, filled, 1, filled, 1, 1, 1, 1, 1, 1, 1];
const nothing = full.map(() => 0);

describe('the erasure of a deleted namespace', () => {
  it.each([
    ['begun', 1],
    ['piece', 1],
    ['piece', 5],
  ])(
    'continues where it stood after a kill at %s %i, and leaves other namespaces alone [JOB-06]',
    async (point, nth) => {
      const [gone, neighbour] = [await fill(`e/${point}${nth}`), await fill(`e/${point}${nth}/beside`)];
      let times = 0;
      armKillPoints((name) => {
        if (name === `judgments.namespace-erase.${point}` && ++times === nth) throw new Error('killed');
      });
      await expect(erase(`e/${point}${nth}`, 5)).rejects.toMatchObject({ code: 'internal' });
      armKillPoints(() => undefined);
      expect((await left(gone)).reduce((a, b) => a + b)).toBeGreaterThan(0);
      expect(await erase(`e/${point}${nth}`, 5)).toEqual({ applied: true });
      expect(await left(gone)).toEqual(nothing);
      expect(await left(neighbour)).toEqual(full);
    },
  );

  it("works in pieces of bounded size, and replies `unavailable` when the caller's time ends", async () => {
    const gone = await fill('e/late');
    const sizes: number[] = [];
    let before = full;
    armKillPoints(async (name) => {
      if (name !== 'judgments.namespace-erase.piece') return;
      const now = await left(gone);
      sizes.push(...before.map((count, i) => count - now[i]));
      before = now;
    });
    const erasure = judgments.replicas[0].app.get(NamespaceErasure);
    const fact = { organization, namespace: 'e/late', revision: 5 };
    let tries = 0;
    const again = async (): Promise<void> => {
      tries += 1;
      const isDone = await erasure.erase(fact, Call.within(0)).catch((error: { code?: string }) => {
        expect(error.code).toBe('unavailable');
        return null;
      });
      if (!isDone) await again();
    };
    await again();
    expect(await left(gone)).toEqual(nothing);
    expect(tries).toBeGreaterThanOrEqual(5);
    expect(Math.max(...sizes)).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThan(filled);
  });

  it('may come twice, at once and late, and leaves a namespace alone that was created again under the name', async () => {
    const gone = await fill('e/again');
    const deliver = (): Promise<unknown> =>
      erase('e/again', 5).catch((error: { code: string }) => {
        expect(error.code).toBe('unavailable');
        return deliver();
      });
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(await left(gone)).toEqual(nothing);
    expect(await fill('e/again')).toBe(gone);
    await erase('e/again', 5);
    await erase('e/again', 4);
    expect(await left(gone)).toEqual(full);
  });
});
