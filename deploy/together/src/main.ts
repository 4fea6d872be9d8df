import '@app/observability/start';
import { Running, ServiceDefinition, endOnSignals, start } from '@app/boot';
import { Service, services } from '@app/contracts';
import { readEnvironments } from './environments';

/*
 * All eight services in one process, for a machine with little memory. Each is still its own Nest application with its own
 * role in Postgres, user on the bus, environment and admin port; they share a heap and a core. When one of them cannot
 * start or the process dies, all of them end together.
 */

const environments = readEnvironments();

/** Computed paths: the bundler takes the definitions of all services, and none of their files names another service. */
async function readDefinitionOf(service: Service): Promise<ServiceDefinition> {
  const module = (await import(`../../../apps/${service}/src/app.service.ts`)) as Record<string, unknown>;
  const [definition] = Object.values(module).filter(
    (value) => typeof value === 'object' && value !== null && 'module' in value && 'consumers' in value,
  );
  return definition as ServiceDefinition;
}

async function startAll(): Promise<Map<Service, Running>> {
  const started = services.map(async (service): Promise<[Service, Running]> => {
    try {
      return [service, await start(await readDefinitionOf(service), environments[service])];
    } catch (error) {
      throw new Error(`${service} cannot start: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  });
  return new Map(await Promise.all(started));
}

startAll().then(
  (running) => {
    const gateway = running.get('gateway') as Running;
    const others = [...running.values()].filter((one) => one !== gateway);
    // Like the supervisor of eight processes: no request comes in while the others drain.
    const stop = async (): Promise<void> => {
      for (const { platform } of others) platform.health.drain();
      await gateway.stop();
      await Promise.all(others.map((one) => one.stop()));
    };
    endOnSignals({ ...gateway, stop });
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
