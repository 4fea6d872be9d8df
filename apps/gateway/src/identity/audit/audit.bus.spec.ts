import { GatewayClient, openGateway } from '../../testing/gateway-client';
import { Person, personOf } from '../../testing/person';
import { AuditEntry, AuditList } from './audit.schema';

describe('the audit', () => {
  let gateway: GatewayClient;
  let owner: Person;
  let member: Person;
  let stranger: Person;
  let key: string;

  beforeAll(async () => {
    gateway = await openGateway();
    owner = await personOf(gateway, { email: 'owner@audit.example', role: 'owner', organization: 'audit' });
    member = await personOf(gateway, { email: 'member@audit.example', role: 'member', organization: 'audit' });
    stranger = await personOf(gateway, { email: 'owner@other.example', role: 'owner', organization: 'other' });
    await owner.send('PATCH', '/user', { name: 'Olga' });
    const made = await owner.send('POST', '/api-keys', { role: 'read_only', scope: '*', description: '=cmd|x' });
    key = (made.json as unknown as { id: string }).id;
    for (const role of ['admin', 'member'])
      await owner.send('PATCH', `/organization/members/${await idOf('member@audit.example')}`, { role });
  });
  afterAll(() => gateway.close());

  const read = async (search: string, by = owner): Promise<AuditList> => {
    const { status, json, text } = await by.send('GET', `/organization/audit?${search}`);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return json as unknown as AuditList;
  };
  const idOf = async (email: string): Promise<string> => {
    const { members } = (await owner.send('GET', '/organization/members')).json as unknown as {
      members: { id: string; email: string }[];
    };
    return members.find((one) => one.email === email)?.id ?? '';
  };
  const exported = (search: string, by = owner) => by.send('GET', `/organization/audit/export?${search}`);
  const actionsOf = ({ changes }: { changes: AuditEntry[] }) => changes.map(({ action }) => action);

  it('names who acts and what is changed, and nothing of another organization [AUTH-08] [DASH-03]', async () => {
    const [made] = (await read('action=key.made')).changes;
    expect(made).toMatchObject({
      actor_details: { kind: 'person', name: 'Olga', email: 'owner@audit.example', current: true },
      target_details: { kind: 'key', id: key, name: '=cmd|x', email: null, current: true },
      link_made_by_details: null,
    });
    const [theirs] = (await read(`target=${key}`, stranger)).changes;
    expect(theirs).toBeUndefined();
  });

  it('is found by who, what, thing and time, page by page, each change once [AUTH-08]', async () => {
    const person = await idOf('member@audit.example');
    expect(actionsOf(await read(`target=${person}`))).toEqual([
      ...['member.role', 'member.role'],
      ...['member.link', 'member.added'],
    ]);
    expect(actionsOf(await read(`target=${person}&actor=operator`))).toEqual(['member.link', 'member.added']);
    const all = actionsOf(await read(''));
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: AuditList = await read(`limit=2${cursor && `&cursor=${cursor}`}`);
      walked.push(...actionsOf(page));
      cursor = page.next_cursor;
    }
    expect(walked).toEqual(all);
    const [latest] = (await read('limit=1')).changes;
    const at = encodeURIComponent(new Date(Date.parse(latest.at) + 60_000).toISOString());
    expect([(await read(`since=${at}`)).changes, actionsOf(await read(`until=${at}`))]).toEqual([[], all]);
    expect(await owner.send('GET', `/organization/audit?since=${at}&until=${at}`)).toMatchObject({
      status: 400,
      json: { error: { details: { reason: 'bad_bounds', path: '/until' } } },
    });
  });

  it('shows a former member by what was written down here, and not by their account of today [AUTH-08]', async () => {
    const id = await idOf('member@audit.example');
    await owner.send('DELETE', `/organization/members/${id}`);
    const [removed] = (await read(`target=${id}`)).changes;
    expect(removed.target_details).toEqual({
      kind: 'person',
      id,
      name: null,
      email: 'member@audit.example',
      current: false,
    });
  });

  it('is a file of CSV without formulas, or of JSON lines, for owners and admins alone [AUTH-08]', async () => {
    const csv = await exported('format=csv&action=key.made');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [names, row, end] = csv.text.split('\r\n');
    expect([names.split(',').slice(0, 5), row.includes(`${key},'=cmd|x`), end]).toEqual([
      ['id', 'at', 'actor', 'actor_name', 'actor_email'],
      true,
      '',
    ]);
    const lines = (await exported('action=key.made')).text.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as AuditEntry).action)).toEqual(['key.made']);
    expect((await exported('', member)).status).toBe(401);
    const colleague = await personOf(gateway, { email: 'two@audit.example', role: 'member', organization: 'audit' });
    expect((await exported('', colleague)).status).toBe(403);
    expect((await gateway.call('GET', '/v1/organization/audit/export', (await gateway.key('audit')).key)).status).toBe(
      403,
    );
  });

  it('keeps that it was exported, with what was asked for; a file leads to the next one [AUTH-08]', async () => {
    const before = (await read('')).changes.length;
    const first = await exported('limit=2');
    expect(first.headers['link']).toMatch(/^<\/v1\/organization\/audit\/export\?limit=2&cursor=[\w-]+>; rel="next"$/);
    const [, path] = /^<\/v1(.*)>/.exec(String(first.headers['link'])) ?? [];
    const second = await owner.send('GET', path);
    const ids = [first, second].flatMap(({ text }) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as AuditEntry).id),
    );
    expect(new Set(ids).size).toBe(4);
    const after = await read('action=audit.exported&limit=2');
    expect(after.changes.map(({ after: asked }) => asked)).toEqual([
      { format: 'jsonl', limit: 2, changes: 2 },
      { format: 'jsonl', limit: 2, changes: 2 },
    ]);
    expect((await read('')).changes.length).toBe(before + 2);
    expect(after.changes[0].actor_details).toMatchObject({ name: 'Olga' });
  });

  it('looks at 40,000 changes for one file where nothing passes the filter, and leads to the rest [AUTH-08]', async () => {
    const anna = await personOf(gateway, { email: 'owner@long.example', role: 'owner', organization: 'long' });
    await gateway.running.platform.database.query(
      `insert into audit (id, at, organization_id, actor, action, target)
       select 'aud_0' || lpad(n::text, 25, '0'), $1, (select id from organization where name = 'long'), 'operator', 'key.made', case n when 1 then 'found' else 'other' end
       from generate_series(1, 40500) n`,
      [new Date(0)],
    );
    const first = await exported('actor=operator&action=key.made&target=found', anna);
    // One index leads by the target. Without it each statement looks at 2,000 changes.
    expect(
      first.text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as AuditEntry).target),
    ).toEqual(['found']);
    const scanned = await exported('actor=operator&action=key.revoked', anna);
    expect([scanned.status, scanned.text]).toEqual([200, '']);
    const [, path] = /^<\/v1(.*)>/.exec(String(scanned.headers['link'])) ?? [];
    expect(path).toContain('cursor=');
    const rest = await anna.send('GET', path);
    expect([rest.text, rest.headers['link']]).toEqual(['', undefined]);
  });
});
