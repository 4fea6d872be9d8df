import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FaultServer, json } from '@app/sdk/testing';
import { Terminal } from '../../testing/terminal';

const server = new FaultServer();
let terminal: Terminal;
let base: string;
beforeAll(async () => (base = await server.start()));
afterAll(() => server.stop());
beforeEach(() => {
  terminal = new Terminal();
  terminal.environment = { JUDGMENT_BASE_URL: base, JUDGMENT_API_KEY: 'jk_secret', JUDGMENT_NAMESPACE: 'a' };
});
afterEach(() => terminal.remove());

const J = '/namespaces/a/judgments/late';
const sent = () => server.heard.map(({ method, url, body }) => [method, url.slice(3), body ? JSON.parse(body) : null]);
const job = (status: string, done: number) => ({
  id: 'job_1',
  type: 'backfill',
  status,
  progress: { done, total: 9 },
  result: null,
});
const page = '<!doctype html><title>Late</title>';

describe('backfill', () => {
  const estimate = {
    replay_cost_usd_per_month: 0,
    judgments_per_month: 0,
    documents: 9,
    changes_per_day: 0,
    rolling_limit: null,
    existing: { documents: 9, judgment_units: 18, cost_usd: 0.02 },
  };
  const quote = { status: 'confirmation_required', confirm: 'token_1', estimate };
  const started = { status: 'started', confirm: null, estimate, job: job('queued', 0) };

  it('without a terminal shows the price, starts nothing, and ends with 5 and the token', async () => {
    server.play(json(200, quote));
    const { code, err } = await terminal.run(['backfill', '-j', 'late', '--only', 'stale', '--max-usd', '0.5']);
    expect([code, sent()]).toEqual([5, [['POST', `${J}/backfill`, { only: 'stale', max_usd: 0.5 }]]]);
    expect(err).toContain('judging the 9 stored documents: 18 units, 0.02 USD');
    expect(err).toContain('--confirm token_1');
  });

  it('says when the history of the changes is short, and nothing of it otherwise [REL-F1]', async () => {
    const words = 'changes were observed for less than a day only: an import counts as what comes every day';
    for (const [observed_days, isSaid] of [
      [0, true],
      [3, false],
    ] as const) {
      server.play(json(200, { ...quote, estimate: { ...estimate, observed_days } }));
      const { err } = await terminal.run(['backfill', '-j', 'late']);
      expect([observed_days, err.includes(words), err.includes('observed')]).toEqual([observed_days, isSaid, isSaid]);
    }
  });

  it('with --yes starts it, with --wait follows the job to its end, and a failed job ends with 1', async () => {
    server.play(json(200, quote), json(201, started));
    const { code, err } = await terminal.run(['backfill', '-j', 'late', '--yes']);
    expect([code, sent()[1]?.[2]]).toEqual([0, { confirm: 'token_1' }]);
    expect(err).toContain('judgment jobs cancel job_1');
    for (const [status, ends] of [
      ['done', 0],
      ['failed', 1],
    ] as const) {
      server.play(json(201, started), json(200, job('running', 4)), json(200, job(status, 9)));
      const followed = await terminal.run(['backfill', '-j', 'late', '--confirm', 'token_1', '--wait']);
      expect([followed.code, followed.out]).toEqual([ends, `id\tjob_1\nstatus\t${status}\ndone\t9 of 9\n`]);
    }
  });
});

