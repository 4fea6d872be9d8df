import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { addressOf } from '../address/address';
import { client } from '../api/client';
import { keys } from '../api/query-keys';
import { isEnter } from '../keys/key-press';
import { namespacePages } from './rail';

/** Chooses the namespace that pages show: one that exists, or a template prefix such as `acme/*`, as typed. */
export function NamespacePicker({ namespace }: { namespace: string }) {
  const [typed, setTyped] = useState(namespace);
  const [path, go] = useLocation();
  useEffect(() => setTyped(namespace), [namespace]);
  const prefix = typed === namespace ? '' : typed.replace(/\*$/, '');
  const names = useQuery({
    queryKey: keys.namespaces.names(prefix),
    queryFn: async () => (await client.namespaces.list({ ...(prefix && { prefix }), limit: 20 })).namespaces,
    placeholderData: (before) => before,
  });
  const choose = (name: string) => {
    if (name !== '' && name !== namespace) {
      go(addressOf(namespacePages.includes(path) ? path : '/judgments', { ns: name }));
    }
  };
  return (
    <Autocomplete
      size="xs"
      aria-label="Namespace"
      placeholder="Namespace"
      value={typed}
      data={[...new Set((names.data ?? []).map(({ name }) => name))]}
      onChange={setTyped}
      onOptionSubmit={choose}
      onKeyDown={(event) => {
        if (isEnter(event)) choose(typed.trim());
      }}
      maxDropdownHeight={280}
    />
  );
}
