import type { Schema } from '@app/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';

/** An engine that may be asked, and the words that name it in a list. */
export interface NamedEngine {
  words: string;
  ref: NonNullable<Schema<'DifferingMembers'>['engine']>;
}

/** The engines that are active. @returns none until they are read */
export function useEngines(): NamedEngine[] {
  const engines = useQuery({ queryKey: keys.engines.all, queryFn: async () => await client.organization.engines() });
  return (engines.data?.engines ?? [])
    .filter(({ active }) => active)
    .map(({ name, version }) => ({ name, version: version ?? 'current' }) as NamedEngine['ref'])
    .map((ref) => ({ words: `${ref.name} ${ref.version}`, ref }));
}
