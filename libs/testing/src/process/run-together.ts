import { Running, endOnSignals } from '@app/boot';
import { address, json, readConfig } from '@app/config';
import { Service, services } from '@app/contracts';
import { startService } from '../boot/start-service';
import { followClock } from '../clock/follow-clock';
import { definitionOf } from './definitions';
import { KillOrders } from './kill-orders';
import { overridesOf } from './overrides';
import { FromService } from './protocol';

type Environments = Record<Service, Record<string, string>>;

/**
 * All services of a stack in one process, as deploy/together runs them: each is its own application with its own role, bus
 * user and environment. A stack of eight processes loads the bundle eight times before it does anything.
 */
export async function runTogether(): Promise<void> {
  // Taken before anything else: a stack that is gone takes its services with it, whatever they, or an exit, wait for.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // Takes back what may be armed; a stack arms nothing where services cannot die alone.
  new KillOrders(process);
  const { adminUrl, environments } = readConfig({
    adminUrl: address('TEST_DATABASE_URL', { meaning: 'where the clock stands' }),
    environments: json('SERVICE_ENVIRONMENTS', {
      meaning: 'by the name of each service its environment',
      check: (value) => value as Environments,
    }),
  });
  const clock = followClock(adminUrl);
  const begin = async (service: Service): Promise<[Service, Running]> => [
    service,
    await startService(await definitionOf(service), {
      wholeEnv: environments[service],
      overrides: await overridesOf(service),
    }),
  ];
  const running = new Map(await Promise.all(services.map(begin)));
  const gateway = running.get('gateway') as Running;
  const ports = [...running].map(([service, { adminPort }]) => [service, adminPort]);
  const ready: FromService = {
    ready: { adminPort: gateway.adminPort, adminPorts: Object.fromEntries(ports) as Record<Service, number> },
  };
  process.send?.(ready);
  const others = [...running.values()].filter((one) => one !== gateway);
  // No request comes in while the others drain.
  const stop = async (): Promise<void> => {
    for (const { platform } of others) platform.health.drain();
    await gateway.stop();
    await Promise.all(others.map((one) => one.stop()));
  };
  endOnSignals({ ...gateway, stop }, () => clock.stop());
}
