import type { Schema } from '@app/sdk/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';

/** What the newest reports of a namespace's judgments come to, by judgment, in one read; judgments without a fit have none. */
export function useVerdicts(ns: string): UseQueryResult<Map<string, Schema<'VerdictView'>>> {
  return useQuery({
    queryKey: keys.calibration.verdicts(ns),
    queryFn: async () => {
      const { verdicts } = await client.namespace(ns).calibration();
      return new Map(verdicts.map(({ judgment, verdict }) => [judgment, verdict]));
    },
    enabled: ns !== '',
  });
}
