import { Stack } from '@mantine/core';
import { addresses } from '../../../address/address';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { AppLink } from '../../../element/app-link';
import { Chip } from '../../../element/chip';
import { JsonTree } from '../../../element/json/json-tree';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import { Loaded } from '../../../element/loading/loaded';
import { Moment } from '../../../element/moment';
import { More, usePages } from '../../../element/loading/more';
import { WideTable } from '../../../element/table/wide-table';
import { useMayChange } from '../../../sign-in/session';
import { Activation } from './activation';
import { VersionCompare } from './version-compare';

/** Every version with its definition, newest first; what differs between two; and which one is active. */
export function Versions({ ns, judgment }: JudgmentProps) {
  const { name, active_version: active } = judgment;
  const mayChange = useMayChange();
  const list = usePages(keys.versions.of(ns, name), () => client.namespace(ns).judgments.get(name).versions());
  return (
    <Loaded query={list}>
      {(pages) => {
        const versions = pages.flatMap((page) => page.versions);
        return (
          <Stack>
            {mayChange && <AppLink to={addresses.editor(ns, name)}>New version</AppLink>}
            <WideTable
              name="Versions"
              rows={versions}
              rowKey={({ version }) => String(version)}
              empty="No versions."
              columns={[
                { title: 'Version', cell: ({ version }) => version },
                {
                  title: 'Status',
                  cell: (item) =>
                    item.version === active ? (
                      <Chip status="active" />
                    ) : (
                      mayChange && <Activation ns={ns} name={name} item={item} />
                    ),
                },
                { title: 'Created', cell: ({ created_at: at }) => <Moment at={at} /> },
                {
                  title: 'Definition',
                  cell: ({ definition }) => (
                    <details className="words">
                      <summary>{definition.question}</summary>
                      <JsonTree value={definition} depth={1} />
                    </details>
                  ),
                },
              ]}
            />
            <More list={list} />
            <VersionCompare versions={versions} active={active} />
          </Stack>
        );
      }}
    </Loaded>
  );
}
