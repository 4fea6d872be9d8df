import type { Schema } from '@app/sdk/client';
import { addressOf } from '../../address/address';

export type Party = Schema<'AuditParty'>;
type Change = Schema<'AuditEntry'>;

/** What was done, in words. An action that a later service writes is shown as it is. */
export const actionWords: Readonly<Record<string, string>> = {
  'audit.exported': 'Exported the audit',
  'email.changed': 'Changed an email address',
  'key.made': 'Created an API key',
  'key.revoked': 'Revoked an API key',
  'member.added': 'Added a member',
  'member.link': 'Created a sign-in link',
  'member.removed': 'Removed a member',
  'member.role': 'Changed a role',
  'model.refused': 'A change of a model was refused',
  'model.removed': 'Removed a model',
  'model.set': 'Set a model',
  'organization.changed': 'Changed the organization',
  'password.changed': 'Changed a password',
  'provider.removed': 'Removed a sign-in provider',
  'provider.set': 'Set up a sign-in provider',
  'session.opened': 'Signed in',
  'session.revoked': 'Signed out or ended sessions',
};

export function actionText(action: string): string {
  return actionWords[action] ?? action;
}

/** Who or what it is: a name and an address where they are known, and always something that tells it from others. */
export function partyText({ kind, id, name, email, current }: Party): string {
  if (kind === 'operator') return 'The operator of the service';
  if (kind === 'person') {
    if (!current) return `former member ${email ?? id}`;
    return name && email ? `${name} (${email})` : (email ?? id);
  }
  if (kind === 'key') return `API key ${name ? `“${name}”` : id}${current ? '' : ' (revoked)'}`;
  if (kind === 'session') return email ? `session of ${email}` : 'a session that has ended';
  return name ?? id;
}

/** Who did it, and who could have: until the actor sets a password, the maker of the link by which they came in could act. */
export function actorText({ actor_details: actor, link_made_by_details: maker }: Change): string {
  return maker === null ? partyText(actor) : `${partyText(actor)}, by the link that ${partyText(maker)} made`;
}

const tabs: Readonly<Record<string, string>> = {
  person: 'members',
  key: 'keys',
  provider: 'sign-in',
  model: 'models',
  organization: 'organization',
};

/** The page that shows a thing; null where none does, or where it is gone. */
export function addressOfParty({ kind, current }: Party): string | null {
  const tab = tabs[kind];
  return tab === undefined || !current ? null : addressOf('/settings', { tab });
}

const mostText = 80;

/** What became of each member, such as `role: member → admin`. */
export function changeText({ before, after }: Pick<Change, 'before' | 'after'>): string[] {
  const [was, is] = [before ?? {}, after ?? {}] as Readonly<Record<string, unknown>>[];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.map((name) => {
    const words = [was, is].flatMap((side) => (name in side ? [valueText(side[name])] : []));
    return `${name.replaceAll('_', ' ')}: ${words.join(' → ')}`;
  });
}

function valueText(value: unknown): string {
  if (value === null || value === '') return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}
