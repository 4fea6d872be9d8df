import { client } from '../../api/client';
import { Chip } from '../../element/chip';
import { JsonTree } from '../../element/json-tree';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/more';
import { WideTable } from '../../element/wide-table';
import type { JudgmentProps } from './judgment-props';

/** Every version with its definition, newest first. */
export function Versions({ ns, judgment }: JudgmentProps) {
  const { name, active_version: active } = judgment;
  const list = usePages(['versions', ns, name], () => client.namespace(ns).judgments.get(name).versions());
  return (
    <Loaded query={list}>
      {(pages) => (
        <>
          <WideTable
            name="Versions"
            rows={pages.flatMap(({ versions }) => versions)}
            rowKey={({ version }) => String(version)}
            empty="There is no version."
            columns={[
              { title: 'Version', cell: ({ version }) => version },
              { title: 'State', cell: ({ version }) => version === active && <Chip status="active" /> },
              { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
              {
                title: 'Definition',
                cell: ({ definition }) => (
                  <details>
                    <summary>{definition.question}</summary>
                    <JsonTree value={definition} depth={1} />
                  </details>
                ),
              },
            ]}
          />
          <More list={list} />
        </>
      )}
    </Loaded>
  );
}
