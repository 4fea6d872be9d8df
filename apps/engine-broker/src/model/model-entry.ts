import { isPrivateHost } from './address';
import { membersOf, providerOf } from './provider';
import { ModelChoice } from './saved-model';

/** What an entry needs of a model: a row that cannot be opened has no secrets. */
type Chosen = Omit<ModelChoice, 'secrets'> & { secrets: ModelChoice['secrets'] | null };

/**
 * The members of the entry of a model, as an operator would write them.
 * @returns null for a provider that this build does not know
 */
export function rawEntryOf({
  provider: name,
  base_url,
  model,
  reads,
  secrets,
}: Chosen): Record<string, unknown> | null {
  const provider = providerOf(name);
  if (provider === undefined) return null;
  const { members, own } = membersOf(provider);
  const query = new URLSearchParams(secrets?.query).toString();
  const isLocal = name === 'custom' && isPrivateHost(base_url);
  return {
    ...members,
    base_url: query === '' ? base_url : `${base_url}?${query}`,
    model,
    ...(secrets?.key ? { key: secrets.key } : {}),
    ...(isLocal ? { source: 'local' } : {}),
    ...(own.chat === null
      ? {}
      : { chat: { reads: reads ?? own.chat.reads, headers: { ...own.chat.headers, ...secrets?.headers } } }),
  };
}
