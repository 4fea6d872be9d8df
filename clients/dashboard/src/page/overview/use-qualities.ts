import { useQueries } from '@tanstack/react-query';
import type { Schema } from '@app/sdk/client';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import type { Quality } from './quality';

/** What the newest reports of some judgments come to: one read for each place where any of them is defined. */
export function useQualities(
  rows: readonly Pick<Schema<'PlacedJudgment'>, 'namespace'>[],
): (namespace: string, judgment: string) => { quality: Quality | undefined; isRead: boolean } {
  const places = [...new Set(rows.map(({ namespace }) => namespace))];
  const read = useQueries({
    queries: places.map((ns) => ({
      queryKey: keys.calibration.qualities(ns),
      queryFn: async () => (await client.namespace(ns).calibration()).verdicts,
      staleTime: 60_000,
    })),
  });
  return (namespace, judgment) => {
    const verdicts = read[places.indexOf(namespace)]?.data;
    return { quality: verdicts?.find((one) => one.judgment === judgment), isRead: verdicts !== undefined };
  };
}
