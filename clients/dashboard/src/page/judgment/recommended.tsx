import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client';
import { Refusal } from '../../element/refusal';
import { countText, percentText } from '../../format/number';

/** The threshold that reaches a precision or recall on the labels, and whether it can be relied on. */
export function Recommended({
  ns,
  name,
  threshold,
  onTake,
}: {
  ns: string;
  name: string;
  threshold: string;
  onTake: (value: number) => void;
}) {
  const [target, setTarget] = useState<'precision' | 'recall'>('precision');
  const [atLeast, setAtLeast] = useState(0.9);
  const ask = useMutation({
    mutationFn: async () =>
      await client
        .namespace(ns)
        .judgments.get(name)
        .recommendation({ on: 'p', target, at_least: String(atLeast) }),
  });
  const found = ask.data;
  return (
    <>
      <Group align="flex-end">
        <Select
          label={`Find ${threshold} by`}
          data={['precision', 'recall']}
          allowDeselect={false}
          value={target}
          onChange={(next) => setTarget(next === 'recall' ? 'recall' : 'precision')}
        />
        <TextInput
          label="of at least"
          type="number"
          min={0.01}
          max={0.99}
          step={0.01}
          value={atLeast}
          onChange={(event) => setAtLeast(Number(event.currentTarget.value))}
        />
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          Find
        </Button>
      </Group>
      {ask.error && <Refusal error={ask.error} />}
      {found && (
        <Text component="div" size="sm">
          {found.threshold === null
            ? 'No threshold reaches it on these labels.'
            : `${found.threshold.toFixed(4)} flags ${percentText(found.flagged)} of ${countText(found.n)} labels; it ${
                found.holds === true ? 'holds' : 'may not hold'
              } on new documents.`}
          {found.labels_needed !== null && ` About ${countText(found.labels_needed)} more labels are needed.`}{' '}
          {found.threshold !== null && (
            <Button size="compact-xs" variant="default" onClick={() => onTake(found.threshold ?? 0)}>
              Take it
            </Button>
          )}
        </Text>
      )}
    </>
  );
}
