import { Breadcrumbs, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Boundary } from '../../element/loading/boundary';
import { CopyAs } from '../../element/file/copy-as';
import { CopyCommand } from '../../element/file/copy-command';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { Page } from '../../element/page';
import { usePlace } from '../../element/hook/use-place';
import { WideTable } from '../../element/table/wide-table';
import { countText } from '../../format/number';
import { slugOf } from '../../format/slug';
import { useMayChange, useSession } from '../../sign-in/session';
import { belowLevel, levelOf } from './level';
import { Namespace } from './namespace';
import { NewNamespace } from './new-namespace';

/** A row of the tree: a prefix that leads deeper, or a namespace. */
interface Row {
  name: string;
  isPrefix: boolean;
  /** Namespaces below a prefix. */
  count: number | null;
  template: string | null;
  madeAt: string | null;
}

/** Namespaces as a tree by their slashes, and the one that is chosen. */
export function NamespacesPage() {
  const place = usePlace();
  const mayChange = useMayChange();
  const typed = place.value('prefix');
  const [prefix] = useDebouncedValue(typed, 300);
  const chosen = place.value('show');
  const { level, steps } = levelOf(typed);
  const query = { delimiter: '/' as const, ...(prefix && { prefix }) };
  const list = usePages(keys.namespaces.tree(prefix), () => client.namespaces.list(query));
  return (
    <Page
      title="Namespaces"
      side={
        <CopyAs
          method="GET"
          path={`/namespaces?${new URLSearchParams(query).toString()}`}
          sdk={`client.namespaces.list(${JSON.stringify(query)})`}
          cli={`judgment api GET '/namespaces?${new URLSearchParams(query).toString()}'`}
        />
      }
    >
      {chosen !== '' && (
        <Boundary>
          <Namespace key={chosen} name={chosen} />
        </Boundary>
      )}
      <TextInput
        label="Filter by prefix"
        value={typed}
        onChange={(event) => place.set({ prefix: event.currentTarget.value })}
      />
      <Breadcrumbs style={{ flexWrap: 'wrap' }}>
        <AppLink to={addresses.namespaces()}>all</AppLink>
        {steps.map((step) => (
          <AppLink key={step.prefix} to={addresses.namespaces(step.prefix)}>
            {step.words}
          </AppLink>
        ))}
      </Breadcrumbs>
      <Loaded query={list}>
        {(pages) => (
          <WideTable
            name="Namespaces"
            rows={pages.flatMap(rowsOf)}
            rowKey={({ name }) => name}
            empty={prefix === '' ? <NoNamespace /> : 'No namespaces with this prefix.'}
            columns={[
              {
                title: 'Name',
                cell: ({ name, isPrefix }) => (
                  <AppLink to={isPrefix ? addresses.namespaces(name) : addresses.namespace(name)}>
                    {belowLevel(name, level)}
                  </AppLink>
                ),
              },
              { title: 'Namespaces', cell: ({ count }) => (count === 1_000 ? '1,000 or more' : countText(count)) },
              {
                title: 'Documents',
                cell: ({ name, isPrefix }) => !isPrefix && <AppLink to={addresses.documents(name)}>documents</AppLink>,
              },
              {
                title: 'Judgments',
                cell: ({ name, template }) => <AppLink to={addresses.judgments(template ?? name)}>judgments</AppLink>,
              },
              { title: 'Created', cell: ({ madeAt }) => <Moment at={madeAt} /> },
            ]}
          />
        )}
      </Loaded>
      <More list={list} />
      {mayChange && <NewNamespace />}
    </Page>
  );
}

function rowsOf({
  namespaces,
  prefixes = [],
}: {
  namespaces: readonly { name: string; created_at: string }[];
  prefixes?: readonly { prefix: string; namespaces: number; template: string }[];
}): Row[] {
  return [
    ...prefixes.map(({ prefix, namespaces: count, template }) => ({
      name: prefix,
      isPrefix: true,
      count,
      template,
      madeAt: null,
    })),
    ...namespaces.map(({ name, created_at: madeAt }) => ({
      name,
      isPrefix: false,
      count: null,
      template: null,
      madeAt,
    })),
  ];
}

function NoNamespace() {
  const { organization } = useSession();
  const mayChange = useMayChange();
  return (
    <>
      No namespaces yet.{' '}
      {mayChange ? (
        <>
          <AppLink to={addresses.import()}>Import a file</AppLink>, create one below, or use the command line:
        </>
      ) : (
        'Owners and admins create them, also from the command line:'
      )}
      <CopyCommand command={`judgment import documents.csv -n ${slugOf(organization.name)}/first --id id`} />
    </>
  );
}
