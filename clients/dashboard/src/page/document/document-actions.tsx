import type { Schema } from '@app/sdk/client';
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Ask } from '../../element/ask';
import { useChange } from '../../element/hook/use-change';
import { DocumentEditor } from './document-editor';
import { draftOf } from './document-draft';

/** What owners and admins do with a document: they change it as JSON, or delete it. */
export function DocumentActions({ ns, view }: { ns: string; view: Schema<'DocumentView'> }) {
  const { id, version } = view;
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [first, setFirst] = useState<ReturnType<typeof draftOf> | null>(null);
  const remove = useChange(
    async (_given: void) => {
      try {
        await client.namespace(ns).documents.write({ delete: [{ id, if_version: version }] });
      } catch (error) {
        // What somebody else wrote meanwhile is shown before it can be deleted.
        await queries.invalidateQueries({ queryKey: keys.document.of(ns, id) });
        throw error;
      }
      go(addresses.documents(ns));
    },
    { concerns: [keys.documents.in(ns), keys.document.in(ns), keys.count.in(ns)], done: `${id} deleted.` },
  );
  if (first !== null) {
    return <DocumentEditor ns={ns} id={id} first={first} version={version} onDone={() => setFirst(null)} />;
  }
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => setFirst(draftOf(view))}>
        Edit document
      </Button>
      <Ask
        words="Delete document"
        question="Its answers are removed too. Its labels stay; the stored engine input is erased."
        change={remove}
      />
    </Group>
  );
}
