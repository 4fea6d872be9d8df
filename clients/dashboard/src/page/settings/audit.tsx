import { Text } from '@mantine/core';
import { client } from '../../api/client';
import { identity } from '../../api/identity';
import { keys } from '../../api/query-keys';
import { JsonTree } from '../../element/json-tree';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/more';
import { WideTable } from '../../element/wide-table';
import { useMayChange } from '../../sign-in/session';
import { actorText } from './member-words';

/** Who changed members, keys, sessions and settings, newest first. */
export function Audit() {
  const maySee = useMayChange();
  const changes = usePages(keys.audit.all, () => client.organization.audit({ limit: 50 }), { isOn: maySee });
  // Somebody who is no member any more, or stands beyond the first page of members, is shown by id.
  const members = usePages(keys.members.all, () => identity.members(), { isOn: maySee });
  const addresses = new Map(members.data?.flatMap((page) => page.members.map(({ id, email }) => [id, email])));
  if (!maySee) return <Text c="dimmed">Only owners and admins can see the audit log.</Text>;
  return (
    <>
      <Loaded query={changes}>
        {(pages) => (
          <WideTable
            name="Changes"
            rows={pages.flatMap(({ changes: rows }) => rows)}
            rowKey={({ id }) => id}
            empty="No changes in the last 400 days."
            columns={[
              { title: 'When', cell: ({ at }) => <Moment at={at} /> },
              { title: 'Who', cell: ({ actor, link_made_by: maker }) => actorText(actor, maker, addresses) },
              { title: 'What', cell: ({ action }) => action },
              { title: 'Of', cell: ({ target }) => target ?? '–' },
              { title: 'Before', cell: ({ before }) => (before ? <JsonTree value={before} /> : '–') },
              { title: 'After', cell: ({ after }) => (after ? <JsonTree value={after} /> : '–') },
            ]}
          />
        )}
      </Loaded>
      <More list={changes} />
    </>
  );
}
