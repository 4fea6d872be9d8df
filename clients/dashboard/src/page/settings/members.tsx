import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { identity, type Member, type Role } from '../../api/identity';
import { keys } from '../../api/query-keys';
import { Ask } from '../../element/ask';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { Once } from '../../element/loading/once';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { WideTable } from '../../element/table/wide-table';
import { useMayChange, useSession } from '../../sign-in/session';
import { useWaysIn } from '../../sign-in/ways-in';
import { MadeKeys } from './made-keys';
import { invitedText } from './member-words';
import { NewLink, type MadeLink } from './new-link';

/** Roles that somebody may give, and change in others: an admin makes no owner. */
function rolesFor(role: string): string[] {
  return role === 'owner' ? ['owner', 'admin', 'member'] : ['admin', 'member'];
}

/** The people of the organization and their roles. */
export function Members() {
  const mayChange = useMayChange();
  const members = usePages(keys.members.all, () => identity.members());
  const [made, setMade] = useState<MadeLink | null>(null);
  return (
    <Stack>
      {mayChange ? <Invite /> : <Text c="dimmed">Read-only access: owners and admins make changes.</Text>}
      {made && <Once name={`Link for ${made.email}`} secret={made.url} />}
      <Loaded query={members}>
        {(pages) => (
          <WideTable
            name="Members"
            rows={pages.flatMap(({ members: rows }) => rows)}
            rowKey={({ id }) => id}
            empty="No members."
            columns={[
              { title: 'Email', cell: ({ email }) => email },
              { title: 'Name', cell: ({ name }) => name ?? '–' },
              { title: 'Role', cell: (member) => <RoleOf member={member} mayChange={mayChange} /> },
              { title: 'Signed in', cell: ({ signed_in: isIn }) => (isIn ? 'yes' : 'not yet') },
              { title: 'Link', cell: (member) => <NewLink member={member} onMade={setMade} /> },
              { title: 'Last seen', cell: ({ last_seen_at: at }) => <Moment at={at} /> },
              { title: 'Remove', cell: (member) => mayChange && <Remove member={member} /> },
            ]}
          />
        )}
      </Loaded>
      <More list={members} />
    </Stack>
  );
}

function RoleOf({ member, mayChange }: { member: Member; mayChange: boolean }) {
  const { role, user } = useSession();
  const change = useChange((next: Role) => identity.changeMember(member.id, next), {
    concerns: [keys.members.all],
    done: 'Role changed.',
  });
  const isFixed = !mayChange || member.id === user.id || !rolesFor(role).includes(member.role);
  if (isFixed) return <>{member.role}</>;
  return (
    <>
      <Select
        aria-label={`Role of ${member.email}`}
        size="xs"
        w={120}
        allowDeselect={false}
        data={rolesFor(role)}
        value={member.role}
        onChange={(next) => next !== null && change.mutate(next as Role)}
      />
      {change.error !== null && <Refusal error={change.error} />}
    </>
  );
}

function Remove({ member }: { member: Member }) {
  const { role, user } = useSession();
  const remove = useChange((_given: void) => identity.removeMember(member.id), {
    concerns: [keys.members.all],
    done: `${member.email} removed.`,
  });
  if (member.id === user.id || !rolesFor(role).includes(member.role)) return null;
  const question = (
    <>
      <Text>{member.email} loses access within a second.</Text>
      <MadeKeys memberId={member.id} />
    </>
  );
  return <Ask words="Remove" question={question} change={remove} />;
}

function Invite() {
  const { role, user } = useSession();
  const mails = useWaysIn(user.email).data?.mails ?? false;
  const [email, setEmail] = useState('');
  const [given, setGiven] = useState<Role>('member');
  const invite = useChange(() => identity.invite({ email, role: given }), { concerns: [keys.members.all] });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end">
          <TextInput
            label="Email address"
            type="email"
            required
            placeholder="name@example.com"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Select
            label="Role"
            allowDeselect={false}
            data={rolesFor(role)}
            value={given}
            onChange={(next) => setGiven((next ?? 'member') as Role)}
          />
          <Button type="submit" loading={invite.isPending} disabled={email === ''}>
            Invite
          </Button>
        </Group>
        {invite.error !== null && <Refusal error={invite.error} />}
        {invite.data?.link && <Once name={`Link for ${invite.data.email}`} secret={invite.data.link.url} />}
        {invite.data && (
          <Alert role="note" color="gray" className="wrap">
            {invitedText(invite.data.email, { isShown: invite.data.link !== null, mails })}
          </Alert>
        )}
      </Stack>
    </form>
  );
}
