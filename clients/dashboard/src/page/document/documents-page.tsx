import { Checkbox, Group, Select } from '@mantine/core';
import { addresses } from '../../address/address';
import { AppLink } from '../../element/app-link';
import { BuiltInBanner } from '../../element/built-in-banner';
import { ChooseNamespace } from '../../element/choose-namespace';
import { CopyAs } from '../../element/file/copy-as';
import { Loaded } from '../../element/loading/loaded';
import { Page } from '../../element/page';
import { useCount } from '../../element/hook/use-count';
import { useJudgments } from '../../element/hook/use-judgments';
import { usePlace } from '../../element/hook/use-place';
import { shellQuoted } from '../../format/as-code';
import { readFilter } from '../../filter/filter';
import { useMayChange } from '../../sign-in/session';
import { chosenColumns, offeredColumns, offeredOrders } from './column';
import { ColumnMenu } from './column-menu';
import { DocumentsTable } from './documents-table';
import { ExportMenu } from './export-menu';
import { FilterBar } from './filter-bar';
import { NewDocument } from './new-document';
import { queryOf, useDocuments } from './use-documents';

/** Documents of a namespace by filter, with their answers. Filter, order and columns stand in the address. */
export function DocumentsPage() {
  const ns = usePlace().value('ns');
  if (ns === '') return <ChooseNamespace title="Documents" />;
  return <Documents key={ns} ns={ns} />;
}

function Documents({ ns }: { ns: string }) {
  const place = usePlace();
  const [filterText, order] = [place.value('filter'), place.value('order')];
  const mayChange = useMayChange();
  const judgments = useJudgments(ns);
  const known = (judgments.data ?? []).map(({ name, thresholds, definition: { type } }) => ({
    name,
    type,
    thresholds,
  }));
  const filter = tryFilter(filterText);
  const list = useDocuments(ns, filterText, filter, order);
  const isCounted = place.value('count') === '1';
  const counted = useCount(ns, filterText, filter, isCounted);
  const names = known.map(({ name }) => name);
  const offered = offeredColumns(list.rows, names);
  const columns = chosenColumns(place.value('columns'), offered);
  return (
    <Page
      title={`Documents of ${ns}`}
      side={
        <CopyAs
          method="POST"
          path={`/namespaces/${encodeURIComponent(ns)}/query`}
          body={queryOf(filter, order, 100)}
          sdk={`client.namespace(${JSON.stringify(ns)}).query(${JSON.stringify(queryOf(filter, order, 100))})`}
          cli={`judgment query -n ${shellQuoted(ns)}${filter ? ` --filter ${shellQuoted(JSON.stringify(filter))}` : ''}${order && ` --order ${shellQuoted(order)}`}`}
        />
      }
    >
      <FilterBar
        key={filterText}
        ns={ns}
        text={filterText}
        judgments={known}
        onChange={(text) => place.set({ filter: text })}
      />
      <Group align="flex-end" gap="sm">
        <Select
          label="Order"
          size="xs"
          clearable
          placeholder="default"
          value={order === '' ? null : order}
          data={offeredOrders(known, offered)}
          onChange={(value) => place.set({ order: value ?? undefined })}
        />
        <ColumnMenu offered={offered} chosen={columns} onChange={(chosen) => place.set({ columns: chosen })} />
        <ExportMenu ns={ns} filter={filter} order={order} columns={columns} />
        {mayChange && <AppLink to={addresses.import(ns)}>Import a file</AppLink>}
        {mayChange && filter !== undefined && (
          <AppLink to={addresses.subscribe(ns, filter)}>Subscribe to this filter</AppLink>
        )}
        <Checkbox
          label="Count all"
          pb={6}
          checked={isCounted}
          onChange={(event) => place.set({ count: event.currentTarget.checked ? '1' : undefined })}
        />
      </Group>
      {mayChange && <NewDocument ns={ns} />}
      <Loaded query={list.query}>
        {() => (
          <>
            <BuiltInBanner answers={list.rows.flatMap(({ answers }) => Object.values(answers ?? {}))} />
            <DocumentsTable
              ns={ns}
              list={list}
              columns={columns}
              thresholds={new Map(known.map((judgment) => [judgment.name, judgment.thresholds]))}
              isFiltered={filterText !== ''}
              counted={isCounted ? counted : null}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** A filter that an address holds, as far as it can be read; the bar says what is wrong with another. */
function tryFilter(text: string) {
  try {
    return readFilter(text);
  } catch {
    return undefined;
  }
}
