import { Button } from '@mantine/core';
import { providerAddress } from './provider-refusal';
import type { WaysIn } from './ways-in';

/** Leads to the provider of an address's domain; nothing where the domain has none. */
export function ProviderButton({ providers, isAgain }: { providers: WaysIn['providers']; isAgain: boolean }) {
  return providers.map(({ id, name }) => (
    <Button key={id} component="a" variant="default" href={providerAddress(id, globalThis.location, isAgain)}>
      Continue with {name}
    </Button>
  ));
}