describe('alternatives', () => {
  const table = {
    version: 2,
    status: 'not_run',
    message: 'Nothing was asked yet.',
    headline: null,
    current: null,
    alternatives: [
      {
        id: 'alt_1',
        differs: ['engine jev'],
        verdict: 'better',
        labels: 90,
        held_out: { log_loss: 0.41234, accuracy: 0.9 },
        change: { log_loss: { difference: -0.034, loses_at_most: 0.01234 } },
        cost_per_answer: 1,
      },
    ],
    speaks_for: 'all',
    cascades: [{ first: 'alt_1', low: 0.2, high: 0.8, asked: 0.61, cost_per_answer: 0.86, harmed_at_most: 0.0075 }],
    suggestion: null,
    plan_required: null,
    quote: {
      status: 'ready',
      generation: 7,
      labels: 90,
      judgment_units: 90,
      cost_usd: 0.09,
      alternatives: [],
      new_providers: ['gpt 6'],
    },
  };

  it('list prints the table with what a row may lose and its number, and saves the page with --html [ST-F8] [ST-F11]', async () => {
    server.play(json(200, table));
    expect((await terminal.run(['alternatives', 'list', '-j', 'late'])).out).toContain(
      'alt_1\tengine jev\tbetter\t90\t0.412',
    );
    server.play(json(200, table));
    const { out } = await terminal.run(['alternatives', 'list', '-j', 'late']);
    expect(out).toContain('speaks for\tall\n');
    expect(out).toContain(
      'alt_1 first, the version between 0.2 and 0.8: 0.86 units an answer, 0.61 asked of the version',
    );
    expect(out).toMatch(/\t0\.012\t1\n/);
    server.play(json(200, { ...table, cascades: [], cascades_reason: 'Too few labels.' }));
    expect((await terminal.run(['alternatives', 'list', '-j', 'late'])).out).toContain('cascades\tToo few labels.\n');
    const file = join(terminal.home, 'alternatives.html');
    server.play((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
    expect(await terminal.run(['alternatives', 'list', '-j', 'late', '--html', file])).toMatchObject({
      code: 0,
      out: '',
    });
    expect([readFileSync(file, 'utf8'), server.heard[0]?.headers.accept]).toEqual([page, 'text/html']);
  });

  it('run shows the quote and its new providers, and asks after a yes or with its generation alone', async () => {
    server.play(json(200, table));
    const { code, err } = await terminal.run(['alternatives', 'run', '-j', 'late']);
    expect([code, sent()]).toEqual([5, [['GET', `${J}/alternatives`, null]]]);
    expect(err).toContain('90 labels: 90 units, 0.09 USD');
    expect(err).toContain('labelled contexts: gpt 6');
    expect(err).toContain('--confirm 7');
    server.play(json(202, { ...job('done', 9), result: {} }), json(200, { ...table, status: 'ready' }));
    const { code: ran, out } = await terminal.run(['alternatives', 'run', '-j', 'late', '--confirm', '7']);
    expect([ran, sent()[0]]).toEqual([0, ['POST', `${J}/alternatives/run`, { quote_generation: 7 }]]);
    expect(out).toContain('status\tready');
  });

  it('run without a ready quote says why and ends with 5', async () => {
    server.play(json(200, { ...table, quote: null }));
    const run = await terminal.run(['alternatives', 'run', '-j', 'late', '--yes']);
    expect(run).toMatchObject({ code: 5, err: 'judgment: Nothing was asked yet.\n' });
  });
});

it('repeatability shows the price, asks nothing without a yes, and begins with the token [CAL-01]', async () => {
  const estimate = { answers: 30, times: 3, asks: 90, judgment_units: 90, tokens: 900, cost_usd: 0.09 };
  const quote = json(200, { status: 'confirmation_required', confirm: 'rep_1', estimate });
  const asked = ['repeatability', '-j', 'late', '--times', '3'];
  server.play(quote);
  const { code, err } = await terminal.run(asked);
  expect([code, sent()]).toEqual([5, [['POST', `${J}/repeatability`, { times: 3 }]]]);
  expect(err).toContain('asking about 30 answers 3 times: 90 units, 0.09 USD');
  expect(err).toContain('rep_1');
  server.play(json(201, { status: 'started', confirm: null, estimate, job: job('queued', 0) }));
  const begun = await terminal.run([...asked, '--confirm', 'rep_1']);
  expect([begun.code, sent()[0]]).toEqual([0, ['POST', `${J}/repeatability`, { times: 3, confirm: 'rep_1' }]]);
  expect(begun.out).toContain('job_1');
});

it('report --html saves the page that the service makes, byte for byte', async () => {
  const file = join(terminal.home, 'report.html');
  server.play((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  expect(await terminal.run(['report', '-j', 'late', '--since', '2026-11-01T00:00:00Z', '--html', file])).toMatchObject(
    { code: 0 },
  );
  expect(readFileSync(file, 'utf8')).toBe(page);
  expect([sent()[0]?.[1], server.heard[0]?.headers.accept]).toEqual([
    `${J}/calibration?since=2026-11-01T00%3A00%3A00Z`,
    'text/html',
  ]);
});

it('starters show prints placeholders and a body that creates a judgment, and ends with 4 for another id', async () => {
  const placeholder = {
    name: 'field',
    kind: 'path',
    optional: false,
    example: 'state.text',
    description: 'Where the text is.',
  };
  const starter = {
    id: 'support.late',
    title: 'Late',
    summary: 'Is it late?',
    placeholders: [placeholder],
    definition: { type: 'bool' },
    outcomes: { implicit: { after: '30d' } },
  };
  const all = json(200, { version: 1, starters: [starter] });
  server.play(all, all);
  const { out, err } = await terminal.run(['starters', 'show', 'support.late']);
  expect(out).toContain('field\tpath\tfalse\tstate.text\tWhere the text is.');
  expect(err).toContain(
    '\'{"name":"late","from_starter":{"id":"support.late","placeholders":{"field":"state.text"}}}\'',
  );
  expect(err).toContain('takes only when it sends them: "outcomes": {"implicit":{"after":"30d"}}');
  expect(await terminal.run(['starters', 'show', 'none'])).toMatchObject({ code: 4 });
});

const table = (ids: string[]) =>
  ['id\tlate.p\tlate.calibrated\tlate.status', ...ids.map((id) => `${id}\t0.4\t\tfresh`), ''].join('\n');

describe('judge --filter', () => {
  const filter = '{"attributes.n":1}';
  const page = (ids: string[], next_cursor: string | null) =>
    json(200, { documents: ids.map((id) => ({ id })), next_cursor, stale_count: 0, count: 3 });
  const judged = (ids: string[]) =>
    json(200, {
      documents: ids.map((id) => ({ id, answers: { late: { type: 'bool', status: 'fresh', p: 0.4 } } })),
      usage: { judgment_units: ids.length, cost_usd: 0.1 * ids.length },
    });

  it('counts what the filter takes, asks first, and then judges page by page with the sum of the cost', async () => {
    server.play(page(['a'], 'c1'));
    expect(await terminal.run(['judge', '-j', 'late', '--filter', filter])).toMatchObject({
      code: 5,
      err: expect.stringContaining('The filter takes 3 documents.') as string,
    });
    server.play(page(['a'], 'c1'), page(['a', 'b'], 'c2'), judged(['a', 'b']), page(['c'], null), judged(['c']));
    const { code, out, err } = await terminal.run(['judge', '-j', 'late', '--filter', filter, '--yes']);
    expect([code, out]).toEqual([0, table(['a', 'b', 'c'])]);
    expect(err).toContain('3 units, 0.3 USD');
    expect(sent()[2]).toEqual(['POST', `${J}/judge`, { documents: ['a', 'b'] }]);
  });

  it('prices every page with --again before it asks, and with --dry-run asks nothing [CLI-A2]', async () => {
    const priced = (n: number) =>
      json(200, { documents: [], asked: n, kept: 0, estimate: { judgment_units: n, cost_usd: 0.1 * n }, usage: {} });
    const pages = [page(['a'], 'c1'), page(['a', 'b'], 'c2'), priced(2), page(['c'], null), priced(1)];
    server.play(...pages);
    const looked = await terminal.run(['judge', '-j', 'late', '--filter', filter, '--dry-run']);
    expect([looked.code, looked.out, sent().length]).toEqual([0, '', 5]);
    expect(looked.err).toContain('3 to ask, 0 kept: at most 3 units, 0.3 USD');
    server.play(...pages, page(['a', 'b'], 'c2'), judged(['a', 'b']), page(['c'], null), judged(['c']));
    const { code, err } = await terminal.run(['judge', '-j', 'late', '--filter', filter, '--again', '--yes']);
    expect([code, err]).toEqual([0, expect.stringContaining('3 to ask, 0 kept: at most 3 units, 0.3 USD')]);
    expect(sent()[2][2]).toEqual({ documents: ['a', 'b'], again: true, dry_run: true });
    expect(sent()[6][2]).toEqual({ documents: ['a', 'b'], again: true });
  });

  it('is refused beside ids, and without either', async () => {
    server.play();
    expect(await terminal.run(['judge', 'a', '-j', 'late', '--filter', filter])).toMatchObject({ code: 2 });
    expect(await terminal.run(['judge', '-j', 'late'])).toMatchObject({ code: 2 });
    expect(server.heard).toEqual([]);
  });
});

describe('judge', () => {
  const answers = { late: { type: 'bool', status: 'fresh', p: 0.4 } };
  const judged = (asked: number, kept: number) =>
    json(200, {
      documents: [{ id: 'a', answers }],
      asked,
      kept,
      usage: { judgment_units: asked, cost_usd: 0.1 * asked },
    });
  const estimate = { judgment_units: 1, cost_usd: 0.1 };
  const priced = json(200, { documents: [], asked: 1, kept: 0, estimate, usage: {} });

  it('says what was judged and kept, and so when nothing was asked [CLI-A2]', async () => {
    server.play(judged(1, 0), judged(0, 1));
    const first = await terminal.run(['judge', 'a', '-j', 'late']);
    expect([first.out, first.err]).toEqual([table(['a']), '1 judged, 0 kept: 1 units, 0.1 USD\n']);
    const { err } = await terminal.run(['judge', 'a', '-j', 'late']);
    expect(err).toContain('Nothing was asked: the answers are fresh. Ask for new ones with --again.');
    expect(sent()).toEqual(Array(2).fill(['POST', `${J}/judge`, { documents: ['a'] }]));
  });

  it('with --again shows the price, asks after a yes alone, and with a key of its own [CLI-A2]', async () => {
    const again = { documents: ['a'], again: true };
    server.play(priced);
    const asked = await terminal.run(['judge', 'a', '-j', 'late', '--again']);
    expect([asked.code, sent()]).toEqual([5, [['POST', `${J}/judge`, { ...again, dry_run: true }]]]);
    expect(asked.err).toContain('1 to ask, 0 kept: at most 1 units, 0.1 USD');
    server.play(priced, judged(1, 0));
    expect(await terminal.run(['judge', 'a', '-j', 'late', '--again', '--yes'])).toMatchObject({ code: 0 });
    expect(sent()[1]).toEqual(['POST', `${J}/judge`, again]);
    const [price, ask] = server.heard.map(({ headers }) => headers['idempotency-key']);
    expect([typeof ask, ask === price]).toEqual(['string', false]);
  });
});

it('150 documents are judged in requests of 100, and priced so; --json, which is one reply, is refused', async () => {
  const ids = Array.from({ length: 150 }, (_, n) => `d${n}`);
  const reply = (asked: number) =>
    json(200, { documents: [], asked, kept: 0, usage: { judgment_units: asked, cost_usd: asked } });
  server.play(reply(100), reply(50));
  const line = ['judge', ...ids, 'd0', '-j', 'late'];
  expect(await terminal.run(line)).toMatchObject({ code: 0, err: '150 judged, 0 kept: 150 units, 150 USD\n' });
  expect(sent().map(([, , body]) => (body as { documents: string[] }).documents)).toEqual([
    ids.slice(0, 100),
    ids.slice(100),
  ]);
  server.play();
  expect(await terminal.run([...line, '--json'])).toMatchObject({ code: 2 });
  expect(await terminal.run(['try', '{"type":"bool"}', ...ids.slice(0, 6)])).toMatchObject({ code: 2 });
  expect(server.heard).toEqual([]);
});

it('says what was judged and charged before a later request fails', async () => {
  const done = json(200, { documents: [], asked: 100, kept: 0, usage: { judgment_units: 100, cost_usd: 0.2 } });
  const missing = json(404, { error: { code: 'not_found', message: 'There is no document `gone` here.' } });
  const ids = Array.from({ length: 100 }, (_, n) => `d${n}`);
  server.play(done, missing);
  const { code, err } = await terminal.run(['judge', ...ids, 'gone', '-j', 'late']);
  expect([code, err.startsWith('Before the failure: 100 judged, 0 kept: 100 units, 0.2 USD\n')]).toEqual([4, true]);
  server.play(missing);
  expect((await terminal.run(['judge', 'gone', '-j', 'late'])).err).not.toContain('Before the failure');
});
