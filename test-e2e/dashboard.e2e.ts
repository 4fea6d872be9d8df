import { openLimitMs } from '@app/testing/stack';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from 'playwright-core';
import { DashboardRoom } from './browser/dashboard-room';
import { missingPages, pageTable } from './browser/page-table';
import { savedText } from './browser/saved-text';
import { WatchedPage } from './browser/watched-page';
import { Scenario, boolJudgment } from './scenario/scenario';

/** What a page must show and never run or obey: markup, an address that is a program, a turn of direction. */
const markup =
  '<i class="injected" onmouseover="x">i</i></script><script>document.title=`run`</script> javascript:alert(1) \u202egnp';
/** No blank where a line could break. */
const long = 'x'.repeat(200_000);
const isLong = Boolean(process.env['LONG']);

/** Each page alone waits for nothing longer than a few seconds; this is for a machine that others load. */
const pagesLimitMs = 300_000;

let room: DashboardRoom;
let scenario: Scenario;
let owner: WatchedPage;
let table: Record<string, string[]>;
let endpoint: string;

const pagesOf = () => Object.values(table).flat();

beforeAll(async () => {
  room = await DashboardRoom.open('pages');
  scenario = new Scenario(room.stack, 'desk', room.key);
  await scenario.judgment(boolJudgment('late', { question: `Is this late? ${markup}`, thresholds: { alarm: 0.5 } }));
  await scenario.upsert('a/b', { text: markup, [markup.slice(0, 60)]: markup }, { country: 'DE', note: markup });
  await scenario.upsert('..x', { text: 'late again' }, { country: 'FR' });
  await scenario.upsert('huge', { text: 'late', long });
  await scenario.ok('PUT', '/subscriptions/all', {
    filter: { 'attributes.country': { exists: true } },
    include: ['attributes'],
    initial: 'emit',
  });
  const aggregates = { late: { aggregate: 'mean', path: 'answers.late.p' } };
  await scenario.ok('PUT', '/groups/lands', { key: 'attributes.country', aggregates });
  await scenario.fresh('a/b', 'late');
  ({ id: endpoint } = await room.endpoint({
    url: 'https://hooks.example.com:9443/in',
    description: markup.slice(0, 100),
  }));
  table = pageTable({ namespace: scenario.namespace, document: 'a/b', judgment: 'late', endpoint, group: 'lands' });
  owner = await room.signedIn('owner');
}, openLimitMs);
afterAll(() => room?.close());

it('knows an address of every page [DASH-06]', () => expect(missingPages(table)).toEqual([]));

it(
  'opens every page for an owner: readable in light and dark, at 320 pixels, without a complaint; what is stored stands there as text, whatever it is [DASH-06]',
  async () => {
    const { page } = owner;
    const [ns, id] = [scenario.namespace, 'huge'].map(encodeURIComponent);
    const faults: string[] = [];
    let shown = 0;
    // To change colours draws a page anew: the next page begins in those of the one before.
    const schemes: ('light' | 'dark')[] = ['light', 'dark'];
    for (const address of [...pagesOf(), `/document?ns=${ns}&id=${id}`]) {
      await (isLong ? owner.go(address) : owner.turnTo(address));
      const found = await alertsOf(owner);
      for (const scheme of schemes) if (!address.endsWith(`&id=${id}`)) found.push(...(await owner.barriers(scheme)));
      schemes.reverse();
      await page.locator('main details').evaluateAll((all) => {
        for (const one of all) Object.assign(one, { open: true });
      });
      await owner.settled();
      shown += await page.getByText('<i class="injected"').count();
      if ((await page.locator('.injected, main script, main a[href^="javascript:"]').count()) > 0)
        found.push('injected');
      if ((await page.title()) === 'run') found.push('ran');
      const excess = await owner.excess();
      if (excess > 0) found.push(`${excess} pixels too wide`);
      faults.push(...found.map((words) => `${address} ${words}`));
    }
    expect(faults).toEqual([]);
    expect(shown).toBeGreaterThan(5);
    expect(owner.complaints).toEqual([]);
  },
  pagesLimitMs,
);

it('answers with the dashboard at the address of every page [DASH-06]', async () => {
  // What differs is the nonce of each reply.
  const htmlOf = async (at: string) =>
    (await (await fetch(`${room.origin}/app${at}`)).text()).replaceAll(/ nonce="[\w+/=]+"/g, '');
  expect([...new Set(await Promise.all(pagesOf().map(htmlOf)))]).toEqual([await htmlOf('/')]);
});

