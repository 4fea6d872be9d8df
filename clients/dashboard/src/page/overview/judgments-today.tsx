import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@app/sdk/client';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Loaded } from '../../element/loading/loaded';
import { WideTable } from '../../element/table/wide-table';
import { dayWords } from '../../format/day-words';
import { besideText, dearestOf, qualityText, type Quality } from './quality';
import { Spark } from './spark';
import { useQualities } from './use-qualities';

type Placed = Schema<'PlacedJudgment'>;

/** Definitions that are looked at, and those that are shown. */
const [mostRead, mostShown] = [500, 10];

/** The judgments that cost most lately: what they did today and yesterday, and how right they are. */
export function JudgmentsToday() {
  const judgments = useQuery({ queryKey: keys.judgments.dearest, queryFn: readDearest, staleTime: 30_000 });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Judgments today
      </Title>
      <Loaded query={judgments} lines={3}>
        {(rows) => <JudgmentTable rows={rows} />}
      </Loaded>
    </Stack>
  );
}

function JudgmentTable({ rows }: { rows: readonly Placed[] }) {
  const qualityOf = useQualities(rows);
  return (
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
        {
          title: 'Quality',
          cell: ({ namespace, name }) => <HowRight at={{ namespace, name }} {...qualityOf(namespace, name)} />,
        },
        { title: 'Spend', cell: (row) => <Beside {...besideText(row, 'spend_usd')} /> },
        { title: 'Answers', cell: (row) => <Beside {...besideText(row, 'evaluations')} /> },
        { title: 'Unanswered', cell: ({ stats }) => dayWords(stats).errors },
        { title: 'Answers (30 days)', cell: ({ namespace, name }) => <Spark namespace={namespace} name={name} /> },
        { title: 'Lag (p90)', cell: ({ stats }) => dayWords(stats).lag },
      ]}
    />
  );
}

/** A figure of today, and below it the one of yesterday. */
function Beside({ today, yesterday }: { today: string; yesterday: string }) {
  return (
    <>
      {today}
      {yesterday !== '' && (
        <Text size="xs" c="dimmed">
          {yesterday}
        </Text>
      )}
    </>
  );
}

function HowRight({
  at: { namespace, name },
  quality,
  isRead,
}: {
  at: { namespace: string; name: string };
  quality: Quality | undefined;
  isRead: boolean;
}) {
  if (!isRead) return <>–</>;
  const { sentence, labels, isDrifted } = qualityText(quality);
  return (
    <div className="words">
      {isDrifted && 'Drift: '}
      {sentence}
      {labels !== '' && (
        <Text size="xs" c="dimmed">
          <AppLink to={addresses.judgment(namespace, name, 'calibration')}>{labels}</AppLink>
        </Text>
      )}
    </div>
  );
}

async function readDearest(): Promise<Placed[]> {
  const all: Placed[] = [];
  for await (const judgment of client.organization.judgments({ limit: 100 })) {
    if (all.push(judgment) === mostRead) break;
  }
  return dearestOf(all, mostShown);
}
