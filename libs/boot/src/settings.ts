import { address, addresses, integer, oneOf, secret, text } from '@app/config';

/** The settings that every service reads from its environment. */
export const platformSettings = {
  databaseUrl: address('DATABASE_URL', { meaning: "Postgres, as the service's own role" }),
  natsUrl: addresses('NATS_URL', { meaning: 'NATS with JetStream; servers of one cluster are separated by commas' }),
  natsUser: text('NATS_USER', { meaning: "the service's bus user; required without credentials", fallback: '' }),
  natsPassword: secret('NATS_PASSWORD', {
    meaning: "password of the service's bus user; required without credentials",
    fallback: '',
  }),
  natsCredentialsFile: text('NATS_CREDENTIALS_FILE', {
    meaning:
      'credentials file of NATS (a token and its seed), in place of user and password; read at each connect, so that it may be replaced',
    fallback: '',
  }),
  natsTls: oneOf('NATS_TLS', ['true', 'false'], {
    meaning: 'whether the connection must be encrypted and the server signed by a public authority',
    fallback: 'false',
  }),
  natsCaFile: text('NATS_CA_FILE', {
    meaning: 'certificates (PEM) that the NATS server must be signed by; set: the connection must be encrypted',
    fallback: '',
  }),
  streamReplicas: integer('STREAM_REPLICAS', {
    meaning: 'copies of each stream on a cluster of NATS servers: 1, 3 or 5',
    fallback: 1,
    min: 1,
    max: 5,
  }),
  streamMaxMib: integer('STREAM_MAX_MIB', {
    meaning: 'size of each stream on disk; the server drops the oldest facts beyond, and the outbox publishes again',
    unit: 'MiB',
    fallback: 256,
    min: 64,
    max: 1_048_576,
  }),
  streamMaxHours: integer('STREAM_MAX_HOURS', {
    meaning: 'age after which a stream drops facts',
    unit: 'h',
    fallback: 24,
    min: 1,
    max: 720,
  }),
  streamAckWaitS: integer('STREAM_ACK_WAIT_S', {
    meaning: 'how long after a process took a fact and died NATS delivers the fact again',
    unit: 's',
    fallback: 30,
    min: 2,
    max: 600,
  }),
  masterKey: secret('MASTER_KEY', {
    meaning: 'key ring that seals secrets at rest: id:base64 of 32 bytes, current first',
  }),
  buildVersion: text('BUILD_VERSION', { meaning: 'version of the release; the image sets it', fallback: 'unknown' }),
  buildRevision: text('BUILD_REVISION', {
    meaning: 'commit of which the release was built; the image sets it',
    fallback: 'unknown',
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
  stopDelayS: integer('STOP_DELAY_S', {
    meaning:
      'how long a process that is asked to end still takes work, while it is no longer ready: load balancers learn it',
    unit: 's',
    fallback: 0,
    min: 0,
    max: 60,
  }),
  drainLimitS: integer('DRAIN_LIMIT_S', {
    meaning: 'how long work under way may take to end before the process ends without it; longer than any route',
    unit: 's',
    fallback: 40,
    min: 1,
    max: 600,
  }),
  logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'], {
    meaning: 'lowest level that is written',
    fallback: 'info',
  }),
};
