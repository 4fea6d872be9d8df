import type { Schema } from '@app/sdk/client';
import { Alert, Button, Code, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { Refusal } from '../../element/refusal';
import { Waiting } from '../../element/waiting';
import { EstimateFacts } from './estimate-facts';
import { suggestionOf } from './suggestion';

/** What the engine would read of sample documents and what that costs, by a dry run that makes nothing. */
export function Preview({
  ns,
  body,
  onFields,
}: {
  ns: string;
  /** JSON of the request; empty while nothing is asked. */
  body: string;
  onFields: (fields: string[]) => void;
}) {
  const dry = useQuery({
    queryKey: ['dry-run', ns, body],
    queryFn: async ({ signal }) => {
      const asked = JSON.parse(body) as Schema<'JudgmentCreateBody'>;
      return await client.namespace(ns).judgments.create({ ...asked, dry_run: true }, { signal });
    },
    enabled: body !== '',
    placeholderData: (before) => before,
    refetchOnWindowFocus: false,
  });
  if (body === '') return <Text c="dimmed">Give a name and a question: what it would read appears here.</Text>;
  const suggested = suggestionOf(dry.error);
  if (suggested !== null) {
    return (
      <Alert role="note" color="gray" title="What should the engine read?">
        <Text size="sm">
          Of the stored documents these paths would be read: {suggested.fields.join(', ')}.
          {suggested.excluded.length > 0 && ` Left out: ${suggested.excluded.join(', ')}.`}
        </Text>
        <Button size="xs" mt="xs" onClick={() => onFields(suggested.fields)}>
          Take these paths
        </Button>
      </Alert>
    );
  }
  if (dry.error) return <Refusal error={dry.error} />;
  if (!dry.data) return <Waiting />;
  const { estimate, warnings, contexts = [] } = dry.data;
  return (
    <Stack gap="sm" aria-label="Preview" role="region">
      <EstimateFacts estimate={estimate} />
      {warnings.map(({ code, message, path }) => (
        <Alert key={`${code} ${path}`} role="note" color="gray" title={code.replaceAll('_', ' ')}>
          {message}
        </Alert>
      ))}
      <Title order={2} size="h4">
        What the engine would read
      </Title>
      {contexts.length === 0 && <Text c="dimmed">There is no document to show it on yet.</Text>}
      {contexts.map(({ namespace, document, text, tokens, size_class: size, truncated }) => (
        <div key={`${namespace} ${document}`}>
          <Text size="sm">
            {document}: {tokens} tokens, size {size}
            {truncated && ', cut'}
          </Text>
          <Code block className="plain" tabIndex={0}>
            {text}
          </Code>
        </div>
      ))}
    </Stack>
  );
}
