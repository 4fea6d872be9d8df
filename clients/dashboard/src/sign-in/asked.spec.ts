import type { SignedIn } from '../api/identity';
import { askedAfterLink, mayGoOn } from './asked';

type Asking = Pick<SignedIn, 'session' | 'user'>;

/** A session of somebody new who came by the link of an invitation, but for what is given. */
const cameIn = (user: Partial<SignedIn['user']> = {}, method: SignedIn['session']['method'] = 'link'): Asking => ({
  session: { method, only_organization: true } as SignedIn['session'],
  user: {
    id: 'usr_1',
    email: 'bob@acme.example',
    name: null,
    verified: false,
    single_keys: true,
    password: false,
    may_set_password: true,
    may_change_name: true,
    ...user,
  },
});
const nothing = { name: false, password: false, proof: false };

it('asks a person who came by a link for what they lack and this session may set [AUTH-08]', () => {
  expect(askedAfterLink(cameIn())).toEqual({ ...nothing, name: true, password: true });
  expect(askedAfterLink(cameIn({ password: true }))).toEqual({ ...nothing, name: true });
  expect(askedAfterLink(cameIn({ name: 'Bob' }))).toEqual({ ...nothing, password: true });
  expect(askedAfterLink(cameIn({ may_change_name: false }))).toEqual({ ...nothing, password: true });
  expect(askedAfterLink(cameIn({ name: 'Bob', password: true }))).toBeNull();
});

it('says why a link sets no password where the address must be proved first [AUTH-08]', () => {
  const asked = askedAfterLink(cameIn({ may_set_password: false, may_change_name: false }));
  expect(asked).toEqual({ ...nothing, proof: true });
  expect(mayGoOn({ ...nothing, proof: true }, { mails: false, isTooLate: false })).toBe(true);
});

it('asks nothing of a person who came by a password or a provider [AUTH-08]', () => {
  expect((['password', 'oidc'] as const).map((method) => askedAfterLink(cameIn({}, method)))).toEqual([null, null]);
});

it('lets nobody in without a password where no mail brings them back, unless the link is too old for one [AUTH-08]', () => {
  const asked = { ...nothing, name: true, password: true };
  const on = (mails: boolean, isTooLate: boolean) => mayGoOn(asked, { mails, isTooLate });
  expect([on(false, false), on(true, false), on(false, true)]).toEqual([false, true, true]);
  expect(mayGoOn({ ...nothing, name: true }, { mails: false, isTooLate: false })).toBe(true);
});
