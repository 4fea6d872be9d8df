import { writeFileSync } from 'node:fs';
import type { Printer } from './printer';

/** Saves a page of the service, which needs no other file; `-` is the output. */
export async function savePage(file: string, page: string, print: Printer): Promise<void> {
  if (file === '-') return print.writeRaw(page);
  writeFileSync(file, page);
  await print.tell(`${file}: ${Buffer.byteLength(page).toLocaleString('en')} bytes`);
}
