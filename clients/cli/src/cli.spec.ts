import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FaultServer, json, refuse } from '@app/sdk/testing';
import { Terminal } from './testing/terminal';

const server = new FaultServer();
let terminal: Terminal;
let base: string;
beforeAll(async () => (base = await server.start()));
afterAll(() => server.stop());
beforeEach(() => {
  terminal = new Terminal();
  terminal.environment = { JUDGMENT_BASE_URL: base, JUDGMENT_API_KEY: 'jk_secret', JUDGMENT_NAMESPACE: 'acme/prod' };
});
afterEach(() => terminal.remove());

const document = {
  id: 'a',
  version: 3,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-02T00:00:00Z',
  attributes: { city: 'Rome\u001b[2J' },
  answers: {
    late: { type: 'bool', status: 'stale', stale_reason: 'document_changed', p: 0.25, calibrated: { p: 0.31234 } },
  },
};

describe('exit codes', () => {
  it.each([
    [400, 'invalid_request', 1],
    [401, 'unauthenticated', 3],
    [402, 'plan_required', 6],
    [403, 'forbidden', 3],
    [404, 'not_found', 4],
    [409, 'conflict', 5],
  ])('a refusal with %s %s ends with %s, its sentence on stderr alone', async (status, code, exit) => {
    server.play(refuse(status, code, { path: '/filter', request_id: 'req_1' }));
    const { code: ended, out, err } = await terminal.run(['query']);
    expect([ended, out]).toEqual([exit, '']);
    expect(err).toBe(`judgment: Mend ${code}. (${code}, at /filter, request req_1)\n`);
  });

  it('a daily allowance ends with 7 after one request, with the time that is left in words [ERR-05] [SDK-06]', async () => {
    server.play(refuse(429, 'rate_limited', { resets_at: '2026-11-24T00:00:00Z' }));
    const { code, err } = await terminal.run(['get', 'a']);
    expect([code, server.heard.length]).toEqual([7, 1]);
    expect(err).toContain('it renews at 2026-11-24T00:00:00Z, in 12 h 0 min');
  });

  it('a command line that cannot be read ends with 2, and sends nothing', async () => {
    server.play();
    const lines = [
      ['nothing'],
      ['query', '--limit', '0'],
      ['query', '--filter', '{'],
      ['get'],
      ['query', '--all', '--json'],
    ];
    for (const line of lines) expect([line, (await terminal.run(line)).code]).toEqual([line, 2]);
    expect(server.heard).toEqual([]);
  });

  it('help and version end with 0, and the help lists the codes', async () => {
    expect(await terminal.run(['--version'])).toEqual({ code: 0, out: '0.1.0\n', err: '' });
    const { code, out } = await terminal.run(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('8 done in part');
  });

  it('an interrupted command ends with 130', async () => {
    const interruption = new AbortController();
    // Once the request has arrived: a late one would take the first step of the next test's script.
    server.play(() => interruption.abort(new DOMException('Interrupted.', 'AbortError')));
    const running = terminal.run(['query'], '', interruption.signal);
    expect(await running).toMatchObject({ code: 130, err: 'judgment: Interrupted.\n' });
  });
});

describe('profiles', () => {
  it('login reads the key from a pipe, asks the service first, and keeps it; whoami shows whose it is', async () => {
    terminal.environment = {};
    server.play(refuse(401, 'unauthenticated'), json(200, { name: 'Acme', plan: 'team' }));
    const login = ['login', '--base-url', base, '-n', 'acme/prod'];
    expect(await terminal.run(login, 'jk_wrong\n')).toMatchObject({ code: 3 });
    expect(await terminal.run(['profiles'])).toEqual({ code: 0, out: 'profile\taddress\tnamespace\n', err: '' });
    expect(await terminal.run(login, 'jk_secret\n')).toMatchObject({ code: 0, out: '' });
    expect(server.heard[1]?.headers.authorization).toBe('Bearer jk_secret');
    server.play(
      json(200, { name: 'Acme', plan: 'team' }),
      json(200, { api_keys: [{ prefix: 'jk_sec', role: 'read_only', scope: '*' }], next_cursor: null }),
    );
    const { out } = await terminal.run(['whoami']);
    expect(out).toContain('organization\tAcme\n');
    expect(out).toContain('role\tread_only\n');
    expect(out).not.toContain('jk_secret');
    expect(await terminal.run(['logout'])).toMatchObject({ code: 0 });
    expect(await terminal.run(['whoami'])).toMatchObject({ code: 3 });
  });

  it('a key goes over a network by http where JUDGMENT_ALLOW_HTTP=1 says so, in a login and in what follows it', async () => {
    // No name of this machine's loopback, and reached within it.
    const within = base.replace('127.0.0.1', '0.0.0.0');
    terminal.environment = {};
    const login = ['login', '--base-url', within];
    server.play();
    const refused = await terminal.run(login, 'jk_secret\n');
    expect([refused.code, server.heard.length]).toEqual([2, 0]);
    expect(refused.err).toContain('JUDGMENT_ALLOW_HTTP=1');
    terminal.environment = { JUDGMENT_ALLOW_HTTP: '1' };
    server.play(json(200, { name: 'Acme', plan: 'team' }), json(200, { documents: [document], missing: [] }));
    expect(await terminal.run(login, 'jk_secret\n')).toMatchObject({ code: 0 });
    expect(await terminal.run(['get', 'a', '-n', 'a/b', '--json'])).toMatchObject({ code: 0 });
    expect(server.heard).toHaveLength(2);
  });

  it("a profile's key is sent to no other address", async () => {
    terminal.environment = {};
    server.play(json(200, { name: 'Acme' }));
    await terminal.run(['login', '--base-url', base], 'jk_secret\n');
    const { code, err } = await terminal.run(['whoami', '--base-url', 'https://else.example.com/v1']);
    expect([code, server.heard.length]).toEqual([2, 1]);
    expect(err).toContain('sign in to another profile');
  });
});

describe('reading', () => {
  const page = { documents: [document], next_cursor: 'c1', stale_count: 1, count: 7 };

  it('query sends the filter, shows what the page holds, and runs no escape of a document', async () => {
    server.play(json(200, page));
    const order = ['--order', 'answers.late.p:desc', 'id'];
    const { code, out, err } = await terminal.run([
      'query',
      '--filter',
      '{"attributes.city":"Rome"}',
      '--count',
      ...order,
    ]);
    expect(code).toBe(0);
    expect(out).toBe(
      'id\tcity\tlate.p\tlate.calibrated\tlate.status\na\tRome\\x1b[2J\t0.25\t0.3123\tstale: document_changed\n',
    );
    expect(err).toContain('7 in all.');
    expect(server.heard[0]?.url).toBe('/v1/namespaces/acme%2Fprod/query');
    expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual({
      filter: { 'attributes.city': 'Rome' },
      order_by: [
        { path: 'answers.late.p', direction: 'desc' },
        { path: 'id', direction: 'asc' },
      ],
      count: true,
    });
  });

  it("--json gives the reply's own bytes, --jsonl --all one document a line over all pages", async () => {
    const bytes = '{"documents": [{"id":"a"}],  "next_cursor": null, "stale_count": 0}';
    server.play((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(bytes));
    expect((await terminal.run(['query', '--json'])).out).toBe(`${bytes}\n`);
    server.play(json(200, page), json(200, { ...page, documents: [{ id: 'b' }], next_cursor: null }));
    const { out } = await terminal.run(['query', '--jsonl', '--all']);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { id: string }).id),
    ).toEqual(['a', 'b']);
  });

  it('get and history print one document and its answers', async () => {
    server.play(json(200, document));
    expect((await terminal.run(['get', 'a/b', '--fresh', 'require'])).out).toContain(
      'answers.late.p\t0.25\nanswers.late.calibrated\t0.3123\nanswers.late.status\tstale: document_changed\n',
    );
    expect(server.heard[0]?.url).toBe('/v1/namespaces/acme%2Fprod/documents/a%2Fb?fresh=require');
    const item = {
      id: 'ans_1',
      judged_at: '2026-11-02T00:00:00Z',
      version: 1,
      document_version: 3,
      answer: { p: 0.5 },
    };
    server.play(json(200, { answers: [item], next_cursor: null }));
    expect((await terminal.run(['history', 'a', 'late'])).out.split('\n')[1]).toBe(
      '2026-11-02T00:00:00Z\t0.5\t1\t3\t\t\t\tans_1',
    );
  });

  it('api sends any request with a body from the input and prints the reply', async () => {
    server.play(json(201, { name: 'x' }));
    const { out } = await terminal.run(['api', 'post', 'namespaces', '-d', '-', '--json'], '{"name":"x"}');
    expect(out).toBe('{"name":"x"}\n');
    expect(server.heard[0]).toMatchObject({ method: 'POST', url: '/v1/namespaces', body: '{"name":"x"}' });
  });

  it('api sends the body as it was given, and a GET takes none', async () => {
    server.play(json(200, {}), json(200, {}));
    const given = ' {"b": 1.50, "a": -0, "a": 1E2, "t": "\\u00e9"}\n';
    await terminal.run(['api', 'POST', '/x', '--data', '-'], given);
    await terminal.run(['api', 'POST', '/x', '--data', '-'], `\uFEFF${given}`);
    expect(server.heard.map(({ body }) => body)).toEqual([given, given]);
    expect(await terminal.run(['api', 'GET', '/x', '--data', '{}'])).toMatchObject({ code: 2 });
    expect(server.heard).toHaveLength(2);
  });

  it('bytes that are no UTF-8 are refused with their line, from a file, the input and an argument', async () => {
    server.play();
    const bytes = Buffer.from('{"t":"ok",\n"city":"K\xf6ln"}', 'latin1');
    const file = join(terminal.home, 'latin1.json');
    writeFileSync(file, bytes);
    for (const [given, typed] of [[`@${file}`], ['-', bytes]] as const) {
      const { code, err } = await terminal.run(['query', '--filter', given], typed);
      expect([code, err]).toEqual([2, expect.stringContaining('is not UTF-8 in line 2: save it as UTF-8.')]);
    }
    const { code, err } = await terminal.run(['query', '--filter', '{"state.city":"K\uFFFDln"}']);
    expect([code, err]).toEqual([2, expect.stringContaining('set the terminal to UTF-8')]);
    expect(server.heard).toEqual([]);
  });

  it('a number that would be rounded is refused wherever JSON is given, with its path', async () => {
    server.play();
    const big = '{"name":"late","x":[{"y":9007199254740993}]}';
    const lines = [
      ['query', '--filter', big],
      ['export', join(terminal.home, 'x.jsonl'), '--filter', big],
      ['judge', '-j', 'late', '--filter', big],
      ['backfill', '-j', 'late', '--filter', big],
      ['judgments', 'apply', big],
      ['alternatives', 'add', '-j', 'late', big],
      ['try', big, 'a'],
      ['api', 'PUT', '/x', '--data', big],
    ];
    for (const line of lines) {
      const { code, err } = await terminal.run(line);
      expect([line[0], code, err]).toEqual([line[0], 2, expect.stringContaining('9007199254740993 at /x/0/y, which')]);
    }
    const set = ['threshold', 'set', '-j', 'late', 'alarm=9007199254740993'];
    expect(await terminal.run(set)).toMatchObject({ code: 2, err: expect.stringContaining('rounded') as string });
    expect(server.heard).toEqual([]);
  });

  it('api prints the result of a job, not the job [SDK-07]', async () => {
    const job = { id: 'job_1', status: 'done', result: { deleted: true }, result_status: 200 };
    server.play(json(202, job));
    expect((await terminal.run(['api', 'DELETE', '/namespaces/x', '--json'])).out).toBe('{"deleted":true}\n');
    server.play(json(202, job));
    expect((await terminal.run(['api', 'DELETE', '/namespaces/x', '--json', '--no-wait'])).out).toContain('"job_1"');
  });

  it('judgments list and show', async () => {
    const judgment = {
      name: 'late',
      active_version: 2,
      definition: { type: 'bool', question: 'Late?', engine: { name: 'jev', version: 'current' } },
      freshness: { policy: 'on_read' },
      thresholds: { alarm: 0.6 },
      stats: { evaluations: 5, spend_usd: 0.1, error_rate: 0 },
    };
    server.play(json(200, { judgments: [judgment] }), json(200, judgment));
    expect((await terminal.run(['judgments', 'list'])).out.split('\n')[1]).toBe(
      'late\tbool\t2\tjev current\ton_read\t5\t0.1\t0\t',
    );
    expect((await terminal.run(['judgments', 'show', 'late'])).out).toContain('question\tLate?\n');
  });
});
