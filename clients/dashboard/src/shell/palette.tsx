import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../api/client';
import { keys } from '../api/query-keys';
import { failureOf } from '../api/failure';
import { isComposed, isEnter } from '../keys/key-press';
import { paletteItems } from '../keys/palette-items';
import { useMayChange } from '../sign-in/session';
import { namespacePages } from './rail';
import { useThings } from './use-things';

const [store, { open, close }] = createSpotlight();
/** Lines that are shown at once. */
const mostLines = 12;

/** The search for pages, namespaces, judgments, actions, and anything by its id. @param asked how often it was asked for; it opens at each */
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
  const { items: things, isSearching, error } = useThings(prefix, namespace);
  const choose = (address: string) => {
    isGone.current = true;
    // The page that opens takes the focus; it takes none from a search that is open.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    go(address);
  };
  const offered = paletteItems({
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
      nothingFound={isSearching || typed !== prefix ? 'Searching…' : error ? failureOf(error).sentence : 'No results'}
      searchProps={{
        placeholder: 'A page, a name, or any id',
        'aria-label': 'Search',
        // The Enter that ends a word of an input method opens nothing.
        onKeyDownCapture: (event) => {
          if (isComposed(event.nativeEvent)) event.stopPropagation();
          const list = event.currentTarget.closest('[role=dialog]');
          // What is found later than it was asked for stands unselected: Enter means the first of it.
          if (!isEnter(event) || things.length === 0 || list?.querySelector('[data-selected]')) return;
          event.preventDefault();
          event.stopPropagation();
          choose(things[0].address);
          close();
        },
      }}
      attributes={{ content: { 'aria-label': 'Search' }, search: { 'data-search': true } }}
      returnFocus={false}
      onSpotlightClose={() => {
        // Where something was chosen, the page that opens takes the focus.
        if (!isGone.current && before.current instanceof HTMLElement) before.current.focus();
      }}
      actions={[...things, ...offered].map(({ id, group, words, beside, address }) => ({
        id,
        label: words,
        description: beside,
        // The service has found it by what was typed, which need not be a part of its words.
        ...(group === 'Found' && { keywords: typed }),
        onClick: () => choose(address),
      }))}
    />
  );
}
