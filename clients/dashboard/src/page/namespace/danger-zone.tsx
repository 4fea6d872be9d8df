import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { countedText } from '../../format/number';

/** Deletes a namespace once its name is typed. */
export function DangerZone({ name, documents }: { name: string; documents: number | null }) {
  const [typed, setTyped] = useState('');
  const [, go] = useLocation();
  const remove = useChange(
    async (_given: void) => {
      // The job goes on by itself; the page of jobs shows how far it is.
      await client.namespace(name).delete({ wait: false });
      go('/jobs');
    },
    { concerns: [keys.namespaces.all, keys.namespace.of(name), keys.jobs.all], done: `Deletion of ${name} started.` },
  );
  return (
    <Paper withBorder p="sm" component="section" aria-label="Danger zone">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) remove.mutate();
        }}
      >
        <Stack gap="xs">
          <Title order={3} size="h5">
            Danger zone
          </Title>
          <Text size="sm">
            Deleting takes {documents === null ? 'all documents' : countedText(documents, 'document')}, their answers
            and labels, and every judgment defined here. This cannot be undone.
          </Text>
          <TextInput
            size="xs"
            label={
              <>
                Type <span className="wrap">{name}</span> to delete it
              </>
            }
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {remove.error !== null && <Refusal error={remove.error} />}
          <Button
            type="submit"
            size="xs"
            color="red"
            disabled={typed !== name}
            loading={remove.isPending}
            style={{ alignSelf: 'flex-start' }}
          >
            Delete namespace
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
