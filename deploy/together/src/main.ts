import '@app/observability/start';
import { Running, ServiceDefinition, endOnSignals, start } from '@app/boot';
import { json, readConfig } from '@app/config';
import { Service, services } from '@app/contracts';

/*
 * All eight services in one process, for a machine with little memory. Each is still its own Nest application with its own
 * role in Postgres, user on the bus, environment and admin port; they share a heap and a core. When one of them cannot
 * start or the process dies, all of them end together.
 */

type Environments = Record<Service, Record<string, string>>;

/** Without an environment of its own a service would take that of the process. */
function ofEach(value: unknown): Environments {
  const given = value as Partial<Environments> | null;
  const lacking = services.filter((service) => typeof given?.[service] !== 'object');
  if (lacking.length > 0) throw new Error(`must hold an environment for ${lacking.join(', ')}`);
  return given as Environments;
}

const { environments } = readConfig({
  environments: json('SERVICE_ENVIRONMENTS', {
    meaning: 'by the name of each service its environment',
    check: ofEach,
  }),
});

/** Computed paths: the bundler takes the definitions of all services, and none of their files names another service. */
async function definitionOf(service: Service): Promise<ServiceDefinition> {
  const module = (await import(`../../../apps/${service}/src/app.service.ts`)) as Record<string, unknown>;
  const [definition] = Object.values(module).filter(
    (value) => typeof value === 'object' && value !== null && 'module' in value && 'consumers' in value,
  );
  return definition as ServiceDefinition;
}

async function startAll(): Promise<Map<Service, Running>> {
  const started = services.map(async (service): Promise<[Service, Running]> => {
    try {
      return [service, await start(await definitionOf(service), environments[service])];
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
