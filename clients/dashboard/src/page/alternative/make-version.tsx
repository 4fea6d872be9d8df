import type { Schema } from '@app/sdk/client';
import { Button } from '@mantine/core';
import { useLocation } from 'wouter';
import { addresses } from '../../address/address';
import { draftOf } from '../editor/draft/draft';
import { keptDraft } from '../editor/draft/kept-draft';

/** Opens the editor with an alternative in it; a version is made there, after its cost is seen. */
export function MakeVersion({
  ns,
  name,
  definition,
}: {
  ns: string;
  name: string;
  definition: Schema<'JudgmentDefinition'>;
}) {
  const [, go] = useLocation();
  const open = () => {
    keptDraft(ns, name).keep(draftOf(definition));
    go(addresses.editor(ns, name));
  };
  return (
    <Button size="xs" variant="default" onClick={open}>
      Create version
    </Button>
  );
}
