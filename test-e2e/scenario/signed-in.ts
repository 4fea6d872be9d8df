import type { ApiOptions, StackClient } from '@app/testing/stack';

/** Makes an owner of `acme` and signs them in by a link. @returns the options of their calls */
export async function signInOwner(stack: StackClient, email: string): Promise<ApiOptions> {
  const member = ['--org', 'acme', '--email', email];
  const [, shown] = await stack.operator.run(
    ['org', 'member-add', ...member, '--role', 'owner'],
    ['org', 'sign-in-link', ...member],
  );
  const origin = new URL(stack.baseUrls[0]).origin;
  const link = shown.split('#t=')[1].split('\n')[0];
  const opened = await stack.api('POST', '/sessions', { link }, { key: null, headers: { origin } });
  if (opened.status !== 201) throw new Error(`The sign-in of ${email} answered ${opened.status} ${opened.text}`);
  return { key: null, headers: { origin, cookie: String(opened.headers['set-cookie']).split(';')[0] } };
}