async function alertsOf({ page }: WatchedPage): Promise<string[]> {
  return page.getByRole('alert').allTextContents();
}

it('sends a policy that allows no inline script or style and no other host [DASH-06]', async () => {
  const started = Date.now();
  const reply = await owner.page.goto(`${room.origin}/app/`);
  await owner.settled();
  if (isLong) process.stdout.write(`The overview showed what it read after ${Date.now() - started} ms.\n`);
  const policy = reply?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-|https?:|\*/);
});

it('shows its first page after a bounded number of requests and bytes [DASH-06]', async () => {
  const { page } = owner;
  const fresh = await room.opened({ storageState: await page.context().storageState() });
  const sent: Request[] = [];
  fresh.page.on('request', (request) => sent.push(request));
  await fresh.go('/');
  const html = await (await fetch(`${room.origin}/app/`)).text();
  const isFile = (request: Request) => request.url().includes('/app/assets/');
  const isNamed = (request: Request) => isFile(request) && html.includes(new URL(request.url()).pathname);
  const bytesOf = async (requests: Request[]) => {
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    return sizes.reduce((sum, { responseBodySize: bytes }) => sum + bytes, 0);
  };
  const [files, reads] = [sent.filter(isFile), sent.filter((request) => request.url().includes('/v1/'))];
  // What the page names is asked for at once; the parts of the overview and its charts come after that.
  expect(await bytesOf(files.filter(isNamed))).toBeLessThan(230 * 1_024);
  expect(await bytesOf(files)).toBeLessThan(360 * 1_024);
  expect(files.length).toBeLessThanOrEqual(90);
  expect(reads.length).toBeLessThanOrEqual(20);
  if (isLong) process.stdout.write(`${await openingTimes(fresh)}\n`);
  await fresh.page.context().close();
});

/** How long the overview takes to show what it read, beside an empty page of the same server, by turns. */
async function openingTimes(watched: WatchedPage): Promise<string> {
  const taken: Record<'overview' | 'empty', number[]> = { overview: [], empty: [] };
  const took = async (open: () => Promise<unknown>) => {
    const began = performance.now();
    await open();
    return performance.now() - began;
  };
  for (let round = 0; round < 9; round++) {
    taken.empty.push(await took(() => watched.page.goto(`${room.origin}/health/live`)));
    taken.overview.push(await took(() => watched.go('/')));
  }
  const middle = (times: number[]) => Math.round(times.sort((a, b) => a - b)[times.length >> 1]);
  return `Opened ${middle(taken.overview)} ms, an empty page ${middle(taken.empty)} ms (medians of 9).`;
}

it('takes what it runs from the service alone, and its packages by the hashes of the lock file [DASH-06]', async () => {
  const page = await (await fetch(`${room.origin}/app/`)).text();
  const named = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
  expect(named.filter((address) => !/^(\/app\/assets\/[\w.-]+|data:,)$/.test(address))).toEqual([]);
  expect(named.length).toBeGreaterThan(2);
  const folder = join(process.cwd(), 'dist/clients/dashboard/assets');
  const assets = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  const hosts = assets.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/(?:https?|wss?):\/\/([\w.-]+)/g)].map(([, host]) => host),
  );
  // Names of XML, pages that errors of React and Mantine mention, and examples in forms: none is asked.
  const mentioned = ['www.w3.org', 'react.dev', 'mantine.dev', 'judge.example.com', 'example.com'];
  expect([...new Set(hosts)].filter((host) => !mentioned.includes(host))).toEqual([]);
  const { packages } = JSON.parse(readFileSync(join(process.cwd(), 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
  };
  // The root, the workspaces and the links to them are folders of this project: they come from no registry.
  const own = ['', 'clients/dashboard', 'deploy/local'];
  const loose = Object.entries(packages).filter(
    ([path, { integrity, resolved, link }]) =>
      !own.includes(path) &&
      !(link && own.includes(String(resolved))) &&
      (!integrity?.startsWith('sha512-') || resolved !== undefined),
  );
  expect(loose).toEqual([]);
});

