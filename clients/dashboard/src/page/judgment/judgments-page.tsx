import { Group, Text } from '@mantine/core';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { BuiltInBanner } from '../../element/built-in-banner';
import { Loaded } from '../../element/loading/loaded';
import { More, usePages } from '../../element/loading/more';
import { Page } from '../../element/page';
import { Refusal } from '../../element/loading/refusal';
import { useJudgments } from '../../element/hook/use-judgments';
import { useVerdicts } from '../../element/hook/use-verdicts';
import { usePlace } from '../../element/hook/use-place';
import { WideTable } from '../../element/table/wide-table';
import { useMayChange } from '../../sign-in/session';
import { dayWords } from '../../format/day-words';
import { modelText } from '../../format/engine-words';
import { countText, usdText } from '../../format/number';
import { chainOf, chainText, standingText } from '../template/chain';
import { useTemplateNames } from '../template/use-template-names';

/** Judgments of a namespace with what today cost, those that it inherits included; of every scope before one is chosen. */
export function JudgmentsPage() {
  const ns = usePlace().value('ns');
  return ns === '' ? <EveryScope /> : <List ns={ns} />;
}

function List({ ns }: { ns: string }) {
  const mayChange = useMayChange();
  const judgments = useJudgments(ns);
  const names = useTemplateNames(ns);
  const verdicts = useVerdicts(ns);
  return (
    <Page
      title={`Judgments of ${ns}`}
      side={
        mayChange && (
          <Group gap="md">
            <AppLink to={addresses.ask(ns)}>Ask a question</AppLink>
            <AppLink to={addresses.editor(ns)}>New judgment</AppLink>
          </Group>
        )
      }
    >
      {names.error && <Refusal error={names.error} />}
      {verdicts.error && <Refusal error={verdicts.error} />}
      <Loaded query={judgments}>
        {(rows) => (
          <>
            <BuiltInBanner answers={rows} title="The built-in engine answers for judgments on this page" />
            <WideTable
              name="Judgments"
              rows={rows.map((row) => ({ ...row, chain: chainOf(ns, row, names.data ?? new Map()) }))}
              rowKey={({ name }) => name}
              empty={
                <>
                  No judgments yet.{' '}
                  {mayChange && (
                    <>
                      <AppLink to={addresses.ask(ns)}>Ask the first question</AppLink>, from a starter or your own.
                    </>
                  )}
                </>
              }
              columns={[
                { title: 'Name', cell: ({ name }) => <AppLink to={addresses.judgment(ns, name)}>{name}</AppLink> },
                { title: 'Question', cell: ({ definition }) => <div className="words">{definition.question}</div> },
                { title: 'Type', cell: ({ definition }) => definition.type },
                {
                  title: 'Accuracy',
                  cell: ({ name }) => <div className="words">{verdicts.data?.get(name)?.sentence ?? '–'}</div>,
                },
                { title: 'Version', cell: ({ active_version: version }) => version },
                { title: 'Engine', cell: (row) => modelText(row.definition.engine, row) },
                {
                  title: 'From',
                  cell: ({ chain, overrides }) => (
                    <>
                      {chain.length > 1 && <div>{chainText(chain)}</div>}
                      <Text size="xs" c="dimmed">
                        {standingText(chain, overrides)}
                      </Text>
                    </>
                  ),
                },
                { title: 'Freshness', cell: ({ freshness }) => freshness.policy.replace('_', ' ') },
                { title: 'Evaluations today', cell: ({ stats }) => countText(stats.evaluations) },
                { title: 'Errors', cell: ({ stats }) => dayWords(stats).errors },
                { title: 'Lag (p90)', cell: ({ stats }) => dayWords(stats).lag },
                { title: 'Spend today', cell: ({ stats }) => usdText(stats.spend_usd) },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The judgments of every namespace and template, each at the place where it is defined. */
function EveryScope() {
  const list = usePages(keys.judgments.everyScope, () => client.organization.judgments());
  return (
    <Page title="Judgments">
      <Loaded query={list}>
        {(pages) => (
          <>
            <BuiltInBanner
              answers={pages.flatMap(({ judgments }) => judgments)}
              title="The built-in engine answers for judgments on this page"
            />
            <WideTable
              name="Judgments"
              rows={pages.flatMap(({ judgments }) => judgments)}
              rowKey={({ namespace, name }) => `${namespace} ${name}`}
              empty={
                <>
                  No judgments yet. Select a namespace at the top, or{' '}
                  <AppLink to="/namespaces">see all namespaces</AppLink>.
                </>
              }
              columns={[
                {
                  title: 'Name',
                  cell: ({ namespace, name }) => <AppLink to={addresses.judgment(namespace, name)}>{name}</AppLink>,
                },
                {
                  title: 'Defined in',
                  cell: ({ namespace }) => <AppLink to={addresses.judgments(namespace)}>{namespace}</AppLink>,
                },
                { title: 'Question', cell: ({ question }) => <div className="words">{question}</div> },
                { title: 'Type', cell: ({ type }) => type },
                { title: 'Version', cell: ({ active_version: version }) => version },
                { title: 'Engine', cell: (row) => (row.engine === undefined ? '–' : modelText(row.engine, row)) },
                { title: 'Evaluations today', cell: ({ stats }) => countText(stats.evaluations) },
                { title: 'Errors', cell: ({ stats }) => dayWords(stats).errors },
                { title: 'Spend today', cell: ({ stats }) => usdText(stats.spend_usd) },
              ]}
            />
          </>
        )}
      </Loaded>
      <More list={list} />
    </Page>
  );
}
