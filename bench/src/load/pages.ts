import { Pool } from 'undici';
import { Target } from './load';

/** What readers of pages have read. */
export interface PagesRead {
  pages: number;
  bytes: number;
}

/** Longer than what stands behind the documents of a page, its cursor included. */
const tailBytes = 4096;

/**
 * Clients that page through a namespace until `ended`, each from its first document on again and again. They drop what
 * they read, because the load generator shares the machine with what is measured.
 * @param path of the query
 * @throws Error for anything but 200
 */
export async function readPages(
  target: Target,
  clients: number,
  path: string,
  ended: () => boolean,
): Promise<PagesRead> {
  const pool = new Pool(target.origin, { connections: Math.max(1, clients), pipelining: 1 });
  const read: PagesRead = { pages: 0, bytes: 0 };
  const client = async (): Promise<void> => {
    for (let cursor: string | undefined; !ended();) {
      const page = await readPage(pool, target, path, cursor);
      read.pages += 1;
      read.bytes += page.bytes;
      cursor = page.next;
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
    return read;
  } finally {
    await pool.close();
  }
}

async function readPage(
  pool: Pool,
  { headers }: Target,
  path: string,
  cursor: string | undefined,
): Promise<{ bytes: number; next: string | undefined }> {
  const response = await pool.request({
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ limit: 1000, cursor }),
  });
  let bytes = 0;
  let tail = Buffer.alloc(0);
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    tail = Buffer.concat([tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
  }
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${tail.toString()}`);
  return { bytes, next: /"next_cursor":"([^"]+)"/.exec(tail.toString())?.[1] };
}
