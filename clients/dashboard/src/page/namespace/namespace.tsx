import type { Schema } from '@app/sdk/client';
import { Paper, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loading/loaded';
import { WideTable } from '../../element/table/wide-table';
import { lagText } from '../../format/day-words';
import { bytesText, countText, usdText } from '../../format/number';
import { lengthOf } from '../../format/time';
import { useMayChange } from '../../sign-in/session';
import { Subscriptions } from '../subscription/subscriptions';
import { Budget } from './budget';
import { DangerZone } from './danger-zone';
import { NamespaceJudgments } from './namespace-judgments';
import { NamespaceSettings } from './namespace-settings';

/** One namespace: its figures, budget, what waits, its judgments, subscriptions and settings, and the way to delete it. */
export function Namespace({ name }: { name: string }) {
  const mayChange = useMayChange();
  const namespace = useQuery({
    queryKey: keys.namespace.of(name),
    queryFn: async () => await client.namespace(name).read(),
  });
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="sm">
        <Title order={2} size="h4" className="wrap">
          {name}
        </Title>
        {mayChange && namespace.data && !namespace.data.deleting && (
          <AppLink to={addresses.import(name)}>Import a file</AppLink>
        )}
        <Loaded query={namespace}>
          {(view) => (
            <>
              <Figures view={view} />
              {mayChange && !view.deleting && <Budget view={view} />}
            </>
          )}
        </Loaded>
        <Pending name={name} />
        <NamespaceJudgments name={name} />
        <Subscriptions ns={name} />
        {mayChange && namespace.data && !namespace.data.deleting && (
          <NamespaceSettings key={settingsOf(namespace.data)} view={namespace.data} />
        )}
        {mayChange && <DangerZone name={name} documents={namespace.data?.stats.documents ?? null} />}
      </Stack>
    </Paper>
  );
}

/** What the form of the settings begins with: another state begins it anew. */
function settingsOf({ default_engine: engine, pinned, fanout }: Schema<'NamespaceView'>): string {
  return JSON.stringify([engine, pinned, fanout]);
}

function Figures({ view }: { view: Schema<'NamespaceView'> }) {
  const { name, stats, budget, budget_paused: isPaused, pinned, default_engine: engine, fanout } = view;
  return (
    <Facts
      facts={[
        ['Documents', <AppLink to={addresses.documents(name)}>{countText(stats.documents)}</AppLink>],
        ['Size', bytesText(stats.bytes)],
        ['Freshness lag (p90)', lagText(stats.freshness_lag_p90_ms)],
        ['Spend this month', usdText(stats.spend_month_usd)],
        ['Monthly budget', budget === null ? 'none' : usdText(budget.compute_usd_per_month)],
        ['Judging', isPaused ? 'Paused: the budget is used up' : 'Active'],
        ['Default engine', engine === null ? 'service default' : `${engine.name} ${engine.version}`],
        ['Pinned', pinned ? 'yes' : 'no'],
        ['Fan-out', fanout.enabled ? `up to ${countText(fanout.rolling_limit)} per 24 h` : 'off'],
        ['Jobs', <AppLink to="/jobs">show</AppLink>],
      ]}
    />
  );
}

const reasons: Readonly<Record<string, string>> = {
  on_read: 'requested by a read',
  on_change: 'the document changed',
  backfill: 'backfill',
  fanout: 'a related document changed',
  scoring: 'scoring of an alternative',
  deferred: 'deferred: too many changes at once',
};

function Pending({ name }: { name: string }) {
  const pending = useQuery({
    queryKey: keys.namespace.pending(name),
    queryFn: async () => await client.namespace(name).pending(),
    refetchInterval: 10_000,
  });
  return (
    <Loaded query={pending} lines={1}>
      {({ pending: rows, paused: isPaused }) => (
        <WideTable
          name="Queue"
          rows={rows}
          rowKey={({ reason }) => reason}
          empty={isPaused ? 'Judging is paused: nothing is sent to the engine.' : 'The queue is empty.'}
          columns={[
            { title: 'Reason', cell: ({ reason }) => reasons[reason] ?? reason.replaceAll('_', ' ') },
            {
              title: 'Answers',
              cell: ({ answers }) => (answers === 10_000 ? '10,000 or more' : countText(answers)),
            },
            { title: 'Longest wait', cell: ({ oldest_s: oldest }) => lengthOf(oldest * 1_000) },
          ]}
        />
      )}
    </Loaded>
  );
}
