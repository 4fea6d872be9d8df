import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { identity } from '../api/identity';
import { Refusal } from '../element/refusal';

/** How a person proves their address for the account: by a mailed link, or by the operator's where no mail can be sent. */
export function ProveAddress({ email, mails }: { email: string; mails: boolean }) {
  const mailLink = useMutation({ mutationFn: async () => await identity.mailLink(email) });
  if (!mails) {
    return (
      <Text size="sm" className="wrap">
        No mail can be sent here. Ask the operator of this service for a sign-in link: it proves your address.
      </Text>
    );
  }
  return (
    <Stack align="flex-start" gap="xs">
      <Button variant="default" loading={mailLink.isPending} onClick={() => mailLink.mutate()}>
        Send me a link by mail
      </Button>
      {mailLink.error && <Refusal error={mailLink.error} />}
      {mailLink.isSuccess && (
        <Text size="sm" role="status" className="wrap">
          A link is on its way to {email}. It works once, within 15 minutes, and proves your address.
        </Text>
      )}
    </Stack>
  );
}
