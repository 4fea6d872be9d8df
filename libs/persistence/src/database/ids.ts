import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

export const idPrefixes = [
  'org',
  'key',
  'usr',
  'evt',
  'job',
  'whe',
  'dlv',
  'img',
  'ans',
  'out',
  'fit',
  'alt',
  'jdg',
  'ask',
  'sub',
  'msg',
  'clm',
  'eml',
  'ses',
  'aud',
  'idp',
  'req',
  'mdl',
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

/** A prefixed id that sorts by the time it was made (UUIDv7, dashes left out). */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${v7().replaceAll('-', '')}`;
}

/**
 * The id of something that must have the same id whenever it is named: of the form of `newId`, from a time and a hash.
 * @param atMs when it came to be, in milliseconds since 1970
 * @param about what tells it from all others of its prefix
 */
export function derivedId(prefix: IdPrefix, atMs: number, about: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(about)).digest();
  const body = v7({ msecs: atMs, seq: hash.readUInt32BE(16), random: hash.subarray(0, 16) });
  return `${prefix}_${body.replaceAll('-', '')}`;
}

/** Behind every id in the order of bytes: where a list that goes back in time begins. */
export const afterEveryId = '~';

/** The millisecond at which an id made by `newId` was made, or null when its body is no UUIDv7. */
export function madeAtMs(id: string): number | null {
  const body = id.slice(id.indexOf('_') + 1);
  return /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/.test(body) ? parseInt(body.slice(0, 12), 16) : null;
}

/** Where the ids begin that `newId` makes from a time on: every one of them is this or greater in the order of bytes. @param ms since 1970 */
export function idsFrom(prefix: IdPrefix, ms: number): string {
  return `${prefix}_${Math.max(0, ms).toString(16).padStart(12, '0')}`;
}
