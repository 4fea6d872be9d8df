import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { Redirect, useLocation } from 'wouter';
import { Loaded } from '../element/loading/loaded';
import { askedAfterLink } from './asked';
import { ProveAddress } from './prove-address';
import { useSession } from './session';
import { useWaysIn } from './ways-in';
import { WelcomeForm } from './welcome-form';

/** Asks a person who came by a link for what brings them back without one. It has an address of its own, so that a reload asks again. */
export function WelcomePage() {
  const signedIn = useSession();
  const [, go] = useLocation();
  const { user, organization } = signedIn;
  const waysIn = useWaysIn(user.email);
  const asked = askedAfterLink(signedIn);
  const goOn = () => go('/', { replace: true });
  if (!asked) return <Redirect to="/" replace />;
  return (
    <Container component="main" size={420} py="xl">
      <Stack>
        <Title order={1} size="h2" className="wrap">
          Welcome to {organization.name}
        </Title>
        <Loaded query={waysIn}>
          {({ mails }) =>
            asked.proof ? (
              <>
                <Text className="wrap">
                  Other organizations know you by {user.email}. So this link opens {organization.name} only, and you can
                  set a password once your address is verified.
                </Text>
                <ProveAddress email={user.email} mails={mails} />
                <Button onClick={goOn}>Continue</Button>
              </>
            ) : (
              <WelcomeForm asked={asked} mails={mails} onDone={goOn} />
            )
          }
        </Loaded>
      </Stack>
    </Container>
  );
}
