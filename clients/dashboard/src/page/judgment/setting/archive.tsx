import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { addresses } from '../../../address/address';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import { Refusal } from '../../../element/loading/refusal';
import { useChange } from '../../../element/hook/use-change';

/** Takes a judgment out of use, once its name is typed. */
export function Archive({ ns, judgment: { name, template } }: JudgmentProps) {
  const [typed, setTyped] = useState('');
  const [, go] = useLocation();
  const archive = useChange(
    async () => {
      await client.namespace(ns).judgments.get(name).delete();
      go(addresses.judgments(ns));
    },
    { concerns: [keys.judgments.all, keys.documents.in(ns), keys.document.in(ns)], done: `${name} archived.` },
  );
  return (
    <Paper withBorder p="md" component="section" aria-label="Archive">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          archive.mutate();
        }}
      >
        <Stack gap="sm">
          <Title order={2} size="h4">
            Archive
          </Title>
          <Text size="sm">
            {template === undefined
              ? 'Its answers are no longer returned and it is no longer judged. If the name is used again, version numbers continue. A template of the same name applies here again.'
              : `It is inherited from ${template}: archive it there, or detach it first.`}
          </Text>
          <TextInput
            label={`Type ${name} to archive it`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {archive.error !== null && <Refusal error={archive.error} />}
          <div>
            <Button type="submit" color="red" disabled={typed !== name} loading={archive.isPending}>
              Archive {name}
            </Button>
          </div>
        </Stack>
      </form>
    </Paper>
  );
}
