import type { Service } from '@app/servers';
import { listedSettings } from './listed-settings';

/** What `npm start` says itself: logins, addresses and ports of what it started. */
export const setByStart: ReadonlySet<string> = new Set([
  ...['ADMIN_HOST', 'ADMIN_PORT', 'HOST', 'PORT', 'REPLICA', 'SERVICE'],
  ...['DATABASE_URL', 'MASTER_KEY', 'NATS_PASSWORD', 'NATS_URL', 'NATS_USER'],
  ...['OPERATOR_NATS_CREDENTIALS_FILE', 'OPERATOR_NATS_PASSWORD'],
  ...['DASHBOARD_AWAITED', 'ENGINE_ENTRIES_FILE_OF'],
]);

/**
 * What compose says itself. The image holds its own version, and the NATS of compose is not encrypted and knows users by their
 * passwords.
 */
export const setByCompose: ReadonlySet<string> = new Set([
  ...setByStart,
  ...['BUILD_REVISION', 'BUILD_VERSION', 'NATS_CA_FILE', 'NATS_CREDENTIALS_FILE', 'NATS_TLS'],
]);

type Listed = Readonly<Record<string, 'open' | 'secret'>>;

/** The settings that one service has beside those of every service. */
function ownOf(service: Service): Listed {
  return (listedSettings as Partial<Record<string, Listed>>)[service] ?? {};
}

/**
 * The variables that a service is given from outside, by name. A setting of another service is not among them.
 * @param set those that the way of starting sets itself
 */
export function passedSettings(service: Service, set: ReadonlySet<string>): string[] {
  const names = [...Object.keys(listedSettings.every), ...Object.keys(ownOf(service))];
  return [...new Set(names)].filter((name) => !set.has(name)).sort();
}

/** Of all secrets those that a service reads. */
export function secretsOf(service: Service): string[] {
  const listed: Listed = { ...listedSettings.every, ...ownOf(service) };
  return Object.keys(listed).filter((name) => listed[name] === 'secret');
}
