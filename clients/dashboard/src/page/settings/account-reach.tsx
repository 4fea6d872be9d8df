import { Stack, Text, Title } from '@mantine/core';
import { Loaded } from '../../element/loading/loaded';
import { ProveAddress } from '../../sign-in/prove-address';
import { useSession } from '../../sign-in/session';
import { useWaysIn } from '../../sign-in/ways-in';

/** Which organizations the session opens; of one that acts in a single organization, what joins the others. */
export function Reach() {
  const { user, session, organization, organizations } = useSession();
  const waysIn = useWaysIn(user.email);
  return (
    <Stack align="flex-start" gap="xs">
      <Title order={2} size="h4">
        Organizations
      </Title>
      {session.only_organization ? (
        <>
          <Text size="sm" className="wrap">
            This session acts in {organization.name} only. Your other organizations need their own link, password or
            provider, until you verify your address.
          </Text>
          <Loaded query={waysIn} lines={1}>
            {({ mails }) => <ProveAddress email={user.email} mails={mails} />}
          </Loaded>
        </>
      ) : (
        <Text size="sm" className="wrap">
          This session opens {organizations.map(({ name }) => name).join(', ')}.
        </Text>
      )}
    </Stack>
  );
}
