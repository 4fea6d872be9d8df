import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { failureOf } from '../api/failure';
import { identity } from '../api/identity';
import { keys } from '../api/query-keys';
import { Refusal } from '../element/loading/refusal';
import { useChange } from '../element/hook/use-change';
import { mayGoOn, type Asked } from './asked';
import { useSession } from './session';

/** The name and the password of somebody who has none. @param onDone leads to the pages */
export function WelcomeForm({ asked, mails, onDone }: { asked: Asked; mails: boolean; onDone: () => void }) {
  const { user, session, organization } = useSession();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const save = useChange(
    () => identity.changeUser({ ...(name && { name }), ...(asked.password && { password: { new: password } }) }),
    { concerns: [keys.session] },
  );
  // The service asks for a current password once the link is older than 15 minutes.
  const isTooLate = save.error !== null && failureOf(save.error).path === '/password/current';
  const reach = session.only_organization ? ` It is for ${organization.name} only.` : '';
  const isAnything = asked.password || name !== '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isAnything) save.mutate(undefined, { onSuccess: onDone });
        else onDone();
      }}
    >
      <Stack>
        <TextInput label="Email address" type="email" autoComplete="username" readOnly value={user.email} />
        {asked.name && (
          <TextInput
            label="Your name"
            autoComplete="name"
            maxLength={128}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {asked.password && (
          <PasswordInput
            label="Password"
            description={`12 characters or more.${reach} The link no longer works; sign in with this password from now on.`}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          />
        )}
        {save.error !== null && <Refusal error={save.error} />}
        <Button type="submit" loading={save.isPending} disabled={asked.password && password === ''}>
          Continue
        </Button>
        {asked.password && mayGoOn(asked, { mails, isTooLate }) && (
          <>
            <Button variant="subtle" onClick={onDone}>
              Later
            </Button>
            <Text size="sm" c="dimmed" className="wrap">
              {mails
                ? 'Without a password, you sign in with a link by email.'
                : 'This link is too old to set a password. Ask an owner or the operator for a new one.'}
            </Text>
          </>
        )}
      </Stack>
    </form>
  );
}
