import { address, integer, oneOf, secret, text } from '@app/config';

/** The settings that every service reads from its environment. */
export const platformSettings = {
  databaseUrl: address('DATABASE_URL', { meaning: "Postgres, as the service's own role" }),
  natsUrl: address('NATS_URL', { meaning: 'NATS with JetStream' }),
  natsUser: text('NATS_USER', { meaning: "the service's bus user" }),
  natsPassword: secret('NATS_PASSWORD', { meaning: "password of the service's bus user" }),
  masterKey: secret('MASTER_KEY', {
    meaning: 'key ring that seals secrets at rest: id:base64 of 32 bytes, current first',
  }),
  replica: text('REPLICA', { meaning: 'which replica this process is', fallback: '0' }),
  adminHost: text('ADMIN_HOST', { meaning: 'where health and metrics listen', fallback: '127.0.0.1' }),
  adminPort: integer('ADMIN_PORT', {
    meaning: 'port of health and metrics; 0 picks a free one',
    fallback: 0,
    min: 0,
    max: 65535,
  }),
  poolSize: integer('POOL_SIZE', { meaning: 'Postgres connections of this process', fallback: 5, min: 2, max: 50 }),
  logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'], {
    meaning: 'lowest level that is written',
    fallback: 'info',
  }),
};
