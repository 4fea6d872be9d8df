import type { Schema } from '@app/sdk/client';
import { Select, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { addresses, addressOf } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Ask } from '../../element/ask';
import { ChooseNamespace } from '../../element/choose-namespace';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loading/loaded';
import { useNow } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { Page } from '../../element/page';
import { useChange } from '../../element/hook/use-change';
import { usePlace } from '../../element/hook/use-place';
import { WideTable } from '../../element/table/wide-table';
import { countedText, countText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';
import { aggregateText, keyText, lagText, numberText, sortedBy } from './group-words';

const everyMs = 10_000;
/** Rows of one page: enough to order by an aggregate, which the service does not. */
const rowsAPage = 200;

/** The values of a group, key by key. The order stands in the address. */
export function GroupPage() {
  const place = usePlace();
  const [ns, name] = [place.value('ns'), place.value('name')];
  if (ns === '' || name === '') return <ChooseNamespace title="Group" />;
  return <Group key={`${ns} ${name}`} ns={ns} name={name} />;
}

function Group({ ns, name }: { ns: string; name: string }) {
  const place = usePlace();
  const order = place.value('order') || 'key';
  const mayChange = useMayChange();
  const served = order === 'documents' ? 'documents' : 'key';
  const list = usePages(
    keys.group.values(ns, name, served),
    () => client.namespace(ns).groups.values(name, { limit: rowsAPage, order: served }),
    { refetchMs: everyMs },
  );
  return (
    <Page title={`Group ${name}`}>
      <Loaded query={list}>
        {(pages) => {
          const [group] = pages;
          if (!group) return null;
          const names = Object.keys(group.aggregates);
          const [by, direction] = order.split(':');
          const rows = pages.flatMap(({ values }) => values);
          const shown = direction ? sortedBy(rows, by, direction === 'asc' ? 'asc' : 'desc') : rows;
          return (
            <>
              <About group={group} />
              <Select
                label="Order"
                allowDeselect={false}
                maw={320}
                value={order}
                data={[
                  { value: 'key', label: 'by key' },
                  { value: 'documents', label: 'most documents first' },
                  ...names.flatMap((each) => [
                    { value: `${each}:desc`, label: `${each}, high first` },
                    { value: `${each}:asc`, label: `${each}, low first` },
                  ]),
                ]}
                onChange={(next) => place.set({ order: next ?? undefined })}
              />
              {direction && list.hasNextPage && (
                <Text size="sm" c="dimmed">
                  Ordered among the {countedText(rows.length, 'key')} shown.
                </Text>
              )}
              <WideTable
                name="Values"
                rows={shown}
                rowKey={(row) => `${typeof row.key} ${keyText(row)}`}
                empty={
                  ns.endsWith('/*')
                    ? 'A prefix has no values of its own: see the namespaces under it.'
                    : 'No documents have this key yet.'
                }
                columns={[
                  { title: 'Key', cell: (row) => <Key ns={ns} attribute={group.key} row={row} /> },
                  { title: 'Documents', cell: ({ documents }) => countText(documents) },
                  { title: 'With a stale answer', cell: ({ stale }) => countText(stale) },
                  ...names.map((each) => ({
                    title: each,
                    cell: ({ aggregates }: Schema<'GroupValue'>) => numberText(aggregates[each]),
                  })),
                ]}
              />
              <More list={list} />
              {mayChange && <Remove ns={ns} name={name} />}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function About({ group }: { group: Schema<'GroupValues'> }) {
  const now = useNow(1_000);
  return (
    <>
      <Facts
        facts={[
          ['Key', group.key],
          ['Behind', lagText(group, now)],
          ['Defined in', group.template ?? 'here'],
          ...Object.entries(group.aggregates).map(([name, aggregate]) => [name, aggregateText(aggregate)] as const),
        ]}
      />
      <Text size="sm" c="dimmed">
        Stale answers count with their last value. Keys beyond the limit of a group share one row.
      </Text>
    </>
  );
}

/** The key, leading to its documents. */
function Key({ ns, attribute, row }: { ns: string; attribute: string; row: Schema<'GroupValue'> }) {
  if (row.overflow === true) return <>{keyText(row)}</>;
  return <AppLink to={addresses.documents(ns, { [attribute]: { eq: row.key } })}>{keyText(row)}</AppLink>;
}

function Remove({ ns, name }: { ns: string; name: string }) {
  const [, go] = useLocation();
  const remove = useChange(
    async () => {
      await client.namespace(ns).groups.delete(name);
      go(addressOf('/groups', { ns }));
    },
    { concerns: [keys.groups.in(ns)], done: 'Group deleted.' },
  );
  return (
    <div>
      <Ask
        words="Delete group"
        change={remove}
        question={<Text>Its aggregates are deleted. Documents are kept.</Text>}
      />
    </div>
  );
}
