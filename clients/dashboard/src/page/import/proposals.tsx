import type { Column } from '@app/file-reader';
import { Button, Group, Text } from '@mantine/core';
import { withColumn, type Plan } from './plan';

/** Columns that look like another type than text, each with a press that takes it. */
export function Proposals({
  plan,
  guesses,
  onChange,
}: {
  plan: Plan;
  guesses: ReadonlyMap<string, Column>;
  onChange: (plan: Plan) => void;
}) {
  const proposed = plan.columns.flatMap(({ name, place, type }) => {
    const guess = guesses.get(name)?.guess;
    const isPlaced = (place === 'attributes' || place === 'state') && type === 'text';
    return isPlaced && (guess === 'number' || guess === 'boolean') ? [{ name, guess }] : [];
  });
  return proposed.slice(0, 20).map(({ name, guess }) => (
    <Group key={name} gap="xs">
      <Text size="sm">
        {name} looks like {guess === 'number' ? 'numbers' : 'yes or no'}; it is imported as text, so that a code such as
        01234 keeps its zeros.
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => onChange(withColumn(plan, name, { type: guess }))}>
        Import {name} as {guess === 'number' ? 'numbers' : 'yes or no'}
      </Button>
    </Group>
  ));
}
