// `npm run screenshots`: starts the service with the example's data in a state folder of its own, signs in, and writes a
// picture of every page into docs/screenshots, light, dark and 390 pixels wide.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printHelp } from '../local/help.mjs';
import { fail, install, root, say } from './build/setup.mjs';

const help = {
  lines: [
    'Usage: npm run screenshots -- [options]',
    '',
    'Starts the service with the example in a state folder of its own, signs in, and writes a picture of every page of',
    'the dashboard into docs/screenshots: light, dark and 390 pixels wide.',
    '',
    'Options:',
    '  --ready-file <file>  of a running service with the example; without it the command starts one',
    '  -h, --help           display help for command',
    '',
    'Example:',
    '  npm run screenshots',
    '',
    'It needs Chromium; CHROMIUM names its program.',
  ],
};

if (printHelp(help, process.argv.slice(2))) process.exit(0);

const { values } = parseArgs({ options: { 'ready-file': { type: 'string' } } });
await install({ alsoOfTests: true });
const [{ build }, { chromium }, { default: sharp }] = await Promise.all([
  import('esbuild'),
  import('playwright-core'),
  import('sharp'),
]);

const folder = join(root, 'docs/screenshots');
const state = join(root, '.state/screenshots');
const ready = join(state, 'ready-screenshots.json');
const mostBytes = 60_000;
const looks = [
  { name: 'light', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'dark', width: 1280, height: 800, colorScheme: 'dark' },
  { name: 'narrow', width: 390, height: 844, colorScheme: 'light' },
];
const programs = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome'];
const executablePath = programs.find((path) => path !== '' && existsSync(path));
if (!executablePath)
  fail('There is no Chromium: install it ("apt-get install chromium"), or name its program in CHROMIUM.');

if (values['ready-file']) {
  await takeAll(JSON.parse(readFileSync(values['ready-file'], 'utf8')));
  process.exit(0);
}
rmSync(ready, { force: true });
const child = spawn(
  process.execPath,
  ['deploy/local/start.mjs', '--fresh', '--port', String(await freePort()), '--ready-file', ready],
  { cwd: root, env: { ...process.env, STATE_DIR: state }, stdio: ['ignore', 2, 2] },
);
try {
  const exampleOf = () => existsSync(ready) && JSON.parse(readFileSync(ready, 'utf8')).example;
  await waitUntil(() => ['judged', 'failed'].includes(exampleOf()) || child.exitCode !== null);
  if (exampleOf() !== 'judged') fail('The service did not start with its example: mend what it says above.');
  await takeAll(JSON.parse(readFileSync(ready, 'utf8')));
} finally {
  child.kill('SIGTERM');
  await waitUntil(() => child.exitCode !== null || child.signalCode !== null);
}

async function takeAll({ base_url: base, api_key: key, sign_in_link: link }) {
  const call = async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `screenshots-${method}-${path}`.slice(0, 200),
    };
    const reply = await globalThis.fetch(`${base}${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const { namespaces } = await call('GET', '/namespaces');
  const namespace = namespaces[0].name;
  const ns = `/namespaces/${encodeURIComponent(namespace)}`;
  const { judgments } = await call('GET', `${ns}/judgments`);
  const judgment = judgments.find(({ definition }) => definition.type === 'bool').name;
  const { documents } = await call('POST', `${ns}/query`, {
    limit: 1,
    filter: { [`answers.${judgment}.p`]: { gte: 0 } },
  });
  const { id: endpoint } = await call('POST', '/webhook-endpoints', {
    url: 'https://hooks.example.com:8443/judgments',
  });
  await call('POST', `/webhook-endpoints/${endpoint}/test`, { type: 'subscription.entered' });
  const group = (await call('GET', `${ns}/groups`)).groups[0]?.name ?? '';
  const { pageTable, missingPages } = await loadTable();
  const table = pageTable({ namespace, document: documents[0].id, judgment, endpoint, group });
  if (missingPages(table).length > 0)
    fail(`Give an address of ${missingPages(table).join()} in test-e2e/browser/page-table.ts.`);

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  const names = [];
  let storageState;
  for (const { name: look, width, height, colorScheme } of looks) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      storageState,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    if (!storageState) {
      await page.goto(link);
      await page.getByRole('button', { name: 'Sign in' }).click();
      const overview = page.getByRole('heading', { name: 'Overview' });
      const goOn = page.getByRole('button', { name: 'Continue' });
      await overview.or(goOn).waitFor();
      // The page of a link asks people who have no password for one.
      if (await goOn.isVisible()) {
        const password = page.getByLabel('Password', { exact: true });
        if (await password.isVisible()) await password.fill('password of the pictures');
        await goOn.click();
      }
      await overview.waitFor();
      storageState = await context.storageState();
    }
    for (const address of Object.values(table).flat()) {
      await page.goto(`${new URL(base).origin}/app${address}`);
      await page.locator('h1').first().waitFor();
      // By a timer: Chromium 156 may draw no frame for minutes where nothing changes.
      await page.waitForFunction(() => globalThis.document.querySelector('[aria-busy=true]') === null, undefined, {
        polling: 50,
      });
      await page.waitForTimeout(400);
      const name = nameOf(address);
      await save(await page.screenshot(), join(folder, `${name}-${look}.webp`));
      if (look === 'light') names.push([name, address]);
    }
    await context.close();
  }
  await browser.close();
  writeFileSync(join(folder, 'README.md'), indexOf(names));
  say(`${names.length * looks.length} pictures stand in docs/screenshots.`);
}

/** The pages of the tests: one table for both. */
async function loadTable() {
  const entry = join(root, 'test-e2e/browser/page-table.ts');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

function nameOf(address) {
  const [path] = address.split('?');
  const { searchParams } = new URL(address, 'http://127.0.0.1');
  const [tab, name] = ['tab', 'name'].map((value) => searchParams.get(value));
  // The editor opens empty, and on a judgment that exists.
  const part = tab ?? (path === '/editor' && name ? 'version' : null);
  return [path === '/' ? 'overview' : path.slice(1), ...(part ? [part] : [])].join('-');
}

/** Halves the quality until the picture is small enough. */
async function save(png, path) {
  for (const quality of [70, 50, 30, 15]) {
    const picture = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (picture.length > mostBytes && quality > 15) continue;
    writeFileSync(path, picture);
    return;
  }
}

function indexOf(names) {
  const rows = names.map(([name]) => {
    const cells = looks.map(({ name: look }) => `![${name}, ${look}](${name}-${look}.webp)`);
    return `| ${name.replaceAll('-', ' ')} | ${cells.join(' | ')} |`;
  });
  return `# Pages of the dashboard

\`npm run screenshots\` takes these pictures of the example's data. Light, dark, and on a screen of 390 pixels.

| Page | Light | Dark | Narrow |
|---|---|---|---|
${rows.join('\n')}
`;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function waitUntil(isSo) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 500));
}
