import type { LabelRow } from './label-row';

/** Where a label stands in its set, whatever its answer's id. */
export interface Place {
  hash: number;
  document: string;
  judgedAtMs: number;
}

export function positionOf({ namespace, document, judged_at }: LabelRow): Place {
  return { hash: hashOf(document), document: `${document} ${namespace}`, judgedAtMs: judged_at.getTime() };
}

export function compare(a: Place, b: Place): number {
  if (a.hash !== b.hash) return a.hash - b.hash;
  if (a.document !== b.document) return a.document < b.document ? -1 : 1;
  return a.judgedAtMs - b.judgedAtMs;
}

/** FNV-1a of 32 bits, with a last mix: neighbouring ids must not stand together. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
