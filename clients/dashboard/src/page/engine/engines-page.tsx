import type { Schema } from '@app/sdk/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Chip } from '../../element/chip';
import { CopyAs } from '../../element/copy-as';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { Page } from '../../element/page';
import { WideTable } from '../../element/wide-table';
import { countText } from '../../format/number';
import { useSetsModels } from '../../sign-in/session';

/** Engines with what they can be asked. */
export function EnginesPage() {
  const setsModels = useSetsModels();
  const engines = useQuery({ queryKey: keys.engines.all, queryFn: async () => await client.organization.engines() });
  return (
    <Page
      title="Engines"
      side={<CopyAs method="GET" path="/engines" sdk="client.organization.engines()" cli="judgment engines" />}
    >
      <Loaded query={engines}>
        {({ engines: rows }) => (
          <>
            {rows.some(({ source }) => source === 'built_in') && (
              <Text size="sm">
                The built-in engine stands for each name without a configured model. It compares words: it reads no
                images, knows no facts and infers nothing that a text does not say. Configure a model before you trust
                answers. {setsModels && <AppLink to="/settings?tab=models">Set a model</AppLink>}
              </Text>
            )}
            {rows.some(({ also = [] }) => also.length > 0) && (
              <Text size="sm">
                An engine that also answers in another epoch does so in several versions in turn. Each version has fits
                and reports of its own, from labels of its own answers.
              </Text>
            )}
            <WideTable
              name="Engines"
              rows={rows}
              rowKey={({ name, version }) => `${name} ${version}`}
              empty="There is no engine."
              columns={[
                { title: 'Name', cell: ({ name }) => name },
                { title: 'Version', cell: ({ version }) => version ?? '–' },
                { title: 'Active', cell: ({ active }) => <Chip status={active ? 'active' : 'not active'} /> },
                { title: 'Circuit', cell: ({ circuit }) => <Circuit circuit={circuit} /> },
                { title: 'Epoch', cell: ({ engine_version: epoch }) => epoch ?? '–' },
                { title: 'Also answers', cell: ({ also = [] }) => (also.length === 0 ? '–' : <Also also={also} />) },
                { title: 'Weight', cell: ({ weight }) => weight },
                { title: 'Source', cell: ({ source }) => (source ?? '–').replace('_', ' ') },
                { title: 'Images', cell: ({ limits }) => (limits.images ? 'yes' : 'no') },
                { title: 'Tokens at most', cell: ({ limits }) => countText(limits.max_context_tokens) },
                { title: 'Options', cell: ({ limits }) => countText(limits.options) },
                { title: 'Levels', cell: ({ limits }) => countText(limits.levels) },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The epochs beside the one in force that answered in the last hour. */
function Also({ also }: { also: readonly Schema<'EpochBeside'>[] }) {
  return (
    <>
      {also.map(({ engine_version: epoch, share }) => (
        <div key={epoch}>
          {epoch}, {Math.round(share * 100)} % of the last hour
        </div>
      ))}
    </>
  );
}

/** Whether the engine is asked: after too many failures it is not, until it answers a probe. */
function Circuit({ circuit }: { circuit: Schema<'EngineView'>['circuit'] }) {
  if (circuit === undefined) return <>–</>;
  if (circuit.state === 'closed') return <Chip status="closed" tone="good" />;
  return (
    <>
      <Chip status="open" tone="bad" /> <Moment at={circuit.since} />, probed <Moment at={circuit.next_probe_at} />
    </>
  );
}
