import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { identity } from '../api/identity';
import { keys } from '../api/query-keys';
import { Refusal } from '../element/loading/refusal';
import { Mark } from '../mark/mark';
import { askedAfterLink } from './asked';

/** The token stands in the fragment, which no server and no log sees; a click spends it, so that scanners of mails do not. */
export function LinkPage() {
  const [token] = useState(() => new URLSearchParams(globalThis.location.hash.slice(1)).get('t') ?? '');
  const [, go] = useLocation();
  const queries = useQueryClient();
  const signIn = useMutation({
    mutationFn: async () => await identity.signIn({ link: token }),
    onSuccess: (signedIn) => {
      queries.setQueryData(keys.session, signedIn);
      go(askedAfterLink(signedIn) ? '/welcome' : '/', { replace: true });
    },
  });
  return (
    <Container component="main" size={420} py="xl">
      <Stack align="flex-start">
        <Title order={1} size="h2" className="brand">
          <Mark size={28} /> Judgment Service
        </Title>
        {token === '' ? (
          <Text>This address has no link in it. Open the complete link that you received.</Text>
        ) : (
          <>
            <Text>This link works once.</Text>
            <Button autoFocus loading={signIn.isPending} onClick={() => signIn.mutate()}>
              Sign in
            </Button>
          </>
        )}
        {signIn.error && <Refusal error={signIn.error} />}
      </Stack>
    </Container>
  );
}
