import { eventually } from '@app/testing';
import { GatewayClient, Reply, openGateway } from '../testing/gateway-client';
import { permissionTable } from '../testing/permission-table';
import { Person, personOf } from '../testing/person';
import { routes } from './routes';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Kind = keyof typeof permissionTable;

const everybody = [
  'owner',
  'admin',
  'member',
  'lowered',
  'removed',
  'read_write',
  'read_only',
  'scoped',
  'nobody',
] as const;
type Who = (typeof everybody)[number];

/** Who passes the check of permission; what comes after it may still refuse. */
const mayCall: Record<Kind, readonly Who[]> = {
  look: ['owner', 'admin', 'member', 'lowered', 'read_write', 'read_only', 'scoped'],
  survey: ['owner', 'admin', 'member', 'lowered', 'read_write', 'read_only'],
  change: ['owner', 'admin', 'read_write', 'scoped'],
  label: ['owner', 'admin', 'read_write', 'scoped'],
  keys: ['owner', 'admin', 'read_write'],
  people: ['owner', 'admin', 'member', 'lowered'],
  manage: ['owner', 'admin'],
  // Of organizations that MODELS_SET_BY_OWNERS_OF lists.
  models: [],
  open: everybody,
};
const operations = Object.entries(permissionTable).flatMap(([kind, names]) =>
  names.map((name) => ({ name, kind: kind as Kind })),
);

describe('every published operation, by who calls it', () => {
  let gateway: GatewayClient;
  const people: Partial<Record<Who, Person>> = {};
  const keys: Partial<Record<Who, string>> = {};

  beforeAll(async () => {
    gateway = await openGateway();
    const add = (who: string, role: string): Promise<Person> =>
      personOf(gateway, { email: `${who}@matrix.example`, role, organization: 'matrix' });
    const owner = await add('owner', 'owner');
    people.owner = owner;
    for (const role of ['admin', 'member'] as const) people[role] = await add(role, role);
    people.lowered = await add('lowered', 'admin');
    people.removed = await add('removed', 'owner');
    keys.read_write = (await gateway.key('matrix')).key;
    keys.read_only = (await gateway.key('matrix', 'read_only')).key;
    keys.scoped = (await gateway.key('matrix', 'read_write', 'ns*')).key;
    const { json } = await owner.send('GET', '/organization/members');
    const idOf = (email: string): string =>
      (json as unknown as { members: { id: string; email: string }[] }).members.find((one) => one.email === email)
        ?.id ?? '';
    await owner.send('PATCH', `/organization/members/${idOf('lowered@matrix.example')}`, { role: 'member' });
    await owner.send('DELETE', `/organization/members/${idOf('removed@matrix.example')}`);
    await eventually(async () => expect((await people.removed?.send('GET', '/user'))?.status).toBe(401), 1000);
    await eventually(async () => expect((await people.lowered?.send('GET', '/api-keys'))?.status).toBe(403), 1000);
  });
  afterAll(() => gateway.close());

  const call = (who: Who, name: string): Promise<Reply> => {
    const [method, path] = name.split(' ') as [Method, string];
    const real = path.replace('{ns}', path.endsWith('/summary') ? 'ns%2F*' : 'ns').replaceAll(/\{\w+\}/g, 'x');
    // A body that every operation refuses, after the check of permission and before anything happens.
    const body = method === 'GET' || method === 'DELETE' ? undefined : { not_a_member_of_any_body: 1 };
    const person = people[who];
    if (person) return person.send(method, real, body);
    return gateway.call(method, `/v1${real}`, keys[who] ?? null, body, { origin: `http://127.0.0.1:${gateway.port}` });
  };

  it('stands in the table of permissions', () => {
    const published = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(({ name }) => name).sort()).toEqual(published.sort());
  });

  it.each(everybody)(
    'admits %s exactly where the table says [AUTH-02] [AUTH-03] [AUTH-08] [DASH-03] [DASH-06]',
    async (who) => {
      const wrong: string[] = [];
      for (const { name, kind } of operations) {
        // Its own sessions end last, and one by one.
        if (kind === 'people' && name.startsWith('DELETE /sessions') && mayCall.people.includes(who)) continue;
        const { status, text } = await call(who, name);
        const admitted = status !== 401 && status !== 403;
        if (admitted !== mayCall[kind].includes(who)) wrong.push(`${name}: ${status} ${text.slice(0, 160)}`);
        if (status >= 500 && status !== 503) wrong.push(`${name}: ${status}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('admits a member to labels, and to nothing else that changes, while the organization lets members label [AUTH-08] [DASH-03]', async () => {
    const admitted = async (): Promise<string[]> => {
      const names: string[] = [];
      for (const { name, kind } of operations.filter(({ kind }) =>
        ['label', 'change', 'keys', 'manage', 'models'].includes(kind),
      ))
        if ((await call('member', name)).status !== 403) names.push(`${kind} ${name}`);
      return names;
    };
    const set = (isOn: boolean) => people.owner?.send('PATCH', '/organization', { members_may_label: isOn });
    const labels = permissionTable.label.map((name) => `label ${name}`);
    expect((await set(true))?.json).toMatchObject({ members_may_label: true });
    await eventually(async () => expect(await admitted()).toEqual(labels));
    expect((await people.member?.send('GET', '/sessions/current'))?.json).toMatchObject({
      role: 'member',
      organization: { may_label: true },
    });
    await set(false);
    await eventually(async () => expect(await admitted()).toEqual([]));
  });

  it.each(['owner', 'admin', 'member', 'lowered'] as const)(
    'lets %s end sessions of their own [AUTH-08]',
    async (who) => {
      const statuses = [];
      for (const name of ['DELETE /sessions/{id}', 'DELETE /sessions', 'DELETE /sessions/current'])
        statuses.push((await call(who, name)).status);
      expect(statuses).toEqual([404, 200, 200]);
    },
  );
});
