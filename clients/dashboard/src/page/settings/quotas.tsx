import type { Schema } from '@app/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Loaded } from '../../element/loading/loaded';
import { ShareBar } from '../../element/chart/share-bar';
import { WideTable } from '../../element/table/wide-table';
import { countText } from '../../format/number';

const names = [
  ['judgments', 'Judgments this month'],
  ['namespaces', 'Namespaces'],
  ['documents', 'Documents'],
  ['gib', 'Storage (GiB)'],
] as const;

/** Each limit of the plan and how much of it is used. */
export function Quotas() {
  const quotas = useQuery({ queryKey: keys.quotas.all, queryFn: async () => await client.organization.quotas() });
  return (
    <Loaded query={quotas}>
      {(view) => (
        <WideTable
          name="Plan limits"
          rows={names}
          rowKey={([member]) => member}
          empty=""
          columns={[
            { title: 'Resource', cell: ([, words]) => words },
            { title: 'Used', cell: ([member]) => countText(view[member].used) },
            { title: 'Limit', cell: ([member]) => limitText(view[member]) },
            { title: 'Share', cell: ([member]) => shareCell(view[member]) },
          ]}
        />
      )}
    </Loaded>
  );
}

function limitText({ limit }: Schema<'QuotaUse'>): string {
  return limit === null ? 'unlimited' : countText(limit);
}

function shareCell(use: Schema<'QuotaUse'>) {
  const share = shareOf(use);
  return share === null ? '–' : <ShareBar share={share} />;
}

function shareOf({ limit, used }: Schema<'QuotaUse'>): number | null {
  if (limit === null) return null;
  return limit === 0 ? 1 : Math.min(1, used / limit);
}
