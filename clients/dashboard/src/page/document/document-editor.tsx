import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { client } from '../../api/client';
import { failureOf } from '../../api/failure';
import { keys } from '../../api/query-keys';
import type { Said } from '../../element/json/json-editor';
import { Late } from '../../element/loading/late';
import { later } from '../../element/loading/later';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { useFilterPaths } from '../../element/hook/use-sample';
import { type DocumentDraft, inDraft, writeOf } from './document-draft';

const JsonEditor = later('JsonEditor', () => import('../../element/json/json-editor'));
const isRoot = (path: string) => path.startsWith('attributes.');

/** Writes one document as JSON. What the service refuses is marked at its place. */
export function DocumentEditor({
  ns,
  id,
  first,
  version,
  onDone,
}: {
  ns: string;
  /** Null: a new document, whose id is typed. */
  id: string | null;
  first: DocumentDraft;
  /** The version of the document as it is now; 0: there must be none. */
  version: number;
  /** @param id of the document that was written; null: nothing was */
  onDone: (id: string | null) => void;
}) {
  const queries = useQueryClient();
  const [typedId, setTypedId] = useState('');
  const [draft, setDraft] = useState<DocumentDraft | null>(first);
  const [began, setBegan] = useState(version);
  // Names of attributes that other documents have are completed.
  const offered = useFilterPaths(ns)
    .filter(isRoot)
    .map((path) => path.slice('attributes.'.length));
  const name = id ?? typedId;
  const concerns = [keys.document.of(ns, name), keys.documents.in(ns), keys.count.in(ns), keys.namespaces.all];
  const save = useChange(
    async (under: number) => {
      if (draft === null) throw new Error('The text is not valid JSON.');
      return await client.namespace(ns).documents.write(writeOf(name, draft, under));
    },
    { concerns, done: ({ unchanged }) => (unchanged > 0 ? 'No changes.' : `${name} saved.`) },
  );
  const submit = (under: number) =>
    save.mutate(under, {
      onSuccess: () => onDone(name),
      // What somebody else wrote meanwhile is shown beside what is typed.
      onError: () => void queries.invalidateQueries({ queryKey: keys.document.of(ns, name) }),
    });
  const fault = useMemo(() => faultIn(save.error), [save.error]);
  const said = useMemo(() => (fault === null ? [] : [fault]), [fault]);
  const isOvertaken = id !== null && version !== began;
  return (
    <Paper withBorder p="sm" component="section" aria-label={id === null ? 'New document' : 'Edit document'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit(began);
        }}
      >
        <Stack gap="sm">
          {id === null && (
            <TextInput
              label="Id"
              required
              value={typedId}
              onChange={(event) => {
                save.reset();
                setTypedId(event.currentTarget.value);
              }}
            />
          )}
          <Late>
            <JsonEditor
              label="The document as JSON"
              value={first}
              said={said}
              offered={offered}
              onChange={(read) => {
                save.reset();
                setDraft(read as DocumentDraft | null);
              }}
            />
          </Late>
          {fault !== null && (
            <Text size="sm" c="red" role="alert" className="wrap">
              {fault.path.slice(1)}: {fault.message}
            </Text>
          )}
          {save.error !== null && fault === null && <Refusal error={save.error} />}
          {isOvertaken && (
            <Text size="sm" role="status" title={`Version ${version}; your text is based on version ${began}`}>
              Someone else changed this document. The page shows the new content; your text is based on the old one.
            </Text>
          )}
          <Group>
            <Button type="submit" size="xs" disabled={draft === null || name === ''} loading={save.isPending}>
              {id === null ? 'Create document' : 'Save document'}
            </Button>
            {isOvertaken && (
              <Button
                size="xs"
                variant="default"
                disabled={draft === null || save.isPending}
                onClick={() => {
                  setBegan(version);
                  submit(version);
                }}
              >
                Overwrite
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => onDone(null)}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function faultIn(error: unknown): Said | null {
  if (error === null) return null;
  const { path, sentence } = failureOf(error);
  const at = inDraft(path);
  return at === null ? null : { path: at, severity: 'error', message: sentence };
}
