import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../address/address';
import { DocumentEditor } from './document-editor';
import { newDraft } from './document-draft';

/** Writes a document that does not exist yet, and shows it. */
export function NewDocument({ ns }: { ns: string }) {
  const [isOpen, setOpen] = useState(false);
  const [, go] = useLocation();
  if (!isOpen) {
    return (
      <div>
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          New document
        </Button>
      </div>
    );
  }
  const onDone = (id: string | null) => {
    setOpen(false);
    if (id !== null) go(addresses.document(ns, id));
  };
  return <DocumentEditor ns={ns} id={null} first={newDraft} version={0} onDone={onDone} />;
}
