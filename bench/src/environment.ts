import { Service } from '@app/contracts';

/** Environments of services on throw-away servers. @param servers their TEST_* variables */
export function environmentOf(servers: Record<string, string>): (service: Service) => Record<string, string> {
  const urls = JSON.parse(servers.TEST_DATABASE_URLS) as Record<Service, string>;
  const { host } = new URL(servers.TEST_NATS_URL);
  return (service) => ({
    PATH: process.env.PATH ?? '',
    DATABASE_URL: urls[service],
    NATS_URL: `nats://${host}`,
    NATS_USER: service,
    NATS_PASSWORD: `test-${service}`,
    MASTER_KEY: `b1:${Buffer.alloc(32, 7).toString('base64')}`,
    LOG_LEVEL: 'warn',
  });
}
