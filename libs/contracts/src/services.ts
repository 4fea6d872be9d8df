/** The eight services, each with its room, schema, role and bus user. */
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
/** Processes of users that speak on the bus: engines of their own, consumers of events and answers. */
export type Participant = Service | 'extension';

/** The Postgres schema of a service; its role is `svc_<schema>`. */
export function schemaNameOf(service: Service): string {
  return service.replace('-', '_');
}
