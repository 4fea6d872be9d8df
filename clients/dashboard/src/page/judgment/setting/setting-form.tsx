import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { JsonField } from '../../../element/json/json-field';
import { Refusal } from '../../../element/loading/refusal';
import { useChange } from '../../../element/hook/use-change';

const labels = { outcomes: 'Outcomes', alternatives: 'Alternatives', queue: 'Review queue' } as const;

/** One setting as JSON; an empty text takes it away. The service says what is wrong with it and where. */
export function SettingForm({
  ns,
  name,
  member,
  value,
  description,
}: {
  ns: string;
  name: string;
  member: 'outcomes' | 'alternatives' | 'queue';
  value: object | undefined;
  description: string;
}) {
  const [typed, setTyped] = useState<object | undefined>(value);
  const save = useChange(
    async () =>
      await client
        .namespace(ns)
        .judgments.get(name)
        .update({ [member]: typed ?? null }),
    {
      concerns: [keys.judgment.of(ns, name), keys.judgments.all, keys.alternatives.of(ns, name)],
      done: 'Saved. No new version was created.',
    },
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="xs">
        <JsonField label={`${labels[member]} (JSON)`} description={description} value={value} onChange={setTyped} />
        {save.error !== null && <Refusal error={save.error} />}
        <div>
          <Button type="submit" size="xs" variant="default" loading={save.isPending}>
            Save {labels[member].toLowerCase()}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
