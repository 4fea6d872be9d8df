import type { Schema } from '@app/sdk/client';
import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { JsonField } from '../../element/json/json-field';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';

type Bands = Schema<'SummaryBody'>['bands'];

/** Has one document a tenant written into a namespace outside of the prefix. */
export function NewSummary({ ns }: { ns: string }) {
  const [into, setInto] = useState('');
  const [bands, setBands] = useState<Bands>({});
  const put = useChange(
    async () => await client.namespace(ns).summary.put({ into, groups: Object.keys(bands), bands }),
    { concerns: [keys.summary.in(ns)], done: 'Summary published.' },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        put.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Target namespace (one document per tenant)"
          required
          value={into}
          onChange={(event) => setInto(event.currentTarget.value)}
        />
        <JsonField
          label="Bands by group and aggregate"
          description='For example {"sellers": {"documents": [10, 100]}}. Numbers are not published.'
          value={bands}
          onChange={(next) => setBands((next ?? {}) as Bands)}
        />
        {put.error !== null && <Refusal error={put.error} />}
        <div>
          <Button type="submit" variant="default" loading={put.isPending}>
            Publish summary
          </Button>
        </div>
      </Stack>
    </form>
  );
}
