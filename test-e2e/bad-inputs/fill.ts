import { createHash } from 'node:crypto';
import { Row } from './row';
import { Stage } from './stage';

const hours = { h: 3_600_000, d: 86_400_000 } as const;

/** Puts the stage's values into `{placeholders}`. */
export function fill(text: string, stage: Stage, row: Row): string {
  const own = row.setup ? stage.foreign[row.setup] : undefined;
  return text.replace(/\{([a-z_0-9]+)([-+]\d+[hd])?\}/g, (all, name: string, shift?: string) => {
    if (name === 'now' && shift) {
      const unit = shift.at(-1) as keyof typeof hours;
      return new Date(Date.now() + Number(shift.slice(0, -1)) * hours[unit]).toISOString();
    }
    if (name === 'key_hash_hex') return createHash('sha256').update(stage.keys.rw_org).digest('hex');
    return own?.[name] ?? stage.values[name] ?? all;
  });
}

/** Fills strings at any depth. */
export function fillAll<T>(value: T, stage: Stage, row: Row): T {
  return JSON.parse(fill(JSON.stringify(value), stage, row)) as T;
}
