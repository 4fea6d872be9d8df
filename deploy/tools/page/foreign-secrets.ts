import { secretsOf } from '@app/local';
import { schemaOf, services, type Service } from '@app/servers';

const settingSecrets = new Set(services.flatMap(secretsOf));

/** Whether a variable of `deploy/.env` holds what only some may know. */
function isSecret(name: string): boolean {
  return /(^|_)PASSWORD(_|$)/.test(name) || settingSecrets.has(name);
}

/**
 * The secrets that an environment of compose takes from `deploy/.env` and that are not of the service: passwords of others and
 * of the administrator, and keys that it does not read. Each as `service: variable`.
 */
export function foreignSecrets(service: Service, environment: Readonly<Record<string, string>>): string[] {
  const suffix = schemaOf(service).toUpperCase();
  const own = new Set([`DATABASE_PASSWORD_${suffix}`, `NATS_PASSWORD_${suffix}`, ...secretsOf(service)]);
  const taken = Object.values(environment).flatMap((text) => [...text.matchAll(/\$\{?(\w+)/g)].map(([, name]) => name));
  return taken.filter((name) => isSecret(name) && !own.has(name)).map((name) => `${service}: ${name}`);
}
