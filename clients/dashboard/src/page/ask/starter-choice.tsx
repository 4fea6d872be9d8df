import { Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Suited } from './suited';

/** Starters that are shown before one asks for more. */
const shownAtFirst = 5;

/** The starters that suit the documents best, each with the reason, and the question of one's own. */
export function StarterChoice({
  suited,
  chosen,
  onChoose,
}: {
  suited: readonly Suited[];
  /** Id of the starter; empty for an own question. */
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = suited.filter(({ starter: { id } }, place) => isWhole || place < shownAtFirst || id === chosen);
  return (
    <Stack gap="xs">
      <Radio.Group label="What do you want to know?" value={chosen} onChange={onChoose}>
        <Stack gap="xs" mt="xs">
          <Radio value="" label="My own question" description="Yes or no, one of several options, or a score." />
          {shown.map(({ starter: { id, title, summary }, reason }) => (
            <Radio key={id} value={id} label={title} description={`${summary} ${reason}`} />
          ))}
        </Stack>
      </Radio.Group>
      {shown.length < suited.length && (
        <Text size="sm">
          <Button size="compact-xs" variant="default" onClick={() => setWhole(true)}>
            Show all {suited.length} starters
          </Button>
        </Text>
      )}
    </Stack>
  );
}
