import { Alert, Container, Paper, Title } from '@mantine/core';
import type { SignedIn } from '../api/identity';
import { Mark } from '../mark/mark';
import { providerRefusal } from './provider-refusal';
import { SignInForm } from './sign-in-form';

/** Stands in place of a page until somebody signs in; the address stays, so that the page comes next. */
export function SignInPage({ onSignedIn }: { onSignedIn: (signedIn: SignedIn) => void }) {
  const refusal = providerRefusal(globalThis.location.search);
  return (
    <Container component="main" size={420} py="xl">
      <Title order={1} size="h2" className="brand" mb="md">
        <Mark size={28} /> Judgment Service
      </Title>
      {refusal && (
        <Alert color="red" mb="md" role="alert">
          {refusal}
        </Alert>
      )}
      <Paper withBorder p="lg">
        <SignInForm email="" onSignedIn={onSignedIn} />
      </Paper>
    </Container>
  );
}
