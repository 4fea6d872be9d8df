import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { AppLink } from '../../element/app-link';
import { Facts } from '../../element/facts';
import { Refusal } from '../../element/refusal';
import { useChange } from '../../element/use-change';
import type { Filter } from '../../filter/filter';
import { countText } from '../../format/number';
import { flipOf } from './flip';
import type { JudgmentProps } from './judgment-props';
import { Recommended } from './recommended';

/** Sets a threshold on `p`; which documents it turns stands beside it before anything is saved. */
export function ThresholdEditor({ ns, judgment }: JudgmentProps) {
  const { name, thresholds } = judgment;
  const [threshold, setThreshold] = useState(Object.keys(thresholds)[0] ?? 'alarm');
  const now = thresholds[threshold];
  const from = typeof now === 'number' ? now : null;
  const [value, setValue] = useState<number>(from ?? 0.5);
  const [settled] = useDebouncedValue(value, 400);
  const save = useChange(
    async () =>
      await client
        .namespace(ns)
        .judgments.get(name)
        .update({ thresholds: { [threshold]: value } }),
    {
      concerns: [
        ['judgment', ns, name],
        ['calibration', ns, name],
        ['count', ns],
        ['documents', ns],
        ['judgments', ns],
      ],
      done: 'The threshold holds for every answer at once; no version was made and nothing is judged anew.',
    },
  );
  const isOther = now !== undefined && from === null;
  const { flagged, enter, leave } = flipOf(name, from, settled);
  return (
    <Paper withBorder p="md" component="section" aria-label="Set a threshold">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Set a threshold
        </Title>
        <Group align="flex-end">
          <TextInput label="Name" value={threshold} onChange={(event) => setThreshold(event.currentTarget.value)} />
          <TextInput
            label="True from p"
            type="number"
            min={0}
            max={1}
            step={0.01}
            value={value}
            onChange={(event) => setValue(Number(event.currentTarget.value))}
          />
          <Button
            loading={save.isPending}
            disabled={threshold === '' || value === from || isOther}
            onClick={() => save.mutate()}
          >
            Save
          </Button>
        </Group>
        {isOther && <Text size="sm">{threshold} is not on p: it is changed by the API.</Text>}
        <Facts
          facts={[
            ['Flagged of all answers', <Count ns={ns} filter={flagged} />],
            ['Would enter', <Count ns={ns} filter={enter} />],
            ['Would leave', <Count ns={ns} filter={leave} />],
          ]}
        />
        <Recommended ns={ns} name={name} threshold={threshold} onTake={setValue} />
        {save.error !== null && <Refusal error={save.error} />}
      </Stack>
    </Paper>
  );
}

/** The exact count of documents that a filter finds, leading to them; none without a filter. */
function Count({ ns, filter }: { ns: string; filter: Filter | null }) {
  const counted = useQuery({
    queryKey: ['count', ns, JSON.stringify(filter)],
    queryFn: async () =>
      (await client.namespace(ns).query({ filter: filter ?? {}, limit: 1, count: true, include: [] })).count ?? null,
    enabled: filter !== null,
    placeholderData: (before) => before,
  });
  if (filter === null) return <>0</>;
  if (counted.error) return <>not counted</>;
  return <AppLink to={addresses.documents(ns, filter)}>{countText(counted.data)}</AppLink>;
}
