import { Health } from '@app/observability';
import type { Database } from '@app/persistence';
import { jev } from '../../testing/fake-engine';
import { openJudgmentsDatabase } from '../../testing/open-judgments';
import { EngineService } from './engine.service';
import { applyEngine } from './engine.store';

let db: Database;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
});
afterAll(() => db.close());

it('an engine that another replica learned of a moment ago is known to a claim that needs it', async () => {
  const health = new Health();
  health.start();
  const engines = new EngineService(db, health);
  expect((await health.checkReadiness()).failing).toEqual({ engines: 'the engine broker has published no engine yet' });
  await applyEngine(db, jev);
  expect(engines.current().of(jev.engine)).toBeUndefined();
  expect((await engines.readKnowing([jev.engine])).of(jev.engine)).toMatchObject({ active: true, source: 'hosted' });
  expect(await health.checkReadiness()).toEqual({ ok: true, failing: {} });
  const missing = { name: jev.engine.name, version: 'of the future' };
  expect((await engines.readKnowing([missing])).of(missing)).toBeUndefined();
});
