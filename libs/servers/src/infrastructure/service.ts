/** The eight services, in the order in which they are started. */
export const services = [
  'documents',
  'judgments',
  'engine-broker',
  'calibration',
  'billing',
  'webhooks',
  'events-feed',
  'gateway',
] as const;
export type Service = (typeof services)[number];

/** Every service owns one schema of this name. */
export function schemaOf(service: Service): string {
  return service.replaceAll('-', '_');
}

/** The one role that sees the schema. */
export function roleOf(service: Service): string {
  return `svc_${schemaOf(service)}`;
}
