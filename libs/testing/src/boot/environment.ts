import { address, json, readConfig } from '@app/config';
import { Service } from '@app/contracts';

function addresses(value: unknown): Record<string, string> {
  if (value === null || typeof value !== 'object') throw new Error('must be a JSON object of addresses by service');
  return value as Record<string, string>;
}

const settings = {
  adminUrl: address('TEST_DATABASE_URL', { meaning: "administrator's address of the tests' database" }),
  urls: json('TEST_DATABASE_URLS', { meaning: "addresses of the services' roles", check: addresses }),
  natsUrl: address('TEST_NATS_URL', { meaning: 'NATS, as a user that may do everything' }),
};

/** Seals what specs store; not a secret. */
export const testMasterKey = `t1:${Buffer.alloc(32, 7).toString('base64')}`;

export interface TestEnvironment {
  adminUrl: string;
  urls: Record<string, string>;
  natsUrl: string;
}

/** What Jest's set-up of project `real` left for the specs. */
export function testEnvironment(): TestEnvironment {
  return readConfig(settings);
}

/** The environment in which a service runs in a spec. */
export function serviceEnvironment(service: Service, extra: Record<string, string> = {}): Record<string, string> {
  const { urls, natsUrl } = testEnvironment();
  const nats = new URL(natsUrl);
  return {
    DATABASE_URL: urls[service],
    NATS_URL: `nats://${nats.host}`,
    NATS_USER: nats.username,
    NATS_PASSWORD: nats.password,
    MASTER_KEY: testMasterKey,
    LOG_LEVEL: 'error',
    // What runs on a developer's machine must not answer in a spec.
    ENGINE_OLLAMA_URL: 'none',
    ...extra,
  };
}
