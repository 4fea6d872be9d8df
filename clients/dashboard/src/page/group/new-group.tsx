import type { Schema } from '@app/sdk/client';
import { Button, Paper, Stack, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { JsonField } from '../../element/json/json-field';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';

const counted: Schema<'GroupBody'>['aggregates'] = { documents: { aggregate: 'count' } };

/** Makes a group, or changes the one of that name. */
export function NewGroup({ ns }: { ns: string }) {
  const [name, setName] = useState('');
  const [key, setKey] = useState('attributes.');
  const [aggregates, setAggregates] = useState(counted);
  const put = useChange(async () => await client.namespace(ns).groups.put(name, { key, aggregates }), {
    concerns: [keys.groups.in(ns), keys.group.of(ns, name)],
    done: ({ status }) => (status === 'building' ? 'Group created. It is being counted.' : 'Group saved.'),
  });
  return (
    <Paper withBorder p="md" component="section" aria-label="New group">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          put.mutate();
        }}
      >
        <Stack gap="sm">
          <Title order={2} size="h4">
            New group
          </Title>
          <TextInput label="Name" required value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <TextInput label="Key" required value={key} onChange={(event) => setKey(event.currentTarget.value)} />
          <JsonField
            label="Aggregates"
            description='By name, such as {"risk": {"aggregate": "mean", "path": "answers.late.p"}}'
            value={counted}
            onChange={(next) => setAggregates((next ?? {}) as Schema<'GroupBody'>['aggregates'])}
          />
          {put.error !== null && <Refusal error={put.error} />}
          <div>
            <Button type="submit" variant="default" loading={put.isPending}>
              Save group
            </Button>
          </div>
        </Stack>
      </form>
    </Paper>
  );
}
