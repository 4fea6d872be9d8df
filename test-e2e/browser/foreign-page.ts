import { createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { BrowserContext, Page, Request } from 'playwright-core';

/** A request that a page of somebody else had the browser send. */
export interface Attempt {
  way: string;
  /** Whether the browser added a cookie. */
  hasCookie: boolean;
  /** Status of the reply, or why the browser kept it from the page. */
  ended: string;
}

/** A page on another port of a host, in a browser in which somebody is signed in at `target`. */
export interface Foreign {
  /** Origin of the service. */
  target: string;
  /** With the host of `target` the page is of the same site, and cookies of `SameSite=Strict` go with its requests. */
  host: 'localhost' | '127.0.0.1';
}

/** Sends a read by each way in which a page can: `fetch`, a picture, a link that is followed. */
export function readFrom(context: BrowserContext, foreign: Foreign, path: string): Promise<Attempt[]> {
  const to = JSON.stringify(foreign.target + path);
  return attemptsOf(context, foreign, path, {
    fetch: `void fetch(${to}, { credentials: 'include', mode: 'no-cors' }).catch(() => undefined)`,
    picture: `document.createElement('img').src = ${to}`,
    link: `const link = document.createElement('a'); link.href = ${to}; document.body.append(link); link.click()`,
  });
}

/**
 * Posts by each way in which a page can: `fetch`, a form, a form in a frame, a form whose `Origin` is `null`.
 * @param body JSON that holds one `=`, between the name and the value of a form's only field
 */
export function postFrom(
  context: BrowserContext,
  foreign: Foreign,
  { path, body }: { path: string; body: string },
): Promise<Attempt[]> {
  const to = JSON.stringify(foreign.target + path);
  const [name, value] = body.split('=', 2);
  const html = `<form method="post" enctype="text/plain" action=${to}><input name='${name}' value='${value}'></form>`;
  const submit = `document.body.innerHTML = ${JSON.stringify(html)}; document.forms[0].submit()`;
  const framed = `${html}<script>document.forms[0].submit()</script>`;
  return attemptsOf(context, foreign, path, {
    fetch: `void fetch(${to}, { method: 'POST', credentials: 'include', mode: 'no-cors', body: ${JSON.stringify(body)} }).catch(() => undefined)`,
    form: submit,
    'form in a frame': `const frame = document.createElement('iframe'); frame.srcdoc = ${JSON.stringify(framed)}; document.body.append(frame)`,
    'form of no origin': `document.head.innerHTML = '<meta name="referrer" content="no-referrer">'; ${submit}`,
  });
}

async function attemptsOf(
  context: BrowserContext,
  { target, host }: Foreign,
  path: string,
  ways: Record<string, string>,
): Promise<Attempt[]> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>elsewhere</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await context.newPage();
  try {
    const attempts: Attempt[] = [];
    for (const [way, script] of Object.entries(ways)) {
      await page.goto(`http://${host}:${(server.address() as AddressInfo).port}/`);
      const sent = endOf(page, (request) => request.url() === target + path);
      // A way that leads elsewhere ends the page in which its script runs.
      await page.evaluate(`(() => { ${script}; })()`).catch(() => undefined);
      const request = await sent;
      const { cookie } = await request.allHeaders();
      const ended = request.failure()?.errorText ?? String((await request.response())?.status());
      attempts.push({ way, hasCookie: cookie !== undefined, ended });
    }
    return attempts;
  } finally {
    await page.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** The first request of its kind whose reply has come, or was kept from the page. */
function endOf(page: Page, isMeant: (request: Request) => boolean): Promise<Request> {
  return Promise.race([page.waitForEvent('requestfinished', isMeant), page.waitForEvent('requestfailed', isMeant)]);
}
