import type { Schema } from '@app/sdk/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { useNow } from '../../element/moment';
import { goalText, rateText } from './goal';
import type { Review } from './review';

/** The filter of a report that leaves out no label. */
const everyLabel = {};

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
  const report = useQuery({
    queryKey: keys.calibration.by(ns, name, everyLabel),
    queryFn: async () => await client.namespace(ns).judgments.get(name).calibration(everyLabel),
  });
  const before = report.data?.labels.count;
  return (
    <Text size="sm" c="dimmed" role="status">
      {review.sent} sent, {review.outbox.length} waiting, {review.skipped} skipped
      {rateText(done, sinceMs === null ? 0 : now - sinceMs)}. {before !== undefined && goalText(before + done)}
    </Text>
  );
}
