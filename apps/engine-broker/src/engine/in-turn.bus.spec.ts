import { Running } from '@app/boot';
import { EngineReply, Nothing, askEngine, listEngines } from '@app/contracts/engines';
import { FakeService, callerOf, eventually, freshSchema, setClock, startService, testEnvironment } from '@app/testing';
import { Sim, startSim } from '@app/testing/simulator';
import { brokerSchema } from '../app.schema';
import { brokerService } from '../app.service';
import { EngineRegistry } from './engine.registry';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const versions = ['jev-1.13.0', 'jev-1.14.0'];
const context = 'Third broken lamp.';
const questions = [{ type: 'bool' as const, question: 'Is a refund asked for?' }];
/** What a spec waits for comes with the broker's next look, and counts every 3 s. */
const soonMs = 15_000;

describe('an engine that answers in two versions in turn', () => {
  const { adminUrl } = testEnvironment();
  let sim: Sim;
  let judgments: FakeService;
  const replicas: Running[] = [];
  let aheadMs = 0;
  const ask = (): Promise<EngineReply> =>
    judgments.ask(
      askEngine.jev,
      {
        ask_id: 'ask_t',
        organization: 'org_turns',
        namespace: 'acme/prod/t',
        lane: 'on_change',
        context,
        seed: 's',
        questions,
        images: [],
      },
      callerOf('org_turns'),
    );
  /** The epochs of so many replies. */
  const epochsOf = async (asks: number): Promise<Set<string>> => {
    const replies = await Promise.all(Array.from({ length: asks }, ask));
    return new Set(replies.map(({ engine_version: epoch }) => epoch));
  };
  const goOn = async (ms: number) => setClock(adminUrl, (aheadMs += ms));
  const listed = async () => (await judgments.ask(listEngines, new Nothing(), callerOf('org_turns'))).engines[0];
  const query = async <R extends object>(text: string) => (await replicas[0].platform.database.query<R>(text)).rows;
  const canaries = () => sim.requests().filter(({ questions: asked }) => asked > 1).length;
  const jevOf = (replica: number) => replicas[replica].app.get(EngineRegistry).get('jev');

  beforeAll(async () => {
    sim = await startSim({ seed: 'turns', rounding: 'none', in_turn: { versions, requests: 1 } });
    await setClock(adminUrl, 0);
    await freshSchema(brokerSchema);
    const entry = {
      preset: 'simulator',
      base_url: sim.url,
      path: '/jev/v1/systemone',
      probability_step: null,
      canary: true,
    };
    for (const replica of ['0', '1']) {
      const env = { ENGINES: JSON.stringify({ jev: entry }), REPLICA: replica };
      replicas.push(await startService(brokerService, { env }));
    }
    judgments = await FakeService.open('judgments');
    await eventually(() => expect([0, 1].map((replica) => jevOf(replica).slices.length)).toEqual([4, 4]), soonMs);
  });
  afterAll(async () => {
    await setClock(adminUrl, 0);
    await judgments?.stop();
    for (const running of replicas) await running.stop();
    await sim?.close();
  });

  it('has two epochs, over replicas and over hours, where each change opened one; the list shows both [ENG-05] [ENG-10]', async () => {
    const { engine_version: first } = await ask();
    for (let turn = 0; turn < 6; turn++) {
      expect((await epochsOf(10)).size).toBe(2);
      await goOn(3_000);
    }
    expect(await query(`select n from epoch where engine = 'jev'`)).toHaveLength(2);
    await eventually(async () => {
      const { engine_version: epoch, also } = await listed();
      expect(epoch).toBe(first);
      expect(also).toEqual([{ engine_version: first.replace(/1$/, '2'), share: expect.closeTo(0.5, 1) }]);
    }, soonMs);
  }, 60_000);

  it('asks a version that returns its canary, once an hour, and opens nothing while its answers are those of before [ENG-10]', async () => {
    // Both versions are asked when their epochs have stood for ten minutes.
    await goOn(11 * minuteMs);
    await eventually(async () => {
      const held = await query(`select n from epoch where engine = 'jev' and numbers is not null`);
      expect(held).toHaveLength(2);
    }, soonMs);
    const asked = canaries();
    sim.set({ in_turn: { versions, requests: 5 } });
    for (let turn = 0; turn < 4; turn++) {
      await epochsOf(5);
      await goOn(5_000);
    }
    expect(canaries()).toBe(asked);
    await goOn(hourMs);
    await epochsOf(5);
    await goOn(5_000);
    await epochsOf(5);
    await goOn(5_000);
    await epochsOf(5);
    await eventually(() => expect(canaries()).toBeGreaterThan(asked), soonMs);
    // Each version is asked when it returns, so that one of them may be asked well after the other.
    await eventually(async () => {
      await epochsOf(5);
      await goOn(5_000);
      const recent = `canary_at > app.now() - interval '30 minutes'`;
      expect(await query(`select n from epoch where engine = 'jev' and ${recent}`)).toHaveLength(2);
    }, soonMs);
    const lastAsked = async () =>
      (await query<{ at: Date }>(`select max(canary_at) as at from epoch where engine = 'jev'`))[0].at.getTime();
    const at = await lastAsked();
    await goOn(20 * minuteMs);
    for (let turn = 0; turn < 3; turn++) {
      await epochsOf(5);
      await goOn(5_000);
    }
    expect((await lastAsked()) - at).toBeLessThan(minuteMs);
    expect(await query(`select n from epoch where engine = 'jev'`)).toHaveLength(2);
  }, 120_000);

  it('opens an epoch for a version that returns with other answers, and leaves the one in force [ENG-05] [ENG-10]', async () => {
    await goOn(hourMs);
    sim.set({ in_turn: { versions: [versions[0]], requests: 1 } });
    await epochsOf(60);
    await eventually(async () => expect((await listed()).engine_version).toMatch(/\.1$/), soonMs);
    const inForce = (await listed()).engine_version ?? '';
    sim.set({ seed: 'moved', in_turn: { versions: [versions[1]], requests: 1 } });
    await ask();
    await eventually(async () => {
      const rows = await query(`select n from epoch where engine = 'jev' and reported_model = '${versions[1]}'`);
      expect(rows).toHaveLength(2);
    }, soonMs);
    expect((await listed()).engine_version).toBe(inForce);
    const moved = inForce.replace(/1$/, '3');
    await eventually(() => expect([0, 1].map((replica) => jevOf(replica).row.known[0].label)).toEqual([moved, moved]));
    expect((await ask()).engine_version).toBe(moved);
  }, 120_000);

  it('is of the epoch of most answers once that leads clearly, on every replica, and the row of before shows beside it [ENG-10]', async () => {
    const before = (await listed()).engine_version;
    const { engine_version: moved } = await ask();
    await epochsOf(150);
    await eventually(() => expect([0, 1].map((replica) => jevOf(replica).row.epoch)).toEqual([moved, moved]), soonMs);
    const { engine_version: epoch, also } = await listed();
    expect(epoch).toBe(moved);
    expect(also?.map(({ engine_version: other }) => other)).toContain(before);
    const [{ rows }] = await query<{ rows: string }>('select count(*) as rows from epoch_answer');
    expect(Number(rows)).toBeLessThan(3 * 62);
  }, 120_000);
});
