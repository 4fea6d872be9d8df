import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Schema } from '@app/sdk/client';
import { identity } from '../api/identity';
import { keys } from '../api/query-keys';

export type WaysIn = Schema<'SignInProviderList'>;

const typingMs = 400;
const wholeAddress = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** How people of an address sign in besides a password: the provider of its domain, and whether links are mailed at all. */
export function useWaysIn(address: string): UseQueryResult<WaysIn> {
  const [typed] = useDebouncedValue(address, typingMs);
  return useQuery({
    queryKey: keys.providers.ofDomain(typed.slice(typed.lastIndexOf('@') + 1)),
    queryFn: async () => await identity.providers(typed),
    enabled: wholeAddress.test(typed),
    staleTime: 60_000,
  });
}
