import { Stack, Title } from '@mantine/core';
import { Facts } from '../../element/facts';
import { JsonTree } from '../../element/json-tree';
import { countText } from '../../format/number';
import { lengthOf } from '../../format/time';
import type { JudgmentProps } from './judgment-props';

/** When answers are made anew, and what becomes an outcome by itself. */
export function Settings({ judgment }: JudgmentProps) {
  const { freshness, outcomes, alternatives } = judgment;
  return (
    <Stack>
      <Facts
        facts={[
          ['Judged', freshness.policy.replace('_', ' ')],
          ['Waits after a change', lengthOf(freshness.debounce_ms)],
          ['At most', lengthOf(freshness.max_wait_ms)],
          ['Interval', freshness.interval ?? 'none'],
          ['Fan-out in 24 h', countText(freshness.fanout.rolling_limit)],
        ]}
      />
      <Title order={2} size="h4">
        Outcomes
      </Title>
      <JsonTree value={outcomes ?? {}} />
      <Title order={2} size="h4">
        Alternatives
      </Title>
      <JsonTree value={alternatives ?? {}} />
    </Stack>
  );
}
