import { readFileSync } from 'node:fs';
import type { Download } from 'playwright-core';

/** The text of a file that a page saved. */
export async function savedText(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8');
}
