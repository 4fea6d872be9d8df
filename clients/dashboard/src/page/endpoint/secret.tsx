import type { Schema } from '@app/sdk/client';
import { Button, Code, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Ask } from '../../element/ask';
import { Moment } from '../../element/moment';
import { Once } from '../../element/loading/once';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { verifySnippet } from './verify-snippet';

/** The secret of the signatures: shown when it is asked for, changed with time for receivers to follow. */
export function Secret({ endpoint }: { endpoint: Schema<'EndpointView'> }) {
  const { id, previous_secret_expires_at: until } = endpoint;
  const [validFor, setValidFor] = useState('24h');
  // In the state of a change alone: what pages have read never holds a secret.
  const reveal = useChange(async (_given: void) => (await client.webhookEndpoints.get(id)).secret ?? null, {
    concerns: [],
  });
  const rotate = useChange(
    async (_given: void) => {
      const { secret: before } = await client.webhookEndpoints.get(id);
      const { secret, previous_secret_expires_at: expires } = await client.webhookEndpoints.rotateSecret(id, {
        previous_valid_for: validFor,
      });
      return { before, secret, expires };
    },
    { concerns: [keys.endpoints.of(id)], done: 'Secret rotated.' },
  );
  const { before, secret, expires } = rotate.data ?? {};
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={2} size="h5">
          Signing secret
        </Title>
        {until !== undefined && (
          <Text size="sm">
            The old secret is still valid and expires <Moment at={until} />.
          </Text>
        )}
        <Group align="flex-end">
          <Button size="xs" variant="default" loading={reveal.isPending} onClick={() => reveal.mutate()}>
            Reveal secret
          </Button>
          <Select
            size="xs"
            label="Old secret expires after"
            data={['0s', '1h', '24h', '7d']}
            allowDeselect={false}
            value={validFor}
            onChange={(value) => setValidFor(value ?? '24h')}
          />
          <Ask
            words="Rotate secret"
            question={`Both secrets are valid for ${validFor}; update your receivers by then.`}
            change={rotate}
          />
        </Group>
        {reveal.error !== null && <Refusal error={reveal.error} />}
        {reveal.data && secret === undefined && <Once name="Secret" secret={reveal.data} isShownAgain />}
        {secret !== undefined && <Once name="New secret" secret={secret} isShownAgain />}
        {before !== undefined && expires !== undefined && (
          <Text size="sm">
            Old secret: <Code className="wrap">{before}</Code>, valid until <Moment at={expires} />
          </Text>
        )}
        <details>
          <summary>How to verify signatures</summary>
          <Code block tabIndex={0} className="wrap">
            {verifySnippet}
          </Code>
        </details>
      </Stack>
    </Paper>
  );
}
