import type { Schema } from '@app/sdk/client';
import { actionText, actorText, addressOfParty, changeText, partyText, type Party } from './audit-words';

const party = (others: Partial<Party>): Party => ({
  kind: 'person',
  id: 'usr_1',
  name: null,
  email: 'ada@acme.example',
  current: true,
  ...others,
});

it('names people, those who left, keys and sessions [AUTH-08] [DASH-03]', () => {
  expect(
    [
      party({ name: 'Ada' }),
      party({}),
      party({ name: null, current: false }),
      party({ email: null, current: false }),
      party({ kind: 'key', id: 'key_1', name: 'nightly', email: null }),
      party({ kind: 'key', id: 'key_1', email: null, current: false }),
      party({ kind: 'session', id: 'ses_1' }),
      party({ kind: 'operator', id: 'operator', email: null }),
      party({ kind: 'model', id: 'jev', email: null }),
    ].map(partyText),
  ).toEqual([
    'Ada (ada@acme.example)',
    'ada@acme.example',
    'former member ada@acme.example',
    'former member usr_1',
    'API key “nightly”',
    'API key key_1 (revoked)',
    'session of ada@acme.example',
    'The operator of the service',
    'jev',
  ]);
});

it('says by whose link an actor came in while its maker could act as them [AUTH-08]', () => {
  const change = { actor_details: party({}), link_made_by_details: party({ email: 'bob@acme.example' }) };
  expect(actorText(change as Schema<'AuditEntry'>)).toBe('ada@acme.example, by the link that bob@acme.example made');
});

it('leads to the page of what is still there', () => {
  expect(addressOfParty(party({}))).toBe('/settings?tab=members');
  expect([party({ current: false }), party({ kind: 'session' })].map(addressOfParty)).toEqual([null, null]);
});

it('says what became of each member, and shows an action of a later service as it is', () => {
  expect(changeText({ before: { role: 'member' }, after: { role: 'admin', expires_at: null } })).toEqual([
    'role: member → admin',
    'expires at: none',
  ]);
  expect(changeText({ before: null, after: { prefixes: Array(60).fill('x') } })[0]).toHaveLength(
    'prefixes: '.length + 81,
  );
  expect(changeText({ before: null, after: null })).toEqual([]);
  expect([actionText('key.made'), actionText('moon.landed')]).toEqual(['Created an API key', 'moon.landed']);
});
