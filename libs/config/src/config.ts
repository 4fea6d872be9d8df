import { Setting } from './setting';

export type Settings = Record<string, Setting<unknown>>;
export type Config<S extends Settings> = { [K in keyof S]: S[K] extends Setting<infer T> ? T : never };
export type Environment = Record<string, string | undefined>;

/** All faults of the environment, one sentence each. The process must not start. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings of a service from the environment.
 * @throws ConfigError naming every variable that is missing or cannot be read
 */
export function readConfig<S extends Settings>(settings: S, env: Environment = process.env): Config<S> {
  const faults: string[] = [];
  const config: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const raw = env[setting.env];
    if (raw === undefined || raw === '') {
      if (setting.fallback === undefined) faults.push(`${setting.env} is missing: ${setting.meaning}`);
      config[key] = setting.fallback;
      continue;
    }
    try {
      config[key] = setting.read(raw);
    } catch (error) {
      faults.push(`${setting.env} ${error instanceof Error ? error.message : String(error)} (${setting.meaning})`);
    }
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config as Config<S>;
}

/** All settings for the log at start; secrets, and passwords in addresses, are hidden. */
export function describeConfig<S extends Settings>(settings: S, config: Config<S>): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const value = config[key as keyof S] as unknown;
    shown[setting.env] = setting.secret ? '(hidden)' : withoutPasswords(setting.shown ? setting.shown(value) : value);
  }
  return shown;
}

function withoutPasswords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPasswords);
  return typeof value === 'string' ? hidePassword(value) : value;
}

function hidePassword(value: string): string {
  return value.replace(/^([a-z+]+:\/\/[^:/@]*):[^@]*@/i, '$1:(hidden)@');
}
