const edgeBytes = 1024 * 1024;

/** What is needed of a `Blob` or `File`. */
export type Sliceable = Pick<Blob, 'size' | 'slice'>;

/**
 * Tells a file from others, so that a reading that was cut off is gone on with in the same file: its size and a hash of its first and
 * last mebibyte. It is no proof against somebody who makes two files alike on purpose. Needs no secure context.
 * @returns such as `14800000-1f0c2ab95d3e7788`
 */
export async function readFileIdentity(file: Sliceable): Promise<string> {
  const edges = [await readEdge(file, 0), await readEdge(file, Math.max(0, file.size - edgeBytes))];
  const halves = [0x811c9dc5, 0x9747b28c].map((seed) => edges.reduce(hashOf, seed).toString(16).padStart(8, '0'));
  return `${file.size}-${halves.join('')}`;
}

async function readEdge(file: Sliceable, from: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, Math.min(file.size, from + edgeBytes)).arrayBuffer());
}

/** FNV-1a with an end that mixes, so that two seeds make two hashes. */
function hashOf(seed: number, bytes: Uint8Array): number {
  let hash = seed;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
