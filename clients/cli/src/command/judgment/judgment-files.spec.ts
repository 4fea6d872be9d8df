import { FaultServer, json, refuse } from '@app/sdk/testing';
import { Terminal } from '../../testing/terminal';

const server = new FaultServer();
let terminal: Terminal;
let base: string;
beforeAll(async () => (base = await server.start()));
afterAll(() => server.stop());
beforeEach(() => {
  terminal = new Terminal();
  terminal.environment = { JUDGMENT_BASE_URL: base, JUDGMENT_API_KEY: 'jk_secret', JUDGMENT_NAMESPACE: 'a/b' };
});
afterEach(() => terminal.remove());

const file = JSON.stringify({ name: 'late', type: 'bool', question: 'Late now?', thresholds: { alarm: 0.6 } });
const definition = (question: string) => ({ name: 'late', type: 'bool', question, horizon: '14d' });
const current = {
  name: 'late',
  active_version: 3,
  definition: definition('Late?'),
  thresholds: { alarm: 0.4 },
  freshness: { policy: 'on_change' },
};
const estimate = {
  replay_cost_usd_per_month: 2.5,
  judgments_per_month: 5_200,
  documents: 16_959,
  changes_per_day: 173.3,
  rolling_limit: null,
  existing: { documents: 16_959, judgment_units: 16_959, cost_usd: 13.57 },
};
const change = (status: string, more: object = {}) => ({
  status,
  judgment: null,
  version: status === 'dry_run' ? null : 4,
  definition: definition('Late now?'),
  estimate,
  confirm: null,
  ignored: [],
  warnings: [],
  ...more,
});
const asks = change('confirmation_required', { confirm: 'token_1' });
const sent = () => server.heard.map(({ method, url, body }) => [method, url.slice(3), body ? JSON.parse(body) : null]);
const J = '/namespaces/a%2Fb/judgments';

it('judgments diff shows each member that would change, and the estimate on stderr, and sends nothing that stores', async () => {
  server.play(json(200, current), json(200, change('dry_run')));
  const { code, out, err } = await terminal.run(['judgments', 'diff', file]);
  expect([code, out]).toEqual([
    0,
    'late, version 3: 2 differences.\n- question: Late?\n+ question: Late now?\n- thresholds.alarm: 0.4\n+ thresholds.alarm: 0.6\n',
  ]);
  expect(err).toContain('5,200 judgments per month, 2.5 USD');
  expect(err).toContain('judging the 16,959 stored documents: 16959 units, 13.57 USD');
  expect(sent()).toEqual([
    ['GET', `${J}/late`, null],
    ['POST', J, { ...JSON.parse(file), dry_run: true }],
  ]);
});

it('judgments apply makes the version, then the settings that differ, each guarded by what it read', async () => {
  server.play(
    json(200, current),
    json(200, change('dry_run')),
    json(201, change('version_created', { ignored: ['thresholds'] })),
    json(200, change('updated')),
  );
  const { code, out } = await terminal.run(['judgments', 'apply', file]);
  expect([code, out]).toEqual([0, 'late: changed.\n']);
  expect(sent().slice(2)).toEqual([
    ['POST', J, { ...JSON.parse(file), if_active_version: 3 }],
    ['PATCH', `${J}/late`, { thresholds: { alarm: 0.6 } }],
  ]);
});

it('judgments apply of what is there already changes nothing, also where the service filled members in', async () => {
  const same = { ...current, definition: definition('Late now?'), thresholds: { alarm: 0.6 } };
  server.play(json(200, same), json(200, change('dry_run')), json(200, change('unchanged', { version: 3 })));
  const { code, out, err } = await terminal.run(['judgments', 'apply', '-'], file);
  expect([code, out]).toEqual([0, 'late: nothing was changed.\n']);
  expect(err).toBe('late, version 3: no differences.\n');
  expect(sent().map(([method]) => method)).toEqual(['GET', 'POST', 'POST']);
});

it('judgments diff and apply say that an earlier version becomes active again [S-U10]', async () => {
  const dry = change('dry_run', { version: 2 });
  server.play(json(200, current), json(200, dry));
  const shown = await terminal.run(['judgments', 'diff', file]);
  const line = 'Version 2 equals it and becomes active again; version 3 is active now.\n';
  expect(shown.out).toContain(line);
  const settings = { ...current, thresholds: { alarm: 0.6 } };
  server.play(json(200, settings), json(200, dry), json(200, change('activated', { version: 2 })));
  const { code, out, err } = await terminal.run(['judgments', 'apply', file]);
  expect([code, out]).toEqual([0, 'late: version 2 equals it and is active again.\n']);
  expect(err).toContain(line);
  server.play(json(200, current), json(200, change('dry_run', { version: 3 })));
  expect((await terminal.run(['judgments', 'diff', file])).out).not.toContain('active again');
});

const settings = {
  freshness: { policy: 'on_change', debounce_ms: 600_000, max_wait_ms: 3_600_000 },
  thresholds: { alarm: 0.6 },
  outcomes: { implicit: { after: '30d' } },
  alternatives: {},
};

