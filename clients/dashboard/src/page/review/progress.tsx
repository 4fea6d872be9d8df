import type { Schema } from '@app/sdk/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { useNow } from '../../element/moment';
import { rateText } from './goal';
import { LabelGoal } from './label-goal';
import type { Review } from './review';

/** How far a person is: labels, rate, and what the next labels make possible. */
export function Progress({
  ns,
  definition: { name },
  review,
}: {
  ns: string;
  definition: Schema<'JudgmentDefinition'>;
  review: Review;
}) {
  const now = useNow();
  const done = review.sent + review.outbox.length;
  const [sinceMs, setSince] = useState<number | null>(null);
  useEffect(() => {
    if (done > 0) setSince((before) => before ?? Date.now());
  }, [done]);
  const before = useQuery({
    queryKey: keys.review.labelsBefore(ns, name),
    queryFn: async () => (await client.namespace(ns).judgments.get(name).calibration()).labels.used,
    // Read once while the page is open: the labels of this page are counted on top of it.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <>
      {before.data !== undefined && <LabelGoal ns={ns} name={name} labels={before.data + done} />}
      <Text size="sm" c="dimmed" role="status">
        {review.sent} sent, {review.outbox.length} waiting, {review.skipped} skipped
        {rateText(done, sinceMs === null ? 0 : now - sinceMs)}
      </Text>
    </>
  );
}
