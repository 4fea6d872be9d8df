import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@app/sdk/client';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Loaded } from '../../element/loaded';
import { WideTable } from '../../element/wide-table';
import { dayWords } from '../../format/day-words';
import { countText, usdText } from '../../format/number';
import { Spark } from './spark';

/** Definitions that are looked at, and those that are shown. */
const [mostRead, mostShown] = [500, 10];

/** The judgments that cost most today. */
export function JudgmentsToday() {
  const judgments = useQuery({ queryKey: keys.judgments.dearest, queryFn: readDearestToday, staleTime: 30_000 });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Judgments today
      </Title>
      <Loaded query={judgments} lines={3}>
        {(rows) => (
          <WideTable
            name="Judgments today"
            rows={rows}
            rowKey={({ namespace, name }) => `${namespace} ${name}`}
            empty="No judgments yet. Select a namespace, then create one under Judgments."
            columns={[
              {
                title: 'Judgment',
                cell: ({ namespace, name }) => <AppLink to={addresses.judgment(namespace, name)}>{name}</AppLink>,
              },
              { title: 'Namespace', cell: ({ namespace }) => namespace },
              { title: 'Spend', cell: ({ stats }) => usdText(stats.spend_usd) },
              { title: 'Answers', cell: ({ stats }) => countText(stats.evaluations) },
              { title: 'Unanswered', cell: ({ stats }) => dayWords(stats).errors },
              {
                title: 'Answers (30 days)',
                cell: ({ namespace, name }) => <Spark namespace={namespace} name={name} />,
              },
              { title: 'Lag (p90)', cell: ({ stats }) => dayWords(stats).lag },
            ]}
          />
        )}
      </Loaded>
    </Stack>
  );
}

async function readDearestToday(): Promise<Schema<'PlacedJudgment'>[]> {
  const all: Schema<'PlacedJudgment'>[] = [];
  for await (const judgment of client.organization.judgments({ limit: 100 })) {
    if (all.push(judgment) === mostRead) break;
  }
  return all.sort((a, b) => b.stats.spend_usd - a.stats.spend_usd).slice(0, mostShown);
}
