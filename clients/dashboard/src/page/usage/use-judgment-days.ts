import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';

/** Judgments that a picture tells apart; the others are one part. */
const mostNames = 4;
/** Definitions whose days are read for them. */
const mostPlaces = 12;

export interface JudgmentDays {
  names: string[];
  /** Spend in USD by name, then by day. */
  spend: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/**
 * What the judgments with most units of a month cost on each of its days. Billing keeps no days by judgment, so these are
 * the judgments' own figures, whose cents may differ.
 * @param units of the month by judgment, most first
 * @param days to read, today included
 */
export function useJudgmentDays(
  month: string,
  units: readonly (readonly [string, number])[],
  days: number,
): UseQueryResult<JudgmentDays> {
  const names = units.slice(0, mostNames).map(([name]) => name);
  return useQuery({
    queryKey: keys.usage.judgments(month, names, days),
    queryFn: async () => {
      const places: { namespace: string; name: string }[] = [];
      for await (const place of client.organization.judgments({ limit: 100 })) {
        if (names.includes(place.name)) places.push(place);
        if (places.length === mostPlaces) break;
      }
      const spend = new Map(names.map((name) => [name, new Map<string, number>()]));
      await Promise.all(
        places.map(async ({ namespace, name }) => {
          const figures = await client.namespace(namespace).judgments.get(name).stats({ days });
          const byDay = spend.get(name);
          for (const { day, spend_usd: usd } of figures.days) byDay?.set(day, (byDay.get(day) ?? 0) + usd);
        }),
      );
      return { names, spend };
    },
    enabled: names.length > 0,
    staleTime: 60_000,
  });
}
