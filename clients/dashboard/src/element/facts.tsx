import { Paper, SimpleGrid, Text, type SimpleGridProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** A few figures under their names. */
export function Facts({
  facts,
  cols = { base: 2, sm: 3, lg: 4 },
}: {
  facts: readonly (readonly [string, ReactNode])[];
  /** Number of facts beside each other, by the width of the screen. */
  cols?: SimpleGridProps['cols'];
}) {
  return (
    <SimpleGrid cols={cols} spacing="sm">
      {facts.map(([name, value]) => (
        <Paper key={name} withBorder p="sm">
          <Text size="xs" c="dimmed">
            {name}
          </Text>
          <Text fw={600} component="div" className="wrap">
            {value}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
