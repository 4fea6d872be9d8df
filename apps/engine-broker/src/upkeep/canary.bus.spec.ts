import { Running } from '@app/boot';
import { EngineChanged, engineChanged } from '@app/contracts/engines';
import { eventually, freshSchema, setClock, startService, testEnvironment } from '@app/testing';
import { Sim, startSim } from '@app/testing/simulator';
import { brokerSchema } from '../app.schema';
import { brokerService } from '../app.service';
import { EngineRegistry } from '../engine/engine.registry';
import { canaryRounds } from '../canary/canary';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** From now to noon (UTC) of the day so many days ahead, whatever time it is now. */
const noonIn = (days: number) => (Math.floor(Date.now() / dayMs) + days + 0.5) * dayMs - Date.now();

describe('the daily canary', () => {
  let sim: Sim;
  let broker: Running;
  const { adminUrl } = testEnvironment();
  const jev = () => broker.app.get(EngineRegistry).get('jev');
  /** Moves the clocks; resolves when the canary has been asked as often as it is in a day. */
  const goTo = async (ms: number) => {
    sim.reset();
    await setClock(adminUrl, ms);
    await eventually(() => expect(sim.requests()).toHaveLength(canaryRounds));
  };
  const baseline = async () => {
    const text = `select 'current+' || day::text || '.' || n as epoch, epoch.numbers, to_char(after at time zone 'utc', 'HH24:MI') as at
      from canary join epoch using (engine) where engine = 'jev' and epoch.numbers is not null order by day desc, n desc limit 1`;
    return (await broker.platform.database.query<{ epoch: string; numbers: number[]; at: string }>(text)).rows[0];
  };

  beforeAll(async () => {
    sim = await startSim({ seed: 'before', rounding: 'none' });
    await setClock(adminUrl, 0);
    await freshSchema(brokerSchema);
    const entry = {
      preset: 'simulator',
      base_url: sim.url,
      path: '/jev/v1/systemone',
      probability_step: null,
      canary: true,
    };
    broker = await startService(brokerService, { env: { ENGINES: JSON.stringify({ jev: entry }) } });
  });
  afterAll(async () => {
    await setClock(adminUrl, 0);
    await broker?.stop();
    await sim?.close();
  });

  it('is asked first when its epoch has stood a while, and then each UTC day, and opens nothing while answers stay', async () => {
    const { epoch } = jev().row;
    await goTo(noonIn(1));
    await eventually(async () => expect(await baseline()).toMatchObject({ epoch, at: '00:00' }));
    await goTo(noonIn(2));
    await eventually(async () => expect((await baseline()).at).toBe('00:00'));
    expect(jev().row.epoch).toBe(epoch);
  });

  it('opens an epoch when answers move under the same name, tells it, and holds the days to come against them [ENG-05] [ENG-10]', async () => {
    const { epoch, reported_model: model } = jev().row;
    const before = await baseline();
    sim.set({ seed: 'after' });
    await goTo(noonIn(3));
    await eventually(() => expect(jev().row.epoch).not.toBe(epoch));
    expect(jev().row.reported_model).toBe(model);
    const day = new Date(Date.now() + noonIn(3)).toISOString().slice(0, 10);
    expect(jev().row.epoch).toBe(`current+${day}.1`);
    const after = await baseline();
    expect(after.epoch).toBe(jev().row.epoch);
    expect(after.numbers).not.toEqual(before.numbers);
    const { rows } = await broker.platform.database.query<{ payload: string }>(
      'select payload from outbox where subject = $1 order by id desc limit 1',
      [engineChanged.subject],
    );
    const change = JSON.parse(rows[0].payload) as EngineChanged;
    expect(change).toMatchObject({ engine: { name: 'jev' }, engine_version: after.epoch, circuit_open: false });
    await goTo(noonIn(4));
    await eventually(async () => expect((await baseline()).at).toBe('00:00'));
    expect(jev().row.epoch).toBe(after.epoch);
  });

  it('says nothing when it is not answered, and is asked again later the same day', async () => {
    const { epoch } = jev().row;
    sim.reset();
    sim.queue(['badjson']);
    await setClock(adminUrl, noonIn(5));
    await eventually(() => expect(sim.requests()).toHaveLength(1));
    await goTo(noonIn(5) + 11 * minuteMs);
    await eventually(async () => expect((await baseline()).at).toBe('00:00'));
    expect(jev().row.epoch).toBe(epoch);
  });
});
