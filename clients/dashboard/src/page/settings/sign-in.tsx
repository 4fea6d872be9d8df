import { List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@app/sdk/client';
import { identity } from '../../api/identity';
import { keys } from '../../api/query-keys';
import { Ask } from '../../element/ask';
import { Chip } from '../../element/chip';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { useChange } from '../../element/hook/use-change';
import { WideTable } from '../../element/table/wide-table';
import { browserText } from '../../format/browser-words';
import { useMayChange, useSession } from '../../sign-in/session';

/** How people sign in to the organization, and who is signed in now. */
export function SignIn() {
  const mayChange = useMayChange();
  return (
    <Stack>
      <Providers />
      {mayChange ? (
        <AllSessions />
      ) : (
        <Text c="dimmed">Only owners and admins can see and end sessions of members.</Text>
      )}
    </Stack>
  );
}

function Providers() {
  const list = useQuery({ queryKey: keys.providers.all, queryFn: async () => await identity.providersOf() });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Providers
      </Title>
      <Text size="sm" c="dimmed">
        Single sign-on, beside passwords and email links. Your operator sets providers up: npm run operator -- org
        idp-set.
      </Text>
      <Loaded query={list}>
        {({ providers }) => (
          <WideTable
            name="Providers"
            rows={providers}
            rowKey={({ id }) => id}
            empty="No providers. Members sign in with a password or an email link."
            columns={[
              { title: 'Name', cell: ({ name }) => name },
              { title: 'Issuer', cell: ({ issuer }) => issuer },
              { title: 'Domains', cell: ({ domains }) => domains.join(', ') },
              { title: 'Required', cell: (provider) => enforcedText(provider) },
              { title: 'Roles', cell: (provider) => <Roles provider={provider} /> },
            ]}
          />
        )}
      </Loaded>
    </Stack>
  );
}

function enforcedText({ enforced, spare_owner: spare }: Schema<'OrganizationProvider'>): string {
  if (!enforced) return 'no: passwords and links work too';
  return `yes; ${spare ?? 'nobody'} keeps password and link`;
}

function Roles({ provider }: { provider: Schema<'OrganizationProvider'> }) {
  if (provider.role_claim === null) return <>as set under Members</>;
  return (
    <List size="sm" listStyleType="none">
      {Object.entries(provider.roles).map(([group, role]) => (
        <List.Item key={group}>
          {group}: {role}
        </List.Item>
      ))}
      <List.Item>others: {provider.default_role ?? 'no access'}</List.Item>
    </List>
  );
}

function AllSessions() {
  const list = usePages(keys.sessions.ofAll, () => identity.sessionsOf());
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        All sessions
      </Title>
      <Loaded query={list}>
        {(pages) => (
          <WideTable
            name="All sessions"
            rows={pages.flatMap(({ sessions }) => sessions)}
            rowKey={({ id }) => id}
            empty="No sessions."
            columns={[
              { title: 'Email', cell: ({ email }) => email },
              { title: 'Role', cell: ({ role }) => role },
              { title: 'Browser', cell: ({ agent }) => <span title={agent ?? undefined}>{browserText(agent)}</span> },
              { title: 'Signed in by', cell: ({ method }) => method },
              { title: 'Started', cell: ({ created_at: at }) => <Moment at={at} /> },
              { title: 'Last seen', cell: ({ seen_at: at }) => <Moment at={at} /> },
              { title: 'Sign out', cell: (session) => <End session={session} /> },
            ]}
          />
        )}
      </Loaded>
      <More list={list} />
    </Stack>
  );
}

function End({ session }: { session: Schema<'MemberSession'> }) {
  const { role } = useSession();
  const end = useChange((_given: void) => identity.endSession(session.id), {
    concerns: [keys.sessions.ofAll],
    done: `${session.email} signed out.`,
  });
  if (session.current) return <Chip status="active" />;
  if (session.role === 'owner' && role !== 'owner') return null;
  return (
    <Ask words="Sign out" question={`${session.email} is signed out of this session within a second.`} change={end} />
  );
}
