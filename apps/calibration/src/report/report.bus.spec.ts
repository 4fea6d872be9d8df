import { handle } from '@app/bus';
import { calibrationJobs, postOutcomes, readCalibration, readOrganizationMarks } from '@app/contracts';
import { FakeService, freshSchema, startService } from '@app/testing';
import { calibrationSchema } from '../app.schema';
import { calibrationService } from '../app.service';
import { SpecRoom, answerOf } from '../testing/calibration-harness';

const march4 = '2026-03-04T09:30:00.000Z';
const march18 = '2026-03-18T12:00:00.000Z';

describe('the report', () => {
  let room: SpecRoom;
  let gateway: FakeService;
  let marks: string[] = [];
  beforeAll(async () => {
    await freshSchema(calibrationSchema);
    room = await SpecRoom.of(await startService(calibrationService));
    const answered = async () => ({ non_production_prefixes: marks });
    gateway = await FakeService.open('gateway', [handle(readOrganizationMarks, answered)]);
  });
  beforeEach(() => room.play());
  afterEach(() => room.rest());
  afterAll(async () => {
    await gateway.stop();
    await room.running.stop();
  });

  it('counts only the active version, and filters by source and time [OUT-03] [OUT-10]', async () => {
    await room.know('org_version');
    room.played.answers.push(answerOf('a', 'ans_1', march4), answerOf('b', 'ans_2', march4, { version: 2 }));
    await room.post('org_version', [
      { document: 'a', value: true, observed_at: march18 },
      { document: 'b', value: true, observed_at: march18 },
    ]);
    expect(await room.report('org_version')).toMatchObject({ version: 1, labels: { count: 1 } });
    expect((await room.report('org_version', { sources: 'queue,rule' })).labels.count).toBe(0);
    expect((await room.report('org_version', { since: march18 })).labels.count).toBe(1);
    expect((await room.report('org_version', { until: march18 })).labels.count).toBe(0);
    await room.know('org_version', { revision: 2, active_version: 2 });
    await room.know('org_version', { revision: 1, active_version: 9 });
    expect(await room.report('org_version')).toMatchObject({ version: 2, labels: { count: 1 } });
    await room.know('org_version', { revision: 3, archived: true });
    await expect(room.report('org_version')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('pools the namespaces of a template, and a namespace reads what it inherits', async () => {
    const organization = 'org_pool';
    await room.know(organization, { scope: 'acme/*' });
    const caller = organization;
    for (const namespace of ['acme/t1', 'acme/t2']) {
      room.played.answers.push(answerOf(namespace, `ans_${namespace}`, march4));
      const outcomes = [{ document: namespace, value: true, observed_at: march18 }];
      await room.ask(postOutcomes, { namespace, judgment: 'late', post: { outcomes } }, caller);
    }
    const count = async (namespace: string) =>
      (await room.ask(readCalibration, { namespace, judgment: 'late' }, caller)).labels.count;
    expect([await count('acme/t1'), await count('acme/*')]).toEqual([1, 2]);
    // A namespace that is no production counts for itself and not in the pool.
    marks = ['acme/t2'];
    const pool = await room.ask(readCalibration, { namespace: 'acme/*', judgment: 'late' }, caller);
    expect(pool).toMatchObject({ labels: { count: 1 }, excluded: { non_production: 1 } });
    expect(await count('acme/t2')).toBe(1);
    await expect(count('acmes/t1')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('answers for jobs, of which it has none yet', async () => {
    const caller = 'org_jobs';
    expect(await room.ask(calibrationJobs.list, {}, caller)).toEqual({ jobs: [], next_cursor: null });
    for (const message of [calibrationJobs.get, calibrationJobs.cancel]) {
      await expect(room.ask(message, { id: 'job_c01' }, caller)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});
