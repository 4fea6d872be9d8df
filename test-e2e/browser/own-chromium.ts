import { chromiumProgram } from '@app/testing/chromium-program';
import { Browser, chromium } from 'playwright-core';

/**
 * Scripts of a page that is left within seconds run as they are first compiled: to optimize them takes more processor time
 * than it saves, a tenth of the browser's. The long tests measure pages as people have them.
 */
const scripts = process.env['LONG'] ? [] : ['--js-flags=--always-sparkplug --no-maglev --no-turbofan'];

/**
 * The Chromium of one file of tests, which closes it. The file talks to it by a pipe, without another process between; it
 * ends with the pipe when the file's process is killed.
 */
export async function openChromium(): Promise<Browser> {
  // Its sandbox refuses root, whom a container runs tests as.
  const args = process.getuid?.() === 0 ? ['--no-sandbox', ...scripts] : scripts;
  // Jest answers signals.
  const signals = { handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false };
  return await chromium.launch({ executablePath: chromiumProgram(), args, ...signals });
}
