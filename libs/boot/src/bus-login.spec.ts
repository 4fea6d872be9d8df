import { emptySchema } from '@app/persistence';
import { openPlatform } from './platform';

const schema = { service: 'documents' as const, settings: {}, sql: emptySchema };
const env = {
  DATABASE_URL: 'postgres://svc_documents@127.0.0.1:1/judgment',
  NATS_URL: 'nats://127.0.0.1:1',
  MASTER_KEY: `a:${Buffer.alloc(32).toString('base64')}`,
  LOG_LEVEL: 'error',
};

it.each([{}, { NATS_USER: 'documents' }, { NATS_PASSWORD: 'secret' }])(
  'a process that is not told how to log in to NATS does not start, and says what to set: %j [O-M9]',
  async (more) => {
    await expect(openPlatform(schema, { ...env, ...more })).rejects.toThrow(
      'NATS_USER and NATS_PASSWORD are missing: set both, or NATS_CREDENTIALS_FILE',
    );
  },
);
