import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../api/client';
import { keys } from '../api/query-keys';
import { paletteItems } from '../keys/palette-items';
import { useMayChange } from '../sign-in/session';
import { namespacePages } from './rail';

const [store, { open }] = createSpotlight();
/** Lines that are shown at once. */
const mostLines = 12;

/** The search for pages, namespaces, judgments and actions. @param asked how often it was asked for; it opens at each */
export function Palette({ asked, namespace }: { asked: number; namespace: string }) {
  const [typed, setTyped] = useState('');
  const [prefix] = useDebouncedValue(typed, 200);
  const [, go] = useLocation();
  const mayChange = useMayChange();
  const before = useRef<Element | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    before.current = document.activeElement;
    isGone.current = false;
    open();
  }, [asked]);
  const names = useQuery({
    queryKey: keys.namespaces.names(prefix),
    queryFn: async () => (await client.namespaces.list({ ...(prefix && { prefix }), limit: 20 })).namespaces,
    placeholderData: (last) => last,
  });
  const judgments = useQuery({
    queryKey: keys.judgments.ofPalette,
    queryFn: async () => (await client.organization.judgments({ limit: 100 })).judgments,
  });
  const items = paletteItems({
    namespace,
    namespacePages,
    mayChange,
    namespaces: [...new Set((names.data ?? []).map(({ name }) => name))],
    judgments: judgments.data ?? [],
  });
  return (
    <Spotlight
      store={store}
      shortcut={null}
      limit={mostLines}
      query={typed}
      onQueryChange={setTyped}
      nothingFound="No results"
      searchProps={{ placeholder: 'A page, namespace, judgment or action', 'aria-label': 'Search' }}
      attributes={{ content: { 'aria-label': 'Search' } }}
      returnFocus={false}
      onSpotlightClose={() => {
        // Where something was chosen, the page that opens takes the focus.
        if (!isGone.current && before.current instanceof HTMLElement) before.current.focus();
      }}
      actions={items.map(({ id, words, beside, address }) => ({
        id,
        label: words,
        description: beside,
        onClick: () => {
          isGone.current = true;
          go(address);
        },
      }))}
    />
  );
}
