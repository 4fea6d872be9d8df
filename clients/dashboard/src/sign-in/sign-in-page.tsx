import { Container, Paper, Title } from '@mantine/core';
import type { SignedIn } from '../api/identity';
import { SignInForm } from './sign-in-form';

/** Stands in place of a page until somebody signs in; the address stays, so that the page comes next. */
export function SignInPage({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  return (
    <Container component="main" size={420} py="xl">
      <Title order={1} size="h2" mb="md">
        Judgment Service
      </Title>
      <Paper withBorder p="lg">
        <SignInForm email="" onSignedIn={onSignedIn} />
      </Paper>
    </Container>
  );
}
