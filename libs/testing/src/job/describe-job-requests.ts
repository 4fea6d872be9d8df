import { Running } from '@app/boot';
import { Caller } from '@app/contracts';
import { JobOwner, JobRequests } from '@app/contracts/jobs';
import { Jobs, newId } from '@app/persistence';
import { FakeService, callerOf } from '../boot/fake-service';
import { ensureStreams } from '../boot/streams';

/** Namespaces of jobs; `a/*` is a template's prefix. */
const namespaces = [null, 'a', 'a/t1', 'a/t12', 'a/*', 'b'] as const;

/** The namespaces in each form of a key's scope. A job without a namespace is in `*` alone. */
const scopes: Record<string, readonly (string | null)[]> = {
  '*': namespaces,
  a: ['a'],
  'a*': ['a', 'a/t1', 'a/t12', 'a/*'],
  'a/': ['a/t1', 'a/t12', 'a/*'],
  'a/*': ['a/t1', 'a/t12', 'a/*'],
  'a/t1': ['a/t1'],
  b: ['b'],
  c: [],
};

/**
 * Specs that each owner of jobs must pass: over the bus, a key sees, lists and cancels a job exactly when it sees the job's
 * namespace.
 */
export function describeJobRequests(owner: JobOwner, messages: JobRequests, start: () => Promise<Running>): void {
  describe(`requests about jobs of ${owner}`, () => {
    const organization = newId('org');
    const jobs = new Map<string | null, string>();
    let service: Running;
    let gateway: FakeService;

    beforeAll(async () => {
      service = await start();
      await ensureStreams(service);
      gateway = await FakeService.open('gateway');
    });
    beforeEach(async () => {
      const { database } = service.platform;
      await database.query('delete from job');
      for (const namespace of namespaces) {
        // Held, so that no worker of the service takes them.
        const spec = { organization, type: 'backfill', namespace, request: {}, held: 'queued' } as const;
        const job = await database.transaction('spec', (tx) => new Jobs(database, owner).add(tx, spec));
        jobs.set(namespace, job.id);
      }
    });
    afterAll(async () => {
      await gateway.stop();
      await service.stop();
    });

    const by = (scope: string): Caller => callerOf(organization, { scope });
    const all = by('*');
    const unknown = { code: 'not_found', details: {} };

    async function listed(caller: Caller, limit?: number): Promise<(string | null)[]> {
      const found: (string | null)[] = [];
      let cursor: string | undefined;
      do {
        const page = await gateway.ask(messages.list, { limit, cursor }, caller);
        if (page.next_cursor !== null) expect(page.jobs).toHaveLength(limit!);
        found.push(...page.jobs.map(({ namespace }) => namespace));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      return found;
    }

    it.each(Object.entries(scopes))(
      'shows a key of scope %s the jobs in its scope alone, in full pages [JOB-02] [defect S-L2]',
      async (scope, seen) => {
        const caller = by(scope);
        const newestFirst = namespaces.filter((namespace) => seen.includes(namespace)).reverse();
        expect(await listed(caller)).toEqual(newestFirst);
        expect(await listed(caller, 1)).toEqual(newestFirst);
        for (const [namespace, id] of jobs) {
          const asked = gateway.ask(messages.get, { id }, caller);
          if (seen.includes(namespace)) expect(await asked).toMatchObject({ id, namespace, status: 'queued' });
          else await expect(asked).rejects.toMatchObject(unknown);
        }
        expect(await listed(callerOf(newId('org'), { scope }))).toEqual([]);
      },
    );

    it.each(Object.entries(scopes))(
      'lets a key of scope %s cancel the jobs in its scope alone [JOB-07]',
      async (scope, seen) => {
        const { database } = service.platform;
        for (const [namespace, id] of jobs) {
          const asked = gateway.ask(messages.cancel, { id }, by(scope));
          if (seen.includes(namespace)) expect(await asked).toMatchObject({ id, namespace });
          else await expect(asked).rejects.toMatchObject(unknown);
          const { rows } = await database.query<{ cancelled: boolean }>(
            `select cancelled or status = 'failed' as cancelled from job where id = $1`,
            [id],
          );
          expect(rows).toEqual([{ cancelled: seen.includes(namespace) }]);
        }
        const other = callerOf(newId('org'), { scope });
        await expect(gateway.ask(messages.cancel, { id: jobs.get('a')! }, other)).rejects.toMatchObject(unknown);
      },
    );

    it('answers `conflict` to the cancel of a finished job, and filters by status and type [JOB-07]', async () => {
      const id = jobs.get('a')!;
      const { database } = service.platform;
      await database.query(`update job set status = 'done', finished_at = app.now() where id = $1`, [id]);
      await expect(gateway.ask(messages.cancel, { id }, all)).rejects.toMatchObject({ code: 'conflict', details: {} });
      const of = async (query: object) => (await gateway.ask(messages.list, query, all)).jobs.map((job) => job.id);
      expect(await of({ status: 'done' })).toEqual([id]);
      expect(await of({ status: 'done', type: 'other' })).toEqual([]);
      expect(await of({ status: 'queued', type: 'backfill' })).toHaveLength(namespaces.length - 1);
    });
  });
}
