import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { identity } from '../api/identity';
import { providerAddress } from './provider-refusal';

const typingMs = 400;
const wholeAddress = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Leads to the provider of the address's domain; nothing where the domain has none. */
export function ProviderButton({ address }: { address: string }) {
  const [typed] = useDebouncedValue(address, typingMs);
  const found = useQuery({
    queryKey: ['sign-in providers', typed.slice(typed.lastIndexOf('@') + 1)],
    queryFn: async () => await identity.providers(typed),
    enabled: wholeAddress.test(typed),
    staleTime: 60_000,
  });
  return found.data?.providers.map(({ id, name }) => (
    <Button key={id} component="a" variant="default" href={providerAddress(id, globalThis.location)}>
      Continue with {name}
    </Button>
  ));
}
