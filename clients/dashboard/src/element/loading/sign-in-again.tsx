import { Button, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { identity } from '../../api/identity';
import { keys } from '../../api/query-keys';

/** Leads to the sign-in where a change needs one of the last 15 minutes. The page stays as it is, with what was typed. */
export function SignInAgain({ onceDone }: { onceDone: string }) {
  const queries = useQueryClient();
  const session = useQuery({
    queryKey: keys.session,
    queryFn: async () => await identity.current(),
    staleTime: 60_000,
  });
  const provedAt = session.data?.session.proved_at;
  const [before] = useState(provedAt);
  if (provedAt !== before) {
    return (
      <Text size="sm" role="status">
        {onceDone}
      </Text>
    );
  }
  return (
    <Button size="xs" variant="default" mt="xs" onClick={() => queries.setQueryData(keys.signInAgain, true)}>
      Sign in again
    </Button>
  );
}
