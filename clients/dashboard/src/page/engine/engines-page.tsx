import type { Schema } from '@app/sdk/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Chip } from '../../element/chip';
import { CopyAs } from '../../element/file/copy-as';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { Page } from '../../element/page';
import { WideTable } from '../../element/table/wide-table';
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
                Engines without a configured model use the built-in engine: word matching only. It reads no images,
                knows no facts and infers nothing that a text does not say. Configure a model before you rely on
                answers. {setsModels && <AppLink to="/settings?tab=models">Configure a model</AppLink>}
              </Text>
            )}
            {rows.some(({ also = [] }) => also.length > 0) && (
              <Text size="sm">
                An engine that also answers in another epoch alternates between versions. Each version has its own fits
                and reports, from labels of its own answers.
              </Text>
            )}
            <WideTable
              name="Engines"
              rows={rows}
              rowKey={({ name, version }) => `${name} ${version}`}
              empty="No engines."
              columns={[
                { title: 'Name', cell: ({ name }) => name },
                { title: 'Version', cell: ({ version }) => version ?? '–' },
                { title: 'Active', cell: ({ active }) => <Chip status={active ? 'active' : 'inactive'} /> },
                { title: 'Circuit', cell: ({ circuit }) => <Circuit circuit={circuit} /> },
                { title: 'Epoch', cell: ({ engine_version: epoch }) => epoch ?? '–' },
                { title: 'Other epochs', cell: ({ also = [] }) => (also.length === 0 ? '–' : <Also also={also} />) },
                { title: 'Weight', cell: ({ weight }) => weight },
                { title: 'Source', cell: ({ source }) => (source ?? '–').replace('_', ' ') },
                { title: 'Images', cell: ({ limits }) => (limits.images ? 'yes' : 'no') },
                { title: 'Max. tokens', cell: ({ limits }) => countText(limits.max_context_tokens) },
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
