import { services } from '@app/servers';
import { makeSecrets } from '../state/secrets';
import { listedSettings } from '../setting/listed-settings';
import { passedSettings, secretsOf, setByStart } from '../setting/passed-settings';
import { busUsersOf, serviceEnvironment, togetherEnvironment } from './environment';

const secrets = makeSecrets();
const addresses = { adminUrl: 'postgres://postgres:root@127.0.0.1:5000/postgres', natsUrl: 'nats://127.0.0.1:4222' };
const outer = {
  PATH: '/bin',
  ENGINE_JEV_KEY: 'key of jev',
  OTEL_SERVICE_NAME: 'x',
  STREAM_MAX_MIB: '512',
  STOP_DELAY_S: '',
  AWS_SECRET: 's',
  SMTP_URL: 'smtp://u:p@mail',
  DATABASE_URL: 'admin',
};

describe('environment of a service', () => {
  it('holds its own logins, the settings that it reads and nothing else of ours', () => {
    const env = serviceEnvironment('billing', secrets, addresses, { replica: 1, adminPort: 9001 }, outer);
    expect(env).toEqual({
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PATH: '/bin',
      OTEL_SERVICE_NAME: 'x',
      STREAM_MAX_MIB: '512',
      SERVICE: 'billing',
      REPLICA: '1',
      DATABASE_URL: `postgres://svc_billing:${secrets.database['billing']}@127.0.0.1:5000/judgment`,
      NATS_URL: 'nats://127.0.0.1:4222',
      NATS_USER: 'billing',
      NATS_PASSWORD: secrets.bus['billing'],
      MASTER_KEY: `local:${secrets.masterKey}`,
      ADMIN_PORT: '9001',
      POOL_SIZE: '5',
    });
  });

  it('holds that of each service where all run in one process, and no secret beside them', () => {
    const own = services.map((service) =>
      serviceEnvironment(service, secrets, addresses, { replica: 0, adminPort: 1 }, outer),
    );
    const { SERVICE_ENVIRONMENTS: all, ...env } = togetherEnvironment(own);
    expect(JSON.parse(all)).toEqual(Object.fromEntries(services.map((service, i) => [service, own[i]])));
    expect(Object.keys(env).sort()).toEqual(
      [
        ...['LOG_LEVEL', 'NODE_ENV', 'NODE_OPTIONS', 'OTEL_SERVICE_NAME', 'PATH', 'POOL_SIZE', 'SERVICE'],
        'STREAM_MAX_MIB',
      ].sort(),
    );
  });

  it('gets each setting of docs/settings.md that it reads, and none of another service', () => {
    const place = { replica: 0, adminPort: 9001 };
    for (const service of services) {
      const all = Object.values(listedSettings).flatMap((listed) => Object.keys(listed));
      const given = Object.fromEntries(all.map((name) => [name, `given ${name}`]));
      const env = serviceEnvironment(service, secrets, addresses, place, given);
      const passed = Object.keys(env).filter((name) => env[name] === given[name]);
      expect(passed.sort()).toEqual(passedSettings(service, setByStart));
    }
    expect(passedSettings('engine-broker', setByStart)).toEqual(expect.arrayContaining(['DRAFTER', 'DRAFTER_KEY']));
    expect(passedSettings('calibration', setByStart)).toEqual(expect.arrayContaining(['COMPUTE_THREADS']));
  });

  it('holds no password and no key of another service', () => {
    const listed = services.flatMap((service) => secretsOf(service));
    const given = Object.fromEntries(listed.map((name) => [name, `given ${name}`]));
    for (const service of services) {
      const env = serviceEnvironment(service, secrets, addresses, { replica: 0, adminPort: 9001 }, given);
      const text = JSON.stringify(env);
      const others = services.filter((other) => other !== service);
      const passwords = others.flatMap((other) => [secrets.database[other], secrets.bus[other]]);
      const keys = listed.filter((name) => !secretsOf(service).includes(name)).map((name) => given[name]);
      expect([...passwords, ...keys].filter((value) => text.includes(String(value)))).toEqual([]);
    }
  });

  it.each([
    [4, '5'],
    [5, '4'],
    [8, '2'],
  ])('shares the connections of the server among %i replicas', (replicas, wanted) => {
    const env = serviceEnvironment('billing', secrets, addresses, { replica: 0, adminPort: 0, replicas }, {});
    expect(env['POOL_SIZE']).toBe(wanted);
    const place = { replica: 0, adminPort: 0, replicas };
    expect(serviceEnvironment('billing', secrets, addresses, place, { POOL_SIZE: '7' })['POOL_SIZE']).toBe('7');
  });

  it('gives a public port to the gateway', () => {
    const env = serviceEnvironment('gateway', secrets, addresses, { replica: 0, adminPort: 9001, port: 8080 }, {});
    expect(env).toMatchObject({ PORT: '8080', OPERATOR_TOKEN: secrets.operatorToken });
  });

  it('tells a gateway that the dashboard is still being built', () => {
    const place = { replica: 0, adminPort: 9001, port: 8080, isDashboardAwaited: true };
    const env = (service: 'gateway' | 'documents') => serviceEnvironment(service, secrets, addresses, place, {});
    expect(env('gateway')['DASHBOARD_AWAITED']).toBe('true');
    expect(env('documents')).not.toHaveProperty('DASHBOARD_AWAITED');
    expect(
      serviceEnvironment('gateway', secrets, addresses, { ...place, isDashboardAwaited: false }, {}),
    ).not.toHaveProperty('DASHBOARD_AWAITED');
  });

  it('tells the broker alone of a file of engine entries', () => {
    const place = { replica: 0, adminPort: 9001, entriesFile: '/state/engines.json' };
    expect(serviceEnvironment('engine-broker', secrets, addresses, place, {})).toMatchObject({
      ENGINE_ENTRIES_FILE: '/state/engines.json',
      ENGINE_ENTRIES_FILE_OF: 'start',
    });
    expect(serviceEnvironment('gateway', secrets, addresses, place, {})).not.toHaveProperty('ENGINE_ENTRIES_FILE');
  });

  it('lets owners of the first organization set models, of this machine too, unless the outside says otherwise', () => {
    const place = { replica: 0, adminPort: 9001, organization: 'org_1' };
    const env = (service: 'gateway' | 'engine-broker' | 'documents', outside: NodeJS.ProcessEnv = {}) =>
      serviceEnvironment(service, secrets, addresses, place, outside);
    expect(env('gateway')['MODELS_SET_BY_OWNERS_OF']).toBe('org_1');
    expect(env('gateway', { MODELS_SET_BY_OWNERS_OF: 'org_2' })['MODELS_SET_BY_OWNERS_OF']).toBe('org_2');
    expect(env('engine-broker')['MODELS_PRIVATE_ADDRESSES']).toBe('true');
    expect(env('engine-broker', { MODELS_PRIVATE_ADDRESSES: 'false' })['MODELS_PRIVATE_ADDRESSES']).toBe('false');
    expect(Object.keys(env('documents')).filter((name) => name.startsWith('MODELS'))).toEqual([]);
  });

  it('tells every service where clients reach the API, unless the outside says it', () => {
    const place = { replica: 1, adminPort: 9001, publicUrl: 'http://127.0.0.1:8090' };
    const env = (outside: NodeJS.ProcessEnv) => serviceEnvironment('documents', secrets, addresses, place, outside);
    expect(env({})['PUBLIC_URL']).toBe('http://127.0.0.1:8090');
    expect(env({ PUBLIC_URL: 'https://judge.example.com' })['PUBLIC_URL']).toBe('https://judge.example.com');
  });

  it('gives documents a larger young generation, and no other service options of Node', () => {
    const optionsOf = (service: 'documents' | 'judgments') =>
      serviceEnvironment(service, secrets, addresses, { replica: 0, adminPort: 0 }, outer)['NODE_OPTIONS'];
    expect(optionsOf('documents')).toBe('--max-semi-space-size=32');
    expect(optionsOf('judgments')).toBeUndefined();
  });

  it("gives the mail server's password to the gateway alone", () => {
    const mine = { ...outer, MAIL_FROM: 'a@b.c' };
    const { SMTP_URL, MAIL_FROM } = mine;
    const place = { replica: 0, adminPort: 9001, port: 8080 };
    const env = serviceEnvironment('gateway', secrets, addresses, place, mine);
    expect(env).toMatchObject({ SMTP_URL, MAIL_FROM });
    expect(serviceEnvironment('webhooks', secrets, addresses, place, mine)).not.toHaveProperty('SMTP_URL');
  });
});

