import type { Member } from '../../api/identity';
import { invitedText, mayMakeLink, newLinkText } from './member-words';

const bob = { id: 'usr_2', email: 'bob@acme.example', role: 'member', signed_in: false } as Member;

it('says of an invitation that it is mailed only where mails are sent [AUTH-08]', () => {
  const told = (isShown: boolean, mails: boolean) => invitedText(bob.email, { isShown, mails });
  expect([told(true, true), told(false, true)].every((words) => words.endsWith('We also sent them an email.'))).toBe(
    true,
  );
  expect(told(true, false)).toBe(
    'Send this link to bob@acme.example. It works once, and the person who opens it joins this organization.',
  );
  expect(told(false, false)).toBe('bob@acme.example signs in as before and sees this organization in their list.');
});

it('offers a new link for those who have not come in, and to owners for all others [AUTH-08]', () => {
  const by = (role: string, member: Partial<Member>) => mayMakeLink({ ...bob, ...member }, { id: 'usr_1', role });
  expect(['owner', 'admin', 'member'].map((role) => by(role, {}))).toEqual([true, true, false]);
  expect(['owner', 'admin', 'member'].map((role) => by(role, { signed_in: true }))).toEqual([true, false, false]);
  expect(['owner', 'admin'].map((role) => by(role, { role: 'owner' }))).toEqual([true, false]);
  expect(by('owner', { id: 'usr_1' })).toBe(false);
});

it('says before a link is made what ends, and that the audit names its maker [AUTH-08]', () => {
  expect(newLinkText(bob)).toBe('The previous link of bob@acme.example stops working.');
  expect(newLinkText({ ...bob, signed_in: true })).toMatch(
    /sessions of bob@acme\.example .* end\. .* the audit log names you/,
  );
});
