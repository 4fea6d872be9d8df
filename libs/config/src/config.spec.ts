import { ConfigError, describeConfig, readConfig } from './config';
import { address, addresses, integer, oneOf, secret } from './setting';

const settings = {
  database: address('DATABASE_URL', { meaning: 'where Postgres is' }),
  port: integer('PORT', { meaning: 'where to listen', fallback: 8080, min: 1, max: 65535 }),
  level: oneOf('LOG_LEVEL', ['info', 'warn'], { meaning: 'how loud', fallback: 'info' }),
  key: secret('MASTER_KEY', { meaning: 'seals secrets' }),
};

describe('readConfig', () => {
  it('reads the variables, fills in defaults and hides secrets', () => {
    const config = readConfig(settings, { DATABASE_URL: 'postgres://a:pw@h/d', MASTER_KEY: 'k' });
    expect(config).toEqual({ database: 'postgres://a:pw@h/d', port: 8080, level: 'info', key: 'k' });
    const shown = JSON.stringify(describeConfig(settings, config));
    expect(shown).not.toContain('pw@');
    expect(shown).toContain('"MASTER_KEY":"(hidden)"');
  });

  it('reads several addresses of one cluster, and shows none of their passwords', () => {
    const cluster = { bus: addresses('NATS_URL', { meaning: 'where NATS is' }) };
    const config = readConfig(cluster, { NATS_URL: 'nats://a:4222, nats://u:pw@b:4222' });
    expect(config.bus).toEqual(['nats://a:4222', 'nats://u:pw@b:4222']);
    expect(describeConfig(cluster, config)).toEqual({ NATS_URL: ['nats://a:4222', 'nats://u:(hidden)@b:4222'] });
    expect(() => readConfig(cluster, { NATS_URL: 'nats://a:4222,b' })).toThrow(ConfigError);
  });

  it('throws one error that names every fault', () => {
    expect(() => readConfig(settings, { PORT: '70000', LOG_LEVEL: 'loud' })).toThrow(ConfigError);
    try {
      readConfig(settings, { PORT: '70000', LOG_LEVEL: 'loud' });
    } catch (error) {
      expect((error as Error).message.split('\n')).toHaveLength(4);
    }
  });
});
