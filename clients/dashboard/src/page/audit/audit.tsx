import type { Schema } from '@app/sdk/client';
import { Anchor, Text } from '@mantine/core';
import { client } from '../../api/client';
import { identity } from '../../api/identity';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { SaveMenu } from '../../element/file/save-menu';
import { usePlace } from '../../element/hook/use-place';
import { WideTable } from '../../element/table/wide-table';
import { useMayChange } from '../../sign-in/session';
import { AuditFilter, auditQuery } from './audit-filter';
import { actionText, actorText, addressOfParty, changeText, partyText } from './audit-words';
import { readAudit } from './read-audit';

type Change = Schema<'AuditEntry'>;

/** Who changed members, keys, sessions and settings, newest first. */
export function Audit() {
  if (!useMayChange()) return <Text c="dimmed">Only owners and admins can see the audit log.</Text>;
  return <Changes />;
}

function Changes() {
  const place = usePlace();
  const asked = auditQuery(place);
  const changes = usePages(keys.audit.found(asked), () => client.organization.audit({ ...asked, limit: 50 }));
  const members = usePages(keys.members.all, () => identity.members());
  const people = new Map(
    members.data?.flatMap((page) => page.members.map(({ id, name, email }) => [`user:${id}`, name ?? email])),
  );
  const isNarrowed = Object.keys(asked).length > 0;
  return (
    <>
      <AuditFilter place={place} people={people} />
      <SaveMenu
        name="audit"
        of={{ csv: 'a row for each change', jsonl: 'a change a line' }}
        read={(format, onRead, signal) => readAudit({ ...asked, format }, onRead, signal)}
      />
      <Loaded query={changes}>
        {(pages) => (
          <WideTable
            name="Changes"
            rows={pages.flatMap(({ changes: rows }) => rows)}
            rowKey={({ id }) => id}
            empty={isNarrowed ? 'No changes match these filters.' : 'No changes in the last 400 days.'}
            columns={[
              { title: 'When', cell: ({ at }) => <Moment at={at} /> },
              {
                title: 'Who',
                cell: (change) => (
                  <Narrowing onClick={() => place.set({ who: change.actor })}>{actorText(change)}</Narrowing>
                ),
              },
              { title: 'What', cell: ({ action }) => actionText(action) },
              { title: 'Of', cell: (change) => <Thing change={change} onOnly={(thing) => place.set({ thing })} /> },
              { title: 'Change', cell: (change) => changeText(change).map((line) => <div key={line}>{line}</div>) },
            ]}
          />
        )}
      </Loaded>
      <More list={changes} />
    </>
  );
}

/** What was changed, with a link to where it is, and a way to all changes of it. */
function Thing({
  change: { target, target_details: thing },
  onOnly,
}: {
  change: Change;
  onOnly: (id: string) => void;
}) {
  if (target === null || thing === null) return <>–</>;
  const address = addressOfParty(thing);
  return (
    <>
      {address === null ? partyText(thing) : <AppLink to={address}>{partyText(thing)}</AppLink>}{' '}
      <Narrowing onClick={() => onOnly(target)}>(all changes)</Narrowing>
    </>
  );
}

/** Text that narrows the table to what it names. */
function Narrowing({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Anchor component="button" type="button" inherit ta="left" className="wrap" onClick={onClick}>
      {children}
    </Anchor>
  );
}
