import { Button, Group, PasswordInput, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '@app/sdk/client';
import { identity } from '../../api/identity';
import { Chip } from '../../element/chip';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { Refusal } from '../../element/refusal';
import { useChange } from '../../element/use-change';
import { WideTable } from '../../element/wide-table';
import { sessionKey, useSession } from '../../sign-in/session';

/** The person's own name, password, keys and sessions. */
export function Account() {
  const { user } = useSession();
  const [name, setName] = useState(user.name ?? '');
  const change = useChange((body: Schema<'UserPatchBody'>) => identity.changeUser(body), {
    concerns: [sessionKey],
    done: 'Your account is changed.',
  });
  return (
    <Stack>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ name: name === '' ? null : name });
        }}
      >
        <Group align="flex-end">
          <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </Group>
      </form>
      <Switch
        label="Single keys are shortcuts"
        checked={user.single_keys}
        onChange={(event) => change.mutate({ single_keys: event.currentTarget.checked })}
      />
      {change.error !== null && <Refusal error={change.error} />}
      <Address />
      <Password hasOne={user.password} />
      <Sessions />
    </Stack>
  );
}

function Address() {
  const { user } = useSession();
  const [next, setNext] = useState('');
  const change = useChange(() => identity.changeUser({ email: next }), { concerns: [] });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack align="flex-start" gap="xs">
        <Title order={2} size="h4">
          E-mail address
        </Title>
        <Text size="sm" className="wrap">
          You sign in with {user.email}.
        </Text>
        <TextInput
          label="Another address"
          type="email"
          w={280}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        {change.error !== null && <Refusal error={change.error} />}
        {change.isSuccess && (
          <Text size="sm" role="status" className="wrap">
            A link is on its way there, unless the address has an account. The address changes when you open it, within
            15 minutes; your sessions then end.
          </Text>
        )}
        <Button type="submit" loading={change.isPending} disabled={next === ''}>
          Send a link to it
        </Button>
      </Stack>
    </form>
  );
}

function Password({ hasOne }: { hasOne: boolean }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useChange(() => identity.changeUser({ password: { ...(current && { current }), new: next } }), {
    concerns: [sessionKey],
    done: 'The password is changed; your other sessions are over.',
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
        setCurrent('');
        setNext('');
      }}
    >
      <Stack align="flex-start" gap="xs">
        <Title order={2} size="h4">
          Password
        </Title>
        {hasOne && (
          <PasswordInput
            label="The one now"
            w={280}
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password of now' }}
          />
        )}
        <PasswordInput
          label="The new one, 12 characters or more"
          w={280}
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the new password' }}
        />
        {change.error !== null && <Refusal error={change.error} />}
        <Button type="submit" loading={change.isPending} disabled={next === ''}>
          Change the password
        </Button>
      </Stack>
    </form>
  );
}

function Sessions() {
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: async () => await identity.sessions() });
  const end = useChange(() => identity.endOthers(), {
    concerns: [['sessions']],
    done: ({ revoked }) => `${revoked} sessions are over.`,
  });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Your sessions
      </Title>
      <Loaded query={sessions}>
        {({ sessions: rows }) => (
          <WideTable
            name="Sessions"
            rows={rows}
            rowKey={({ id }) => id}
            empty="There is none."
            columns={[
              { title: 'Browser', cell: ({ agent }) => agent ?? '–' },
              { title: 'This one', cell: ({ current }) => current && <Chip status="active" /> },
              { title: 'By', cell: ({ method }) => method },
              { title: 'Began', cell: ({ created_at: at }) => <Moment at={at} /> },
              { title: 'Last seen', cell: ({ seen_at: at }) => <Moment at={at} /> },
              { title: 'Ends', cell: ({ expires_at: at }) => <Moment at={at} /> },
            ]}
          />
        )}
      </Loaded>
      <Group>
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          End all others
        </Button>
      </Group>
      {end.error !== null && <Refusal error={end.error} />}
    </Stack>
  );
}
