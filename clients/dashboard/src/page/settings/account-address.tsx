import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { identity } from '../../api/identity';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { useSession } from '../../sign-in/session';
import { useWaysIn } from '../../sign-in/ways-in';

/** The address with which the person signs in. Another one takes its place by a mail, so where none is sent there is no form. */
export function Address() {
  const { user } = useSession();
  const mails = useWaysIn(user.email).data?.mails;
  return (
    <Stack align="flex-start" gap="xs">
      <Title order={2} size="h4">
        Email address
      </Title>
      <Text size="sm" className="wrap">
        You sign in with {user.email}.{!user.verified && ' The address is not verified yet.'}
      </Text>
      {user.may_change_name && mails && <AnotherAddress />}
      {mails === false && (
        <Text size="sm" c="dimmed">
          Email is not set up on this service, so the address cannot be changed.
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
          label="New email address"
          type="email"
          w={280}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        {change.error !== null && <Refusal error={change.error} />}
        {change.isSuccess && (
          <Text size="sm" role="status" className="wrap">
            We sent a link to it, unless the address has an account. The address changes when you open the link within
            15 minutes; your sessions and your password then end.
          </Text>
        )}
        <Button type="submit" loading={change.isPending} disabled={next === ''}>
          Send link
        </Button>
      </Stack>
    </form>
  );
}
