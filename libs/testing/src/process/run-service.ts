import { endOnSignals } from '@app/boot';
import { Service } from '@app/contracts';
import { address, readConfig } from '@app/config';
import { startService } from '../boot/start-service';
import { followClock } from '../clock/follow-clock';
import { definitionOf } from './definitions';
import { KillOrders } from './kill-orders';
import { overridesOf } from './overrides';
import { FromService } from './protocol';

/** One service as a process of a stack: its own module, the moved clock, armed kill points, the tests' network. */
export async function runService(service: Service): Promise<void> {
  // Taken before anything else: a stack that is gone takes its services with it, whatever they, or an exit, wait for.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  new KillOrders(process);
  const { adminUrl } = readConfig({ adminUrl: address('TEST_DATABASE_URL', { meaning: 'where the clock stands' }) });
  const clock = followClock(adminUrl);
  const definition = await definitionOf(service);
  const running = await startService(definition, { wholeEnv: process.env, overrides: await overridesOf(service) });
  const ready: FromService = { ready: { adminPort: running.adminPort } };
  process.send?.(ready);
  endOnSignals(running, () => clock.stop());
}
