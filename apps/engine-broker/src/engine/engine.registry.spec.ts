import type { Bus } from '@app/bus';
import { Metrics, createLogger } from '@app/observability';
import { FailureWindow } from '../circuit/circuit';
import type { Engine } from './engine';
import type { EngineRow } from './engine-row';
import { EngineRegistry } from './engine.registry';
import type { EngineStore } from './engine.store';

it('closes a circuit after the opening that was decided before it, so that it stays closed [ENG-11]', async () => {
  const stored: string[] = [];
  const rowOf = (revision: number, circuit_open: boolean) => ({ revision, circuit_open, epoch: null }) as EngineRow;
  let store: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (store = resolve));
  const slow = {
    openCircuit: () => held.then(() => (stored.push('open'), rowOf(2, true))),
    closeCircuit: async () => (stored.push('closed'), rowOf(3, false)),
  } as unknown as EngineStore;
  const logger = createLogger({ service: 'engine-broker', replica: 'spec', level: 'fatal' });
  const metrics = new Metrics('engine-broker', 'spec');
  const registry = new EngineRegistry(logger, {} as Bus, metrics, slow);
  const [setup, rate, row] = [{ name: 'jev', entry: { rate: {} } }, {}, rowOf(1, false)];
  const engine = { setup, rate, row, failures: new FailureWindow(() => 0) } as unknown as Engine;
  const opened = registry.openCircuit(engine, 'failures');
  const closed = registry.closeCircuit(engine);
  store();
  await Promise.all([opened, closed]);
  expect(stored).toEqual(['open', 'closed']);
  expect(engine.row.circuit_open).toBe(false);
});
