import { Text } from '@mantine/core';
import type { JudgmentProps } from '../../element/judgment-props';
import { useStarters } from '../../element/use-starters';
import { suggestedBy } from './suggested-by';

/** Where an outcome setting comes from that nobody may have typed. */
export function OutcomeOrigin({ judgment }: Pick<JudgmentProps, 'judgment'>) {
  const starters = useStarters();
  const starter = suggestedBy(judgment, starters.data ?? []);
  if (starter === undefined) return null;
  return (
    <Text size="sm" role="note">
      The starter “{starter.title}” suggests this setting. A judgment that an earlier version of the service made from
      it has it without anybody having sent it: with “implicit”, an answer that nobody gives an outcome becomes a “no”
      after that time, and fits read it. An empty text takes the setting away.
    </Text>
  );
}
