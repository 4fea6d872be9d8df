import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../../sign-in/session';
import { MemoryImports, openImportStore } from './import-store';
import type { ImportStore, KeptImport } from './kept-import';

export interface Imports {
  store: ImportStore;
  /** Of this person in this organization, the newest first. */
  list: KeptImport[];
  /** Whether a reload loses them, since the browser keeps nothing for pages. */
  isLost: boolean;
  refresh: () => Promise<void>;
  forget: (kept: KeptImport) => Promise<void>;
}

/** The imports that this browser keeps. @returns null until they are read */
export function useImports(): Imports | null {
  const { person } = usePerson();
  const [opened, setOpened] = useState<Pick<Imports, 'store' | 'list' | 'isLost'> | null>(null);
  const read = useCallback(
    async (store: ImportStore, isLost: boolean) => {
      const list = (await store.list()).filter((kept) => kept.person === person);
      setOpened({ store, list, isLost });
    },
    [person],
  );
  useEffect(() => {
    openImportStore(Date.now())
      .then(
        (store) => read(store, false),
        // Some private windows have no database: the import works, and ends with the page.
        () => read(new MemoryImports(), true),
      )
      .catch(() => read(new MemoryImports(), true));
  }, [read]);
  if (!opened) return null;
  const refresh = () => read(opened.store, opened.isLost);
  const forget = async ({ id }: KeptImport) => {
    await opened.store.remove(id);
    await refresh();
  };
  return { ...opened, refresh, forget };
}

/** Whose imports are shown. */
export function usePerson(): { person: string } {
  const { organization, user } = useSession();
  return { person: `${organization.id} ${user.id}` };
}
