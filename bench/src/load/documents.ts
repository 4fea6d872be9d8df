/** Deterministic documents of about 1 KB: two attributes that queries use, a note that is not looked at, a text that is. */

const words =
  'order parcel late arrived broken box refund lamp chair table asked twice answer nobody called week courier depot address blue green'.split(
    ' ',
  );

/** A small deterministic generator (mulberry32), so that every run has the same documents. */
export function randomOf(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export interface BenchDocument {
  id: string;
  attributes: { seller: string; total: number };
  state: { note: string; text: string; lines: number };
}

/** So many documents share a group of sellers, so that a seller has 200 documents at most, however many documents there are. */
export const sellerGroup = 100_000;
export const sellersOfGroup = 500;

/** Sellers of documents that are numbered below `documents`. */
export function sellersOf(documents: number): number {
  return Math.ceil(documents / sellerGroup) * sellersOfGroup;
}

function sellerOf(i: number): string {
  return `s${Math.floor(i / sellerGroup) * sellersOfGroup + (i % sellersOfGroup)}`;
}

export function documentOf(i: number, round = 0): BenchDocument {
  const random = randomOf(i * 2654435761 + round);
  let text = '';
  while (text.length < 860) text += `${words[Math.floor(random() * words.length)]} `;
  return {
    id: `doc:${i}`,
    attributes: { seller: sellerOf(i), total: Math.round(((i * 7919) % 100000) + round) / 100 },
    state: { note: `round ${round}`, text, lines: i % 17 },
  };
}

export function upsertBody(from: number, count: number, round = 0): string {
  return JSON.stringify({ upsert: Array.from({ length: count }, (_, k) => documentOf(from + k, round)) });
}
