/** One environment variable: its name, meaning, unit, default, and how its text is read. */
export interface Setting<T> {
  env: string;
  meaning: string;
  unit?: string;
  fallback?: T;
  /** Never printed. */
  secret?: boolean;
  read(raw: string): T;
}

interface Told<T> {
  meaning: string;
  unit?: string;
  fallback?: T;
  secret?: boolean;
}

export function text(env: string, told: Told<string>): Setting<string> {
  return { env, ...told, read: (raw) => raw };
}

export function secret(env: string, told: Told<string>): Setting<string> {
  return { env, ...told, secret: true, read: (raw) => raw };
}

export function integer(env: string, told: Told<number> & { min?: number; max?: number }): Setting<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, ...rest } = told;
  return {
    env,
    ...rest,
    read(raw) {
      const value = Number(raw);
      if (!/^-?\d+$/.test(raw) || value < min || value > max) throw new Error(`must be an integer in ${min}..${max}`);
      return value;
    },
  };
}

export function oneOf<T extends string>(env: string, values: readonly T[], told: Told<T>): Setting<T> {
  return {
    env,
    ...told,
    read(raw) {
      const found = values.find((value) => value === raw);
      if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
      return found;
    },
  };
}

export function address(env: string, told: Told<string>): Setting<string> {
  return {
    env,
    ...told,
    read(raw) {
      if (!URL.canParse(raw)) throw new Error('must be an address such as scheme://host:port');
      return raw;
    },
  };
}

export function json<T>(env: string, told: Told<T> & { check: (value: unknown) => T }): Setting<T> {
  const { check, ...rest } = told;
  return { env, ...rest, read: (raw) => check(JSON.parse(raw)) };
}
