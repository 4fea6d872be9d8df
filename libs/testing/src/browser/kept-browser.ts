import type { BrowserServer } from 'playwright-core';
import { chromiumProgram } from './chromium-program';

/**
 * Scripts of a page that is left within seconds run as they are first compiled: to optimize them takes more processor time
 * than it saves, a tenth of the browser's. The long tests measure pages as people have them.
 */
const scripts = process.env['LONG'] ? [] : ['--js-flags=--always-sparkplug --no-maglev --no-turbofan'];

/**
 * The Chromium of one Jest worker, opened for the first file that asks. Each file connects to it, and what a file opened in it
 * goes when it lets go. It ends with the process that keeps it.
 */
export class KeptBrowser {
  private server?: Promise<BrowserServer>;

  /** Where a file connects to it. */
  async address(): Promise<string> {
    this.server ??= this.open();
    return (await this.server).wsEndpoint();
  }

  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    // One that did not open has nothing to close.
    await server?.then(
      (open) => open.close(),
      () => undefined,
    );
  }

  private async open(): Promise<BrowserServer> {
    // Loaded by the keeper of a worker that has files of pages, and by no service.
    const { chromium } = await import('playwright-core');
    // Its sandbox refuses root, whom a container runs tests as.
    const args = process.getuid?.() === 0 ? ['--no-sandbox', ...scripts] : scripts;
    // The keeper ends on signals by itself, and closes the browser first.
    const signals = { handleSIGHUP: false, handleSIGINT: false, handleSIGTERM: false };
    const server = await chromium.launchServer({ executablePath: chromiumProgram(), args, ...signals });
    // The next file gets another one when it has ended.
    server.once('close', () => (this.server = undefined));
    return server;
  }
}
