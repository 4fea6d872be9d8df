import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { identity } from '../../api/identity';
import { keys } from '../../api/query-keys';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { useSession } from '../../sign-in/session';

/** The password that signs the person in to what this session opens, or why this session may set none. */
export function Password() {
  const { user, session } = useSession();
  return (
    <Stack align="flex-start" gap="xs">
      <Title order={2} size="h4">
        Password
      </Title>
      {user.may_set_password ? (
        <PasswordForm hasOne={user.password} />
      ) : (
        <Text size="sm" c="dimmed" className="wrap">
          {session.method === 'oidc'
            ? "You signed in with your organization's provider, so no password is set here."
            : 'Other organizations know you by this address, so verify it before you set a password.'}
        </Text>
      )}
    </Stack>
  );
}

function PasswordForm({ hasOne }: { hasOne: boolean }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const change = useChange(() => identity.changeUser({ password: { ...(current && { current }), new: next } }), {
    concerns: [keys.session],
    done: 'Password changed. Your other sessions are signed out.',
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
        {hasOne && (
          <PasswordInput
            label="Current password"
            w={280}
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show current password' }}
          />
        )}
        <PasswordInput
          label="New password (12 characters or more)"
          w={280}
          autoComplete="new-password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Show new password' }}
        />
        {change.error !== null && <Refusal error={change.error} />}
        <Button type="submit" loading={change.isPending} disabled={next === ''}>
          Change password
        </Button>
      </Stack>
    </form>
  );
}
