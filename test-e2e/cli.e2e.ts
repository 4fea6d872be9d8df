import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StackClient, openLimitMs, sharedStack } from '@app/testing/stack';
import { PackedCli, program } from './scenario/packed-cli';
import { Scenario } from './scenario/scenario';

const { version } = JSON.parse(readFileSync(join(__dirname, '../clients/cli/package.json'), 'utf8')) as {
  version: string;
};
const isLong = process.env.LONG === '1';
let stack: StackClient;
let cli: PackedCli;

beforeAll(async () => {
  stack = await sharedStack();
  cli = await PackedCli.install(stack.baseUrls[0] ?? '', stack.keys.rw);
}, openLimitMs);
afterAll(async () => {
  await stack?.leave();
  cli?.remove();
});

it('the packed command line is installed without a network and runs', async () => {
  expect(await program(cli.file, ['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

/** How large the file is, how it is cut, and the windows behind which the import is killed. */
const size = isLong
  ? { rows: 50_000, batch: '500', concurrency: '4', kills: [3, 8] }
  : { rows: 120, batch: '2', concurrency: '2', kills: [4, 12] };
/** Lines that are refused: a cell too many, no id, an id that is too long, by the place of the row. */
const bad = (isLong ? [50, 51, 250, 7_000, 20_001, 33_333, 49_999] : [50, 51, 110]).map((row, n) => ({
  row,
  text: [`t${row},Mail,one,more`, ',Mail,nobody', `${'x'.repeat(1_000)},Mail,long`][n % 3] ?? '',
}));
const thrice = isLong ? [100, 101, 40_000] : [60, 61, 100];

function desk(): string {
  const lines = Array.from({ length: size.rows }, (_, n) => `t${n},Mail,"Ticket ${n}, again"`);
  for (const n of thrice) lines[n] = `thrice,Chat,Wording of line ${n + 2}`;
  for (const { row, text } of bad) lines[row] = text;
  const file = join(cli.folder, 'desk.csv');
  writeFileSync(file, `ticket,channel,text\n${lines.join('\n')}\n`);
  return file;
}

/** The window that the only import of this folder has come to; -1 without one. */
function windowOf(): number {
  const kept = join(cli.folder, 'state/judgment/import');
  try {
    const [name = ''] = readdirSync(kept).filter((one) => one.endsWith('.json'));
    return (JSON.parse(readFileSync(join(kept, name), 'utf8')) as { window: number }).window;
  } catch {
    return -1;
  }
}

/** Every document of a namespace as `export` writes it; the span of the versions counts all changes of documents. */
async function exported(namespace: string): Promise<{ rows: object[]; span: number }> {
  const file = join(cli.folder, 'export.jsonl');
  const ended = await cli.run(namespace, ['export', file, '--fresh', '--include', 'attributes,state']);
  if (ended.code !== 0) throw new Error(ended.err);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const documents = lines.map((text) => JSON.parse(text) as { id: string; version: number; state: object });
  const versions = documents.map(({ version }) => version);
  const least = versions.reduce((a, b) => Math.min(a, b));
  return {
    rows: documents.map(({ id, state }) => ({ id, state })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    // Each change of a document takes the next version: a row that were written twice would make the span longer.
    span: versions.reduce((a, b) => Math.max(a, b)) - least,
  };
}

it(
  'an import that is killed twice and resumed equals a clean one: documents, versions, and the lines refused [IDEM-01]',
  async () => {
    const { batch, concurrency } = size;
    const columns = ['--id', 'ticket', '--attributes', 'channel', '--state', 'text'];
    const line = ['import', desk(), ...columns, '--batch', batch, '--concurrency', concurrency];
    const [killed, clean] = [new Scenario(stack, 'cli/killed'), new Scenario(stack, 'cli/clean')];
    for (const window of size.kills) {
      const child = cli.begin(killed.namespace, line);
      const exit = once(child, 'exit');
      // Often enough to see a window before the last.
      while (windowOf() < window && child.exitCode === null) await setTimeout(5);
      child.kill('SIGKILL');
      expect(await exit).toEqual([null, 'SIGKILL']);
    }
    const written = size.rows - bad.length;
    const counts = `${written.toLocaleString('en')} written, ${bad.length} rejected`;
    const resumed = await cli.run(killed.namespace, [...line, '--resume']);
    expect(resumed).toMatchObject({ code: 8, err: expect.stringContaining(counts) as string });
    expect(resumed.err).toContain('Goes on after line');
    const rejects = () =>
      readFileSync(join(cli.folder, 'desk.csv.rejects.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((text) => (JSON.parse(text) as { line: number }).line);
    const refused = bad.map(({ row }) => row + 2);
    expect(rejects()).toEqual(refused);

    expect(await cli.run(clean.namespace, line)).toMatchObject({ code: 8 });
    expect(rejects()).toEqual(refused);
    const found = await exported(killed.namespace);
    expect(found.rows).toHaveLength(written - 2);
    const last = Math.max(...thrice) + 2;
    expect(found.rows).toContainEqual({ id: 'thrice', state: { text: `Wording of line ${last}` } });
    expect(found).toEqual(await exported(clean.namespace));
  },
  isLong ? 900_000 : 60_000,
);

it('documents and namespaces whose names look like paths are each one of its own [SDK-04]', async () => {
  const namespaces = ['a/b', 'a/..', 'a//b'].map((end) => `${new Scenario(stack, 'cli/paths').namespace}/${end}`);
  const ids = ['a%2Fb', 'ü/✓', '..x'];
  const write = (namespace: string) =>
    stack.api('POST', `/namespaces/${encodeURIComponent(namespace)}/documents`, {
      upsert: ids.map((id) => ({ id, state: { text: `${id} of ${namespace}` } })),
    });
  expect((await Promise.all(namespaces.map(write))).map(({ status }) => status)).toEqual(namespaces.map(() => 200));
  const pairs = ids.map((id, n) => [namespaces[n] ?? '', id] as const);
  const ends = await Promise.all(
    pairs.map(([namespace, id]) => cli.run(namespace, ['get', id, '--include', 'state', '--json'])),
  );
  const read = ends.map(({ out }) => JSON.parse(out) as { id: string; state: { text: string } });
  expect(read.map(({ id, state }) => [id, state.text])).toEqual(pairs.map(([ns, id]) => [id, `${id} of ${ns}`]));
});

it("--json is the API's bytes, and each refusal has its exit code with a sentence on stderr alone", async () => {
  const t1 = new Scenario(stack, 'cli/codes');
  await t1.upsert('a/b', { text: 'Größe' }, { n: 1 });
  const at = `${cli.baseUrl}/namespaces/${encodeURIComponent(t1.namespace)}/documents/a%2Fb`;
  const direct = await fetch(at, { headers: { authorization: `Bearer ${stack.keys.rw}` } });
  expect(await cli.run(t1.namespace, ['get', 'a/b', '--json'])).toEqual({
    code: 0,
    out: `${await direct.text()}\n`,
    err: '',
  });

  const body = JSON.stringify({ name: t1.namespace });
  const refused: [code: number, args: string[], more?: object][] = [
    [1, ['query', '--filter', '{"nowhere.x":1}']],
    [2, ['query', '--limit', 'many']],
    [3, ['query'], { JUDGMENT_API_KEY: `${stack.keys.rw}x` }],
    [4, ['get', 'nobody']],
    [5, ['api', 'POST', '/namespaces', '-d', body]],
  ];
  const ends = await Promise.all(refused.map(([, args, more]) => cli.run(t1.namespace, args, more)));
  expect(ends.map(({ code, out }) => [code, out])).toEqual(refused.map(([code]) => [code, '']));
  for (const { err } of ends) expect(err).toMatch(/^judgment: .{20,}/);
  // What the service refused names its code, its place and the request, for a person who asks about it.
  expect(ends[0]?.err).toMatch(/\(\w+, at \S+, request [\w-]+\)/);
});

it('a judgment of a file is applied once, changed after its estimate, backfilled and archived', async () => {
  const t1 = new Scenario(stack, 'cli/apply');
  await t1.write({ upsert: [1, 2, 3].map((n) => ({ id: `d${n}`, state: { text: `parcel ${n}` } })) });
  const run = (...args: string[]) => cli.run(t1.namespace, args);
  const file = join(cli.folder, 'late.json');
  const write = (more: object) =>
    writeFileSync(
      file,
      JSON.stringify({
        name: 'late',
        type: 'bool',
        question: 'Is it late?',
        context: { fields: ['state.text'] },
        engine: { name: 'jev', version: 'current' },
        freshness: { policy: 'manual' },
        ...more,
      }),
    );
  write({});
  expect(await run('judgments', 'apply', `@${file}`)).toMatchObject({ code: 0, out: 'late: version 1 is made.\n' });
  expect(await run('judgments', 'apply', `@${file}`)).toMatchObject({ code: 0, out: 'late: nothing was changed.\n' });
  expect(await run('judgments', 'create', `@${file}`)).toMatchObject({ code: 5, out: '' });

  write({ question: 'Is the parcel late?', thresholds: { alarm: 0.6 } });
  const shown = await run('judgments', 'diff', `@${file}`);
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('+ question: Is the parcel late?\n') as string });
  expect(shown.out).toContain('+ thresholds.alarm: 0.6\n');
  expect(shown.err).toContain('3 stored documents');
  expect(await run('judgments', 'apply', `@${file}`)).toMatchObject({ code: 0 });
  const { out } = await run('judgments', 'show', 'late', '--json');
  expect(JSON.parse(out)).toMatchObject({
    active_version: 2,
    definition: { question: 'Is the parcel late?' },
    thresholds: { alarm: 0.6 },
  });
  expect(await run('judgments', 'apply', `@${file}`)).toMatchObject({ code: 0, out: 'late: nothing was changed.\n' });

  const asked = await run('backfill', '-j', 'late', '--json');
  const { confirm } = JSON.parse(asked.out) as { confirm: string };
  expect(asked).toMatchObject({ code: 5, err: expect.stringContaining('3 stored documents') as string });
  const judged = await run('backfill', '-j', 'late', '--confirm', confirm, '--wait');
  expect(judged).toMatchObject({ code: 0, out: expect.stringContaining('status\tdone') as string });
  expect((await t1.answer('d1', 'late')).status).toBe('fresh');
  expect(await run('judgments', 'archive', 'late', '--yes')).toMatchObject({ code: 0 });
  expect(await run('judgments', 'show', 'late')).toMatchObject({ code: 4 });
}, 60_000);

it('an owner signs in for one command and manages members; a key alone cannot', async () => {
  const organization = `cli-${Date.now().toString(36)}`;
  const as = `owner@${organization}.example`;
  const key = await stack.operator.organization(organization);
  await stack.operator.run(['org', 'member-add', '--org', organization, '--email', as, '--role', 'owner']);
  const [said = ''] = await stack.operator.run(['org', 'sign-in-link', '--org', organization, '--email', as]);
  const link = /#t=([\w-]+)/.exec(said)?.[1] ?? '';
  const { origin } = new URL(cli.baseUrl);
  const password = 'a horse that is right';
  const signedIn = await fetch(`${cli.baseUrl}/sessions`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ link }),
  });
  const [cookie = ''] = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
  const set = await fetch(`${cli.baseUrl}/user`, {
    method: 'PATCH',
    headers: { origin, cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ password: { new: password } }),
  });
  expect(set.status).toBe(200);

  const members = (...args: string[]) =>
    cli.run('', ['members', ...args, '--as', as], { JUDGMENT_API_KEY: key }, `${password}\n`);
  const bob = `bob@${organization}.example`;
  const invited = await members('invite', bob, 'member');
  expect(invited).toMatchObject({ code: 0, out: expect.stringMatching(/^link\t.+#t=/m) as string });
  expect(await members('role', bob, 'admin')).toMatchObject({ code: 0, out: `${bob} is admin.\n` });
  expect((await members('list', '--jsonl')).out).toContain(`"email":"${bob}"`);
  expect(await members('remove', bob, '--yes')).toMatchObject({ code: 0 });
  expect((await members('list')).out).not.toContain(bob);
  // A new password gives the session another cookie.
  const [renewed = cookie] = set.headers.getSetCookie().map((one) => one.split(';')[0]);
  const sessions = await fetch(`${cli.baseUrl}/sessions`, { headers: { cookie: renewed } });
  // That of the browser above is the only one: each command ended its own.
  expect(await sessions.json()).toMatchObject({ sessions: [{ current: true }] });
  expect(await cli.run('', ['api', 'GET', '/organization/members'])).toMatchObject({ code: 3 });
}, 60_000);

it('the whole road: a namespace, its file, a judgment, outcomes, a fit, a threshold, a subscription, and the end', async () => {
  const { namespace } = new Scenario(stack, 'cli/road');
  const run = (...args: string[]) => cli.run(namespace, args);
  const done = async (...args: string[]) => {
    const ended = await run(...args);
    expect([args.slice(0, 2), ended]).toEqual([args.slice(0, 2), expect.objectContaining({ code: 0 })]);
    return ended;
  };
  const fileOf = (name: string, content: string) => {
    writeFileSync(join(cli.folder, name), content);
    return join(cli.folder, name);
  };
  const ids = Array.from({ length: 120 }, (_, n) => `d${n}`);
  const late = (id: string) => Number(id.slice(1)) % 3 === 0;

  const made = await done('namespaces', 'create', namespace, '--budget', '5', '--default-engine', 'jev@current');
  expect(made.out).toContain('budget of a month\t5 USD, then pause\n');
  const rows = ids.map((id) => `${id},Mail,${late(id) ? 'Where is my late parcel?' : 'Thank you for the fish.'}`);
  const desk = fileOf('road.csv', `id,channel,text\n${rows.join('\n')}\n`);
  expect((await done('import', desk, '--attributes', 'channel', '--state', 'text')).err).toContain('120 written');
  const definition = {
    name: 'late',
    type: 'bool',
    question: 'Is the parcel late?',
    context: { fields: ['state.text'] },
    freshness: { policy: 'manual' },
    thresholds: { alarm: 0.99 },
  };
  await done('judgments', 'create', JSON.stringify(definition));
  // 120 ids are two requests.
  const judged = await done('judge', '-j', 'late', ...ids);
  expect(judged.out.split('\n')[0]).toBe('id\tlate.p\tlate.calibrated\tlate.status');
  expect(judged.err).toContain('120 judged, 0 kept');
  const labels = ids.map((id) => `${id},${late(id) ? 'yes' : 'no'}`);
  const happened = fileOf('happened.csv', `document,value\n${labels.join('\n')}\n`);
  const posted = await done('outcomes', 'import', happened, '-j', 'late', '--latest');
  expect(posted.err).toContain('120 sent, 120 recorded, 0 replaced, 0 unchanged, 120 matched, 0 unmatched');

  expect((await done('fit', '-j', 'late')).out).toMatch(/^verdict\t\S.*\nlabels\t120 labels/);
  expect((await done('report', '-j', 'late')).out).toMatch(/^verdict\t/);
  const [p = ''] = (await done('query', '--filter', '{"id":"d0"}', '--columns', 'answers.late.p')).out
    .split('\n')
    .slice(1);
  const set = await done('threshold', 'set', '-j', 'late', `alarm=${p}`, '--yes');
  const [, enter = ''] = /would flag (\d+): \d+ enter, 0 leave/.exec(set.err) ?? [];
  expect(Number(enter)).toBeGreaterThanOrEqual(40);
  expect(set.out).toBe(`alarm flags ${enter} documents now.\n`);

  const filter = '{"answers.late.thresholds.alarm":true}';
  expect((await done('subscriptions', 'put', 'hot', '--filter', filter)).out).toContain(`match\t${enter}\n`);
  expect((await done('subscriptions', 'list')).out).toContain(`hot\t${enter}\tentered,exited`);
  const count = { key: 'attributes.channel', aggregates: { all: { aggregate: 'count' } } };
  await done('groups', 'put', 'by_channel', JSON.stringify(count));
  expect((await done('groups', 'get', 'by_channel')).out).toMatch(/^attributes.channel\tdocuments\tstale\tall\n/);

  expect(await run('documents', 'get', 'd0', 'nobody')).toMatchObject({ code: 8, err: 'Not there: nobody.\n' });
  await done('documents', 'put', '{"id":"one","state":{"n":1}}');
  expect(await run('documents', 'delete', 'one')).toMatchObject({ code: 5 });
  expect((await done('documents', 'delete', 'one', 'nobody', '--yes')).err).toBe('1 deleted, 1 were not there.\n');
  for (const [noun, name] of [
    ['subscriptions', 'hot'],
    ['groups', 'by_channel'],
  ] as const) {
    expect(await run(noun, 'delete', name)).toMatchObject({ code: 5, out: '' });
    await done(noun, 'delete', name, '--yes');
  }
  expect(await run('namespaces', 'delete', namespace)).toMatchObject({ code: 5, out: '' });
  expect((await done('namespaces', 'delete', namespace, '--yes')).out).toContain('status\tdone');
  expect(await run('namespaces', 'get')).toMatchObject({ code: 4 });
}, 120_000);
