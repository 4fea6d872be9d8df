/** The eight services. Each has its own Postgres schema, database role and bus user. */
export const services = [
  'gateway',
  'documents',
  'judgments',
  'engine-broker',
  'calibration',
  'billing',
  'webhooks',
  'events-feed',
] as const;

export type Service = (typeof services)[number];
/**
 * A service; an extension: a user's own process on the bus that is an engine or consumes events and answers; or the operator:
 * a command that asks services and then ends.
 */
export type Participant = Service | 'extension' | 'operator';

/** Name of a service's Postgres schema; its database role is `svc_<schema>`. */
export function schemaNameOf(service: Service): string {
  return service.replace('-', '_');
}
