/** One environment variable: its name, meaning, unit, default, and how its text is read. */
export interface Setting<T> {
  env: string;
  meaning: string;
  unit?: string;
  fallback?: T;
  /** Values that are accepted, in words for docs/settings.md. */
  range?: string;
  /** Never printed. */
  secret?: boolean;
  /** What is printed of a value that holds secrets in places. */
  shown?(value: T): unknown;
  read(raw: string): T;
}

interface SettingOptions<T> {
  meaning: string;
  unit?: string;
  fallback?: T;
  secret?: boolean;
}

export function text(env: string, options: SettingOptions<string>): Setting<string> {
  return { env, ...options, read: (raw) => raw };
}

export function secret(env: string, options: SettingOptions<string>): Setting<string> {
  return { env, ...options, secret: true, read: (raw) => raw };
}

export function integer(
  env: string,
  options: SettingOptions<number> & { min?: number; max?: number },
): Setting<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, ...rest } = options;
  return {
    env,
    ...rest,
    range: rangeOf(options),
    read(raw) {
      const value = Number(raw);
      if (!/^-?\d+$/.test(raw) || value < min || value > max) throw new Error(`must be an integer in ${min}..${max}`);
      return value;
    },
  };
}

export function oneOf<T extends string>(env: string, values: readonly T[], options: SettingOptions<T>): Setting<T> {
  return {
    env,
    ...options,
    range: values.map((value) => `\`${value}\``).join(', '),
    read(raw) {
      const found = values.find((value) => value === raw);
      if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
      return found;
    },
  };
}

export function address(env: string, options: SettingOptions<string>): Setting<string> {
  return {
    env,
    ...options,
    read(raw) {
      if (!URL.canParse(raw)) throw new Error('must be an address such as scheme://host:port');
      return raw;
    },
  };
}

/** One address, or several that lead to the same, separated by commas. */
export function addresses(env: string, options: SettingOptions<readonly string[]>): Setting<readonly string[]> {
  const { read } = address(env, { meaning: options.meaning });
  return { env, ...options, read: (raw) => raw.split(',').map((one) => read(one.trim())) };
}

export function json<T>(
  env: string,
  options: SettingOptions<T> & { check: (value: unknown) => T; shown?(value: T): unknown },
): Setting<T> {
  const { check, ...rest } = options;
  return { env, ...rest, read: (raw) => check(JSON.parse(raw)) };
}

function rangeOf({ min, max }: { min?: number; max?: number }): string | undefined {
  if (min === undefined) return max === undefined ? undefined : `to ${max}`;
  return max === undefined ? `from ${min}` : `${min} to ${max}`;
}
