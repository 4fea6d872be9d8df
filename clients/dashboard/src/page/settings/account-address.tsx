import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { identity } from '../../api/identity';
import { Refusal } from '../../element/refusal';
import { useChange } from '../../element/use-change';
import { useSession } from '../../sign-in/session';
import { useWaysIn } from '../../sign-in/ways-in';

/** The address with which the person signs in. Another one takes its place by a mail, so where none is sent there is no form. */
export function Address() {
  const { user } = useSession();
  const mails = useWaysIn(user.email).data?.mails;
  return (
    <Stack align="flex-start" gap="xs">
      <Title order={2} size="h4">
        E-mail address
      </Title>
      <Text size="sm" className="wrap">
        You sign in with {user.email}.{!user.verified && ' The address is not proved yet.'}
      </Text>
      {user.may_change_name && mails && <AnotherAddress />}
      {mails === false && (
        <Text size="sm" c="dimmed">
          No mail can be sent here, so the address stays as it is.
        </Text>
      )}
    </Stack>
  );
}

function AnotherAddress() {
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
            15 minutes; your sessions and your password then end.
          </Text>
        )}
        <Button type="submit" loading={change.isPending} disabled={next === ''}>
          Send a link to it
        </Button>
      </Stack>
    </form>
  );
}
