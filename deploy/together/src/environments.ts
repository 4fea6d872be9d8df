import { json, readConfig } from '@app/config';
import { Service, services } from '@app/contracts';

/** The environment of each service in a process that they share. */
export type Environments = Record<Service, Record<string, string>>;

/** Without an environment of its own a service would take that of the process. */
function ofEach(value: unknown): Environments {
  const given = value as Partial<Environments> | null;
  const lacking = services.filter((service) => typeof given?.[service] !== 'object');
  if (lacking.length > 0) throw new Error(`must hold an environment for ${lacking.join(', ')}`);
  return given as Environments;
}

/** @throws when `SERVICE_ENVIRONMENTS` lacks a service */
export function readEnvironments(): Environments {
  const { environments } = readConfig({
    environments: json('SERVICE_ENVIRONMENTS', {
      meaning: 'by the name of each service its environment',
      check: ofEach,
    }),
  });
  return environments;
}
