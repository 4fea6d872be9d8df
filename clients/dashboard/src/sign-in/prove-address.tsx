import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { identity } from '../api/identity';
import { Refusal } from '../element/loading/refusal';

/** How a person proves their address for the account: by a mailed link, or by the operator's where no mail can be sent. */
export function ProveAddress({ email, mails }: { email: string; mails: boolean }) {
  const mailLink = useMutation({ mutationFn: async () => await identity.mailLink(email) });
  if (!mails) {
    return (
      <Text size="sm" className="wrap">
        Email is not set up on this service. Ask its operator for a sign-in link, which verifies your address.
      </Text>
    );
  }
  return (
    <Stack align="flex-start" gap="xs">
      <Button variant="default" loading={mailLink.isPending} onClick={() => mailLink.mutate()}>
        Email me a link
      </Button>
      {mailLink.error && <Refusal error={mailLink.error} />}
      {mailLink.isSuccess && (
        <Text size="sm" role="status" className="wrap">
          We sent a link to {email}. It works once, within 15 minutes, and verifies your address.
        </Text>
      )}
    </Stack>
  );
}
