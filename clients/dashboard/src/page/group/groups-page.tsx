import { useQuery } from '@tanstack/react-query';
import { addressOf } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Chip } from '../../element/chip';
import { ChooseNamespace } from '../../element/choose-namespace';
import { Loaded } from '../../element/loading/loaded';
import { useNow } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { Page } from '../../element/page';
import { usePlace } from '../../element/hook/use-place';
import { WideTable } from '../../element/table/wide-table';
import type { Filter } from '../../filter/filter';
import { countText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';
import { aggregateText, lagText } from './group-words';
import { NewGroup } from './new-group';
import { Summary } from './summary';

/** Between reads: a group follows the writes by itself, without an event. */
const everyMs = 10_000;

/** The groups of a namespace or prefix, and the summary of a prefix. */
export function GroupsPage() {
  const ns = usePlace().value('ns');
  if (ns === '') return <ChooseNamespace title="Groups" />;
  return <Groups key={ns} ns={ns} />;
}

function Groups({ ns }: { ns: string }) {
  const mayChange = useMayChange();
  const isPrefix = ns.endsWith('/*');
  const now = useNow(1_000);
  const list = usePages(keys.groups.in(ns), () => client.namespace(ns).groups.list(), { refetchMs: everyMs });
  return (
    <Page title={`Groups of ${ns}`}>
      <Loaded query={list}>
        {(pages) => (
          <WideTable
            name="Groups"
            rows={pages.flatMap(({ groups }) => groups)}
            rowKey={({ name }) => name}
            empty="No groups yet. A group keeps aggregates of documents by the value of one attribute."
            columns={[
              {
                title: 'Name',
                cell: ({ name }) => <AppLink to={addressOf('/group', { ns, name })}>{name}</AppLink>,
              },
              { title: 'Key', cell: ({ key }) => key },
              {
                title: 'Documents',
                cell: ({ key }) => (isPrefix ? 'per namespace' : <Documents ns={ns} attribute={key} />),
              },
              {
                title: 'Aggregates',
                cell: ({ aggregates }) =>
                  Object.entries(aggregates)
                    .map(([name, aggregate]) => `${name}: ${aggregateText(aggregate)}`)
                    .join('; '),
              },
              {
                title: 'Status',
                cell: ({ status }) => <Chip status={status} tone={status === 'ready' ? 'good' : 'warn'} />,
              },
              { title: 'Behind', cell: (group) => lagText(group, now) },
              { title: 'Defined in', cell: ({ template }) => template ?? 'here' },
            ]}
          />
        )}
      </Loaded>
      <More list={list} />
      {isPrefix && <Summary ns={ns} />}
      {mayChange && <NewGroup ns={ns} />}
    </Page>
  );
}

/** How many documents have the key: those without it are in no row of the group. */
function Documents({ ns, attribute }: { ns: string; attribute: string }) {
  const counted = useQuery({
    queryKey: keys.count.withAttribute(ns, attribute),
    queryFn: async () => {
      const filter = { [attribute]: { exists: true } } as Filter;
      return (await client.namespace(ns).query({ filter, limit: 1, count: true, include: [] })).count ?? null;
    },
  });
  return <>{counted.error ? 'not counted' : countText(counted.data)}</>;
}
