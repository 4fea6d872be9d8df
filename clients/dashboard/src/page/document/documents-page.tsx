import { Alert, Checkbox, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { AppLink } from '../../element/app-link';
import { ChooseNamespace } from '../../element/choose-namespace';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/more';
import { Page } from '../../element/page';
import { useJudgments } from '../../element/use-judgments';
import { usePlace } from '../../element/use-place';
import { nextReadMs } from '../../live/next-read';
import { WideTable, type Column } from '../../element/wide-table';
import { columnsOf, orderOf, type Document } from './column';
import { AnswerCell } from './answer-cell';
import { FilterBar } from './filter-bar';
import { readFilter } from '../../filter/filter';
import { countText } from '../../format/number';

/** Documents of a namespace by filter, with their answers. Filter and order stand in the address. */
export function DocumentsPage() {
  const ns = usePlace().value('ns');
  if (ns === '') return <ChooseNamespace title="Documents" />;
  return <Documents key={ns} ns={ns} />;
}

function Documents({ ns }: { ns: string }) {
  const place = usePlace();
  const [filterText, order] = [place.value('filter'), place.value('order')];
  const isCounted = place.value('count') === '1';
  const judgments = useJudgments(ns);
  const filter = readFilter(filterText);
  const list = usePages(
    ['documents', ns, filterText, order],
    () =>
      client.namespace(ns).query({
        filter,
        order_by: orderOf(order),
        limit: 25,
        include: ['attributes', 'answers'],
      }),
    { refetchMs: (pages, readAtMs) => nextReadMs(pages.flatMap(answersOf), readAtMs) },
  );
  const counted = useQuery({
    queryKey: ['count', ns, filterText],
    queryFn: async () =>
      (await client.namespace(ns).query({ filter, limit: 1, count: true, include: [] })).count ?? null,
    enabled: isCounted,
  });
  const names = (judgments.data ?? []).map(({ name }) => name);
  return (
    <Page title={`Documents of ${ns}`}>
      <FilterBar text={filterText} names={names} onChange={(filter) => place.set({ filter })} />
      <Group align="flex-end">
        <Select
          label="Order"
          size="xs"
          clearable
          placeholder="as stored"
          value={order === '' ? null : order}
          data={names.flatMap((name) => [
            { value: `answers.${name}.p:desc`, label: `${name}, high first` },
            { value: `answers.${name}.p:asc`, label: `${name}, low first` },
          ])}
          onChange={(value) => place.set({ order: value ?? undefined })}
        />
        <Checkbox
          label="Count all"
          checked={isCounted}
          onChange={(event) => place.set({ count: event.currentTarget.checked ? '1' : undefined })}
        />
      </Group>
      <Loaded query={list}>
        {(pages) => {
          const rows = pages.flatMap(({ documents }) => documents);
          const { attributes, answers } = columnsOf(rows);
          const thresholds = new Map((judgments.data ?? []).map((judgment) => [judgment.name, judgment.thresholds]));
          const columns: Column<Document>[] = [
            { title: 'Id', cell: ({ id }) => <AppLink to={addresses.document(ns, id)}>{id}</AppLink> },
            ...attributes.map((name) => ({ title: name, cell: (row: Document) => attributeText(row, name) })),
            ...answers.map((name) => ({
              title: name,
              cell: (row: Document) => <AnswerCell answer={row.answers?.[name]} thresholds={thresholds.get(name)} />,
            })),
            { title: 'Changed', cell: ({ updated_at: at }) => <Moment at={at} /> },
          ];
          return (
            <>
              <Text size="sm" c="dimmed" role="status">
                {isCounted && `${counted.error ? 'not counted' : countText(counted.data)} documents, `}
                {rows.length} shown, {pages.reduce((sum, page) => sum + page.stale_count, 0)} of them with an answer
                that is not fresh
              </Text>
              <WideTable
                name="Documents"
                rows={rows}
                rowKey={({ id }) => id}
                columns={columns}
                empty={<NoDocument ns={ns} isFiltered={filterText !== ''} />}
              />
            </>
          );
        }}
      </Loaded>
      <More list={list} />
    </Page>
  );
}

function answersOf({ documents }: { documents: readonly Document[] }) {
  return documents.flatMap(({ answers }) => Object.values(answers ?? {}));
}

function attributeText({ attributes }: Document, name: string): string {
  const value = attributes?.[name];
  return Array.isArray(value) ? value.join(', ') : String(value ?? '–');
}

function NoDocument({ ns, isFiltered }: { ns: string; isFiltered: boolean }) {
  if (isFiltered) return <>No document passes the filter.</>;
  return (
    <Alert role="note" color="gray">
      {ns} holds no document. Write one: POST /v1/namespaces/…/documents.
    </Alert>
  );
}
