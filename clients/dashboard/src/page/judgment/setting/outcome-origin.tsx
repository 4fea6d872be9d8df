import { Text } from '@mantine/core';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import { useStarters } from '../../../element/hook/use-starters';
import { suggestedBy } from './suggested-by';

/** Where an outcome setting comes from that nobody may have typed. */
export function OutcomeOrigin({ judgment }: Pick<JudgmentProps, 'judgment'>) {
  const starters = useStarters();
  const starter = suggestedBy(judgment, starters.data ?? []);
  if (starter === undefined) return null;
  return (
    <Text size="sm" role="note">
      The starter “{starter.title}” suggests this setting, and judgments that an earlier version of the service created
      from it have it. With “implicit”, an answer without an outcome counts as “no” after that time, and fits use it.
      Save an empty text to remove the setting.
    </Text>
  );
}
