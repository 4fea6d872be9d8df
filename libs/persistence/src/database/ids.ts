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
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

/** A prefixed id that sorts by the time it was made (UUIDv7, dashes left out). */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${v7().replaceAll('-', '')}`;
}

/** Behind every id in the order of bytes: where a list that goes back in time begins. */
export const afterEveryId = '~';

/** The millisecond at which an id made by `newId` was made, or null when its body is no UUIDv7. */
export function madeAtMs(id: string): number | null {
  const body = id.slice(id.indexOf('_') + 1);
  return /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/.test(body) ? parseInt(body.slice(0, 12), 16) : null;
}
