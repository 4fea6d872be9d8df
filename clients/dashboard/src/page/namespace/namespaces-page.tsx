import { Stack, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { AppLink } from '../../element/app-link';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/more';
import { Page } from '../../element/page';
import { usePlace } from '../../element/use-place';
import { WideTable } from '../../element/wide-table';
import { bytesText, countText, usdText } from '../../format/number';
import { lengthOf } from '../../format/time';

/** All namespaces below a prefix, and the figures of the one that is chosen. */
export function NamespacesPage() {
  const place = usePlace();
  const typed = place.value('prefix');
  const [prefix] = useDebouncedValue(typed, 300);
  const chosen = place.value('show');
  const list = usePages(['namespaces', 'list', prefix], () => client.namespaces.list(prefix === '' ? {} : { prefix }));
  return (
    <Page title="Namespaces">
      {chosen !== '' && <Namespace name={chosen} />}
      <TextInput
        label="Names that begin with"
        value={typed}
        onChange={(event) => place.set({ prefix: event.currentTarget.value })}
      />
      <Loaded query={list}>
        {(pages) => (
          <WideTable
            name="Namespaces"
            rows={pages.flatMap(({ namespaces }) => namespaces)}
            rowKey={({ name }) => name}
            empty={prefix === '' ? 'There is no namespace yet: write a document into one.' : 'No name begins so.'}
            columns={[
              {
                title: 'Name',
                cell: ({ name }) => <AppLink to={`/namespaces?show=${encodeURIComponent(name)}`}>{name}</AppLink>,
              },
              { title: 'Documents', cell: ({ name }) => <AppLink to={addresses.documents(name)}>documents</AppLink> },
              { title: 'Judgments', cell: ({ name }) => <AppLink to={addresses.judgments(name)}>judgments</AppLink> },
              { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
            ]}
          />
        )}
      </Loaded>
      <More list={list} />
    </Page>
  );
}

function Namespace({ name }: { name: string }) {
  const namespace = useQuery({
    queryKey: ['namespace', name],
    queryFn: async () => await client.namespace(name).read(),
  });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4" className="wrap">
        {name}
      </Title>
      <Loaded query={namespace}>
        {({ stats, budget, budget_paused: isPaused, pinned, default_engine: engine, fanout }) => (
          <Facts
            facts={[
              ['Documents', <AppLink to={addresses.documents(name)}>{countText(stats.documents)}</AppLink>],
              ['Judgments', <AppLink to={addresses.judgments(name)}>show</AppLink>],
              ['Size', bytesText(stats.bytes)],
              ['Freshness lag, p90', lengthOf(stats.freshness_lag_p90_ms)],
              ['Spend this month', usdText(stats.spend_month_usd)],
              ['Budget a month', budget === null ? 'none' : usdText(budget.compute_usd_per_month)],
              ['Judging', isPaused ? 'paused: the budget is used up' : 'goes on'],
              ['Default engine', engine === null ? 'of the service' : `${engine.name} ${engine.version}`],
              ['Pinned', pinned ? 'yes' : 'no'],
              ['Fan-out', fanout.enabled ? `up to ${countText(fanout.rolling_limit)} in 24 h` : 'off'],
            ]}
          />
        )}
      </Loaded>
    </Stack>
  );
}
