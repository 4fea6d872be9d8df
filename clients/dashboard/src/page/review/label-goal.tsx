import { Group, Progress, Stack, Text } from '@mantine/core';
import { addresses } from '../../address/address';
import { AppLink } from '../../element/app-link';
import { goalText, nextGoal, reachedGoals } from './goal';

/** How far the labels of a judgment are from what the next ones make possible, and the ways to what is possible now. */
export function LabelGoal({ ns, name, labels }: { ns: string; name: string; labels: number }) {
  const next = nextGoal(labels);
  // The last one of each tab says most.
  const reached = reachedGoals(labels).filter(({ tab }, at, all) => !all.slice(at + 1).some((one) => one.tab === tab));
  return (
    <Stack gap={4} component="section" aria-label="Labels so far">
      {next && <Progress value={(100 * labels) / next.least} aria-label={`Labels of ${next.least}`} maw={480} />}
      <Group gap="sm">
        <Text size="sm" role="status">
          {goalText(labels)}
        </Text>
        {reached.map(({ tab, link }) => (
          <Text size="sm" key={tab}>
            <AppLink to={addresses.judgment(ns, name, tab)}>{link}</AppLink>
          </Text>
        ))}
      </Group>
    </Stack>
  );
}
