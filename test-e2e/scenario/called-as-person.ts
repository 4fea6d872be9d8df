import type { Method } from '@app/testing/stack';
import { DescribedCalls } from './described-calls';

/** The operations of people, by an owner who signed in. */
export async function callAsPerson(described: DescribedCalls): Promise<void> {
  const { stack } = described;
  const member = ['--org', 'acme', '--email', 'openapi@acme.example'];
  const [, shown] = await stack.operator.run(
    ['org', 'member-add', ...member, '--role', 'owner'],
    ['org', 'sign-in-link', ...member],
  );
  const origin = new URL(stack.baseUrls[0]).origin;
  const link = shown.split('#t=')[1].split('\n')[0];
  const opened = await stack.api('POST', '/sessions', { link }, { key: null, headers: { origin } });
  const cookie = String(opened.headers['set-cookie']).split(';')[0];
  const person = { key: null, headers: { origin, cookie } };
  const as = (method: Method, path: string, body?: unknown, real = path) =>
    described.call(method, path, real, body, person);
  await as('POST', '/sessions', { link });
  await as('POST', '/sessions/links', { email: 'nobody@openapi.example' });
  const providers = '/sign-in/providers';
  await as('GET', providers, undefined, `${providers}?email=nobody@openapi.example`);
  await as('GET', '/sessions');
  await as('GET', '/sessions/current');
  await as('PATCH', '/sessions/current', { organization: 'org_nobodys' });
  await as('DELETE', '/sessions/{id}', undefined, '/sessions/ses_nobodys');
  await as('DELETE', '/sessions');
  await as('GET', '/user');
  await as('PATCH', '/user', { name: 'Ada' });
  await as('GET', '/organization/members');
  const added = await as('POST', '/organization/members', { email: 'new@openapi.example', role: 'member' });
  const path = '/organization/members/{id}';
  const real = `/organization/members/${String(added.id)}`;
  await as('POST', `${path}/link`, undefined, `${real}/link`);
  await as('PATCH', path, { role: 'admin' }, real);
  await as('DELETE', path, undefined, real);
  await as('GET', '/organization/audit');
  // Its file is lines, which audit.bus.spec reads; a refusal is JSON like any other.
  await as('GET', '/organization/audit/export', undefined, '/organization/audit/export?format=xml');
  await as('GET', '/organization/providers');
  await as('GET', '/organization/sessions');
  await as('DELETE', '/organization/sessions/{id}', undefined, '/organization/sessions/ses_nobodys');
  await as('GET', '/models');
  const model = { provider: 'ollama', model: 'm' };
  await as('PUT', '/models/{engine}', model, '/models/jev');
  await as('DELETE', '/models/{engine}', undefined, '/models/jev');
  await as('POST', '/models/{engine}/try', { model }, '/models/jev/try');
  await as('DELETE', '/sessions/current');
}