it('judgments diff of a new name shows every setting that it would have, those of a starter too [S-U2]', async () => {
  server.play(refuse(404, 'not_found'), json(200, change('dry_run', { settings })));
  const { out } = await terminal.run(['judgments', 'diff', file]);
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([
      '+ freshness.debounce_ms: 600000',
      '+ outcomes.implicit.after: 30d',
      '+ thresholds.alarm: 0.6',
    ]),
  );
});

it('judgments create shows the settings with the estimate before it asks [S-U2]', async () => {
  server.play(json(200, { ...asks, settings }));
  const { err } = await terminal.run(['judgments', 'create', file]);
  expect(err).toContain('judged on_change, 600000 ms after a change, at most 3600000 ms\n');
  expect(err).toContain('outcomes by themselves: {"implicit":{"after":"30d"}}\n');
});

it('judgments create tells the warnings before it asks [REL-F5]', async () => {
  const warnings = [{ code: 'relation_joins_nothing', path: '/context/related/orders', message: '0 of 20 join.' }];
  server.play(json(200, { ...asks, warnings }));
  const { code, err } = await terminal.run(['judgments', 'create', file]);
  expect(code).toBe(5);
  expect(err).toContain('/context/related/orders: 0 of 20 join.\n');
});

describe('where the service asks for a confirmation, judgments create', () => {
  it('without a terminal shows the estimate and the token, and ends with 5', async () => {
    server.play(json(200, asks));
    const { code, out, err } = await terminal.run(['judgments', 'create', file, '--backfill']);
    expect([code, out]).toEqual([5, '']);
    expect(err).toContain('13.57 USD');
    expect(err).toContain('To go on: --yes, or --confirm token_1');
    expect(sent()).toEqual([['POST', J, { if_active_version: null, ...JSON.parse(file), backfill: true }]]);
  });

  it('with --json prints the reply that holds the token', async () => {
    server.play(json(200, asks));
    const { code, out } = await terminal.run(['judgments', 'create', file, '--json']);
    expect([code, JSON.parse(out)]).toEqual([5, asks]);
  });

  it.each([
    [['--yes'], ''],
    [[], 'y\r'],
  ])(
    'with %j, or a yes on a terminal, sends the same request with the token under another key',
    async (words, typed) => {
      terminal.isTerminal = true;
      server.play(json(200, asks), json(201, change('created', { version: 1 })));
      const { code, out } = await terminal.run(['judgments', 'create', file, ...words], typed);
      expect([code, out]).toEqual([0, 'late: version 1 is made.\n']);
      const [first, second] = server.heard;
      expect(JSON.parse(second?.body ?? '')).toEqual({ ...JSON.parse(first?.body ?? ''), confirm: 'token_1' });
      expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key']);
    },
  );

  it('with --confirm sends the token at once', async () => {
    server.play(json(201, change('created')));
    expect(await terminal.run(['judgments', 'create', file, '--confirm', 'token_1'])).toMatchObject({ code: 0 });
    expect(sent()[0]?.[2]).toMatchObject({ confirm: 'token_1' });
  });
});

it('a definition without a name, or that is no JSON, is refused before anything is sent', async () => {
  server.play();
  for (const given of ['{"type":"bool"}', '[]', 'null', '{']) {
    expect(await terminal.run(['judgments', 'apply', given])).toMatchObject({ code: 2, out: '' });
  }
  expect(server.heard).toEqual([]);
});

it('judgments archive and detach say what they do, and do it after a yes alone', async () => {
  server.play(json(200, current));
  expect(await terminal.run(['judgments', 'archive', 'late'])).toMatchObject({ code: 5, out: '' });
  expect(sent()).toEqual([['GET', `${J}/late`, null]]);
  server.play(json(200, current), json(200, { deleted: true }));
  expect(await terminal.run(['judgments', 'archive', 'late', '--yes'])).toMatchObject({ code: 0 });
  expect(sent()[1]).toEqual(['DELETE', `${J}/late`, null]);
  server.play(json(200, { ...current, template: 'a/*' }), json(201, change('created', { version: 1 })));
  const { code, out, err } = await terminal.run(['judgments', 'detach', 'late', '--yes']);
  expect([code, out]).toEqual([0, 'late: version 1 is made.\n']);
  expect(err).toContain('late comes from a/*');
});

it('judgments activate names the job that brings answers back, and a conflict ends with 5', async () => {
  const job = { id: 'job_1', type: 'activation', status: 'queued', progress: { done: 0, total: 9 } };
  server.play(json(200, change('updated', { job })));
  const { code, err } = await terminal.run(['judgments', 'activate', 'late', '2', '--backfill']);
  expect([code, sent()[0]]).toEqual([0, ['POST', `${J}/late/activate`, { version: 2, backfill: true }]]);
  expect(err).toContain('judgment jobs wait job_1');
  server.play(refuse(409, 'conflict', { reason: 'confirm_mismatch' }));
  const stale = await terminal.run(['judgments', 'activate', 'late', '2', '--confirm', 'old']);
  expect(stale).toMatchObject({ code: 5, err: expect.stringContaining('Mend conflict.') as string });
});