describe('secrets', () => {
  it('are 32 bytes for the master key and differ between services and starts', () => {
    expect(Buffer.from(secrets.masterKey, 'base64')).toHaveLength(32);
    const all = [
      ...Object.values(secrets.database),
      ...Object.values(secrets.bus),
      makeSecrets().masterKey,
      secrets.masterKey,
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('bus users', () => {
  it('may publish and receive only what the catalogue gives them', () => {
    const users = busUsersOf(secrets);
    const billing = users.find(({ user }) => user === 'billing');
    expect(users.map(({ user }) => user).sort()).toEqual([...services, 'operator'].sort());
    expect(billing?.password).toBe(secrets.bus['billing']);
    // The operator's command runs in a process of the gateway.
    const operator = users.find(({ user }) => user === 'operator');
    expect(operator?.password).toBe(secrets.bus['gateway']);
    expect(operator?.permissions?.subscribe?.allow).toEqual(['_INBOX_operator.>']);
    expect(billing?.permissions?.publish?.allow).toContain('_INBOX_gateway.replies.billing.*.*');
    expect(billing?.permissions?.publish?.allow).not.toContain('_INBOX_gateway.replies.documents.*.*');
    expect(billing?.permissions).not.toHaveProperty('allow_responses');
    expect(billing?.permissions?.subscribe?.allow).toContain('billing.spend.reserve.v1');
    expect(billing?.permissions?.publish?.allow).not.toContain('billing.spend.reserve.v1');
    for (const { permissions } of users) {
      expect(permissions?.publish?.allow).not.toContain('>');
      expect(permissions?.subscribe?.allow).not.toContain('>');
    }
  });
});
