import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Late } from '../../element/loading/late';
import { later } from '../../element/loading/later';

const Sparked = later('Sparked', () => import('../../element/chart/sparked'));

/** The days that the line shows, today included; today goes on, so that it is read again after a while. */
const [days, staleMs] = [30, 300_000];

/** A judgment's answers by day. */
export function Spark({ namespace, name }: { namespace: string; name: string }) {
  const stats = useQuery({
    queryKey: keys.stats.of(namespace, name, days),
    queryFn: async () => await client.namespace(namespace).judgments.get(name).stats({ days }),
    staleTime: staleMs,
  });
  if (stats.data === undefined) return <>{stats.error ? '–' : ''}</>;
  return (
    <Late meanwhile={null}>
      <Sparked days={stats.data.days} />
    </Late>
  );
}
