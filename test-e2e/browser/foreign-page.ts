import { eventually } from '@app/testing/stack';
import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { BrowserContext, Request } from 'playwright-core';

/** What a page of somebody else has a browser send. Everything goes below one origin, with the cookies that a browser adds. */
export interface Attempts {
  /** Reads by `fetch`, `<img>` and a link that is followed. */
  reads: string[];
  /** Bodies of posts by a form, by a form without an origin, and by `fetch`. */
  posts: { path: string; body: string }[];
}

/** @returns of each request that a page at `host` had the browser send to `target`: the status, or why the browser kept the reply */
export async function attack(
  context: BrowserContext,
  { target, host, reads, posts }: Attempts & { target: string; host: 'localhost' | '127.0.0.1' },
): Promise<string[]> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>elsewhere</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await context.newPage();
  const replies: string[] = [];
  const note = async (request: Request): Promise<void> => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== target) return;
    const ended = (await request.response())?.status() ?? request.failure()?.errorText ?? 'unknown';
    replies.push(`${request.method()} ${pathname} ${ended}`);
  };
  page.on('requestfinished', (request) => void note(request));
  page.on('requestfailed', (request) => void note(request));
  const home = `http://${host}:${(server.address() as AddressInfo).port}/`;
  const script = (text: string) => `(async () => { const target = ${JSON.stringify(target)}; ${text} })()`;
  const sent = (count: number) => eventually(() => expect(replies.length).toBe(count), 30_000);
  try {
    let count = 0;
    for (const path of reads) {
      const to = JSON.stringify(path);
      for (const way of [
        `void fetch(target + ${to}, { credentials: 'include', mode: 'no-cors' }).catch(() => undefined);`,
        `document.createElement('img').src = target + ${to};`,
        `const link = document.createElement('a'); link.href = target + ${to}; document.body.append(link); link.click();`,
      ]) {
        await page.goto(home);
        // A way that leads elsewhere ends the page in which it began.
        await page.evaluate(script(way)).catch(() => undefined);
        await sent((count += 1));
      }
    }
    for (const { path, body } of posts) {
      const [to, text] = [JSON.stringify(path), JSON.stringify(body)];
      // A form may send JSON as plain text; its name and value are joined by "=".
      const [name, value] = body.split('=', 2).map((part) => part.replaceAll("'", '&#39;'));
      const form = `<form method="post" enctype="text/plain" action="${target}${path}"><input name='${name}' value='${value}'></form><script>document.forms[0].submit()</script>`;
      for (const way of [
        `void fetch(target + ${to}, { method: 'POST', credentials: 'include', mode: 'no-cors', body: ${text} }).catch(() => undefined);`,
        `const frame = document.createElement('iframe'); frame.srcdoc = ${JSON.stringify(form)}; document.body.append(frame);`,
      ]) {
        await page.goto(home);
        await page.evaluate(script(way)).catch(() => undefined);
        await sent((count += 1));
      }
      // The page of an address `data:` has the origin `null`, and leaves for the target by itself.
      await page.goto(`data:text/html,${encodeURIComponent(form)}`).catch(() => undefined);
      await sent((count += 1));
    }
    return replies;
  } finally {
    await page.close();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  }
}
