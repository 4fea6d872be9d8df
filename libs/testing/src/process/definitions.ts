import { ServiceDefinition, ServiceSchema } from '@app/boot';
import { Service } from '@app/contracts';

/*
 * The services by computed paths: the bundler takes every file that fits, and none of their code runs until it is asked
 * for. An import by name would make a circle, since their own specs use this library.
 */

/** The definition of a service, as its `main.ts` runs it. */
export async function definitionOf(service: Service): Promise<ServiceDefinition> {
  return found(service, await importOf(service, 'service'), 'module');
}

/** Its schema alone, without Nest: enough to migrate. */
export async function schemaOf(service: Service): Promise<ServiceSchema> {
  return found(service, await importOf(service, 'schema'), 'sql');
}

/** The operator's commands of a service. @throws when it has none */
export async function operatorOf(service: Service): Promise<(args: string[]) => Promise<number>> {
  const module = (await import(`../../../../apps/${service}/src/app.operator.ts`)) as Record<string, unknown>;
  const { operate } = module;
  if (typeof operate !== 'function') throw new Error(`${service} has no operator's commands.`);
  return operate as (args: string[]) => Promise<number>;
}

async function importOf(service: Service, kind: 'service' | 'schema'): Promise<Record<string, unknown>> {
  const module: unknown =
    kind === 'service'
      ? await import(`../../../../apps/${service}/src/app.service.ts`)
      : await import(`../../../../apps/${service}/src/app.schema.ts`);
  return module as Record<string, unknown>;
}

function found<T>(service: Service, module: Record<string, unknown>, member: string): T {
  const one = Object.values(module).find(
    (value) => typeof value === 'object' && value !== null && 'service' in value && member in value,
  );
  if (!one) throw new Error(`apps/${service} exports nothing with a \`service\` and a \`${member}\`.`);
  return one as T;
}