it('shows the days of the month, the limits of the plan, and who changed what [DASH-07]', async () => {
  const { page } = owner;
  const today = new Date().toISOString().slice(0, 10);
  await owner.turnTo('/');
  const row = page.getByRole('table', { name: 'Judgments today' }).getByRole('row', { name: /^late / });
  await row
    .getByRole('img', { name: /^Answers by day over 30 days: 0 at least, \d+ at most, [1-9]\d* on the last day\.$/ })
    .waitFor();
  await owner.turnTo('/usage');
  await page
    .getByRole('img', { name: new RegExp(`^Spend by day of ${today.slice(0, 7)}: \\$0\\.\\d+ in \\d+ days?\\.$`) })
    .waitFor();
  await page.getByText('Usage by day', { exact: true }).click();
  const day = page.getByRole('table', { name: 'Usage by day' }).getByRole('row', { name: new RegExp(today) });
  await day.getByText(/^\$0\.\d*[1-9]/).waitFor();
  const byNamespace = page.getByRole('table', { name: 'Usage by namespace' });
  await byNamespace.getByRole('row', { name: new RegExp(`^${scenario.namespace} .*late `) }).waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const [head, ...lines] = (await savedText(saved)).trim().split('\r\n');
  expect(head).toBe('namespace,judgment_units,tokens,cost_usd');
  expect(lines.map((line) => line.split(',')[0])).toContain(scenario.namespace);
  await owner.turnTo('/settings?tab=organization');
  const limits = page.getByRole('table', { name: 'Plan limits' });
  await limits.getByRole('row', { name: /^Documents/ }).waitFor();
  await owner.turnTo('/settings?tab=audit');
  await page.getByRole('table', { name: 'Changes' }).getByText('Added a member').first().waitFor();
  expect(owner.complaints).toEqual([]);
});

it('goes by keys, and filters documents by conditions that stand in the address', async () => {
  const { page } = owner;
  await owner.turnTo(`/judgments?ns=${encodeURIComponent(scenario.namespace)}`);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
  await page.keyboard.type('gd');
  await page.getByRole('heading', { name: `Documents of ${scenario.namespace}` }).waitFor();
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('combobox', { name: 'Path' }).fill('attributes.country');
  await page.getByRole('combobox', { name: 'Value' }).fill('FR');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('1 shown').waitFor();
  expect(new URL(page.url()).searchParams.get('filter')).toBe('{"attributes.country":{"eq":"FR"}}');
  await page.reload();
  await page.getByText('1 shown').waitFor();
  expect(await page.getByRole('link', { name: '..x' }).count()).toBe(1);
});

it.each(['admin', 'member'])(
  'opens every page for a person of role %s; a member is offered no change [DASH-06]',
  async (role) => {
    // In the owner's browser, which holds the files of the dashboard.
    const person = owner;
    await room.signIn(person, role);
    const changes =
      /^(Judge now|New (endpoint|subscription|document)|Create .*|Save (settings|budget|endpoint|document|group|freshness)|Add alternative|Edit document|Label|Invite|Rename|Delete.*|Sign out|Revoke|Enable|Disable|Redeliver.*|Replay|Send test event|Reveal secret|Rotate.*|Publish summary|Cancel)$/;
    const faults: string[] = [];
    for (const address of pagesOf()) {
      await person.turnTo(address);
      const found = await alertsOf(person);
      if (role === 'member')
        found.push(...(await person.page.getByRole('button', { name: changes }).allTextContents()));
      if (isLong) found.push(...(await person.barriers('light')), ...(await person.barriers('dark')));
      if (isLong && (await person.excess()) > 0) found.push('too wide');
      faults.push(...found.map((words) => `${address} ${words}`));
    }
    expect(faults).toEqual([]);
    expect(person.complaints).toEqual([]);
  },
  pagesLimitMs,
);

it('accepts no change of a member, whom the pages offer none [DASH-06]', async () => {
  await room.signIn(owner, 'member');
  const { request } = owner.page.context();
  const ns = `/namespaces/${encodeURIComponent(scenario.namespace)}`;
  const changes: [string, string, object][] = [
    ['POST', `${ns}/documents`, { upsert: [{ id: 'm', state: {} }] }],
    ['POST', `${ns}/judgments/late/judge`, { documents: ['a/b'] }],
    ['PATCH', `${ns}/judgments/late`, { thresholds: { alarm: 0.1 } }],
    ['DELETE', ns, {}],
    ['PATCH', `/webhook-endpoints/${endpoint}`, { enabled: false }],
    ['POST', `/webhook-endpoints/${endpoint}/test`, {}],
    ['POST', `/webhook-endpoints/${endpoint}/recover`, { since: new Date(0).toISOString() }],
    ['POST', '/api-keys', { role: 'read_only', scope: '*' }],
  ];
  const refused: number[] = [];
  for (const [method, path, data] of changes) {
    const headers = { origin: room.origin, 'idempotency-key': `member-${refused.length}` };
    const reply = await request.fetch(`${room.origin}/v1${path}`, { method, data, headers });
    refused.push(reply.status());
  }
  expect(refused).toEqual(changes.map(() => 403));
});
