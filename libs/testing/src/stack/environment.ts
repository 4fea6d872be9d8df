import { Service, services } from '@app/contracts';
import { testMasterKey } from '../boot/environment';
import { patient } from '../jest/patience.cjs';

const passed = ['PATH', 'HOME', 'TMPDIR', 'TZ'];

/** What every process of a stack is given; nothing else of ours leaks in. */
export function baseEnvironment(
  servers: Record<string, string>,
  engines: object,
  drafterUrl: string,
  outer: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = passed.flatMap((name) => (outer[name] === undefined ? [] : [[name, outer[name]]]));
  return {
    ...(Object.fromEntries(kept) as Record<string, string>),
    ...servers,
    LOG_LEVEL: 'info',
    MASTER_KEY: testMasterKey,
    ENGINES: JSON.stringify(engines),
    DRAFTER: JSON.stringify({ base_url: drafterUrl, model: 'simulated' }),
    // What runs on a developer's machine must not answer in a test. Nothing listens there; a build of before knows no `none`.
    ENGINE_OLLAMA_URL: 'http://127.0.0.1:9',
    ROUTE_TIMEOUT_MS: '12000',
    DRAIN_LIMIT_S: String(patient(10_000) / 1_000),
    METER_EVERY_MS: '500',
    WARM_EVERY_MS: '500',
    // What a killed process had taken from the bus comes again after this time, which no clock moves.
    STREAM_ACK_WAIT_S: '2',
  };
}

/** The environment of one process: its own role and its own bus user, as in production. */
export function serviceEnvironmentOf(
  service: Service,
  replica: number,
  port: number,
  base: Record<string, string>,
): Record<string, string> {
  const urls = JSON.parse(base['TEST_DATABASE_URLS']) as Record<string, string>;
  return {
    ...base,
    SERVICE: service,
    REPLICA: String(replica),
    DATABASE_URL: urls[service],
    NATS_URL: base['NATS_URL'] ?? `nats://${new URL(base['TEST_NATS_URL']).host}`,
    NATS_USER: service,
    NATS_PASSWORD: `test-${service}`,
    PORT: String(port),
  };
}

/** The environment of one process of all services: within it each has its own. */
export function togetherEnvironmentOf(port: number, base: Record<string, string>): Record<string, string> {
  const environments = services.map((service) => [service, serviceEnvironmentOf(service, 0, port, base)]);
  return { ...base, SERVICE: 'together', SERVICE_ENVIRONMENTS: JSON.stringify(Object.fromEntries(environments)) };
}

/** The simulator behind the two engines that are active by default: one that reads images, and one that reads none. */
export function enginesOf(url: string): object {
  const entry = { preset: 'simulator', base_url: `${url}/jev` };
  return {
    jev: { ...entry, image_mode: 'assets' },
    'gpt-6-luna': { ...entry, weight: 2.5 },
  };
}
