import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download } from 'playwright-core';

/** The text of a file that a page saved. The browser runs for several files of tests, so its own folder is not ours to read. */
export async function savedText(download: Download): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'judgment-saved-'));
  try {
    const path = join(folder, 'file');
    await download.saveAs(path);
    return readFileSync(path, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
