import type { Schema } from '@app/sdk/client';
import { Alert, Button, Code, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Refusal } from '../../../element/loading/refusal';
import { Waiting } from '../../../element/loading/waiting';
import { titleOfCode } from '../../../format/code-words';
import { countedText } from '../../../format/number';
import { Cuts } from '../../../element/answer/cuts';
import { Facts } from '../../../element/facts';
import { EstimateFacts } from './estimate-facts';
import { faultOf, isShownByField } from '../draft/fault';
import { settingFacts } from './setting-facts';
import { suggestionOf } from './suggestion';

/** Engine input of sample documents and what that costs. */
export function Preview({
  dry,
  isAsked,
  form,
  onFields,
}: {
  dry: UseQueryResult<Schema<'JudgmentChange'>>;
  /** Whether there is enough to ask. */
  isAsked: boolean;
  /** What decides which members have a field. */
  form: { type?: Schema<'JudgmentCreateBody'>['type']; hasStarter: boolean };
  onFields: (fields: string[]) => void;
}) {
  if (!isAsked)
    return <Text c="dimmed">Enter a name and a question, or fill in the starter, to see the engine’s input here.</Text>;
  const suggested = suggestionOf(dry.error);
  if (suggested !== null) {
    return (
      <Alert role="note" color="gray" title="What should the engine read?">
        <Text size="sm">
          Suggested paths, from the stored documents: {suggested.fields.join(', ')}.
          {suggested.excluded.length > 0 && ` Left out: ${suggested.excluded.join(', ')}.`}
        </Text>
        <Button size="xs" mt="xs" onClick={() => onFields(suggested.fields)}>
          Use these paths
        </Button>
      </Alert>
    );
  }
  const fault = faultOf(dry.error);
  if (fault && isShownByField(fault, form)) return <Text role="status">One field has an error.</Text>;
  if (dry.error) return <Refusal error={dry.error} onRetry={() => void dry.refetch()} />;
  if (!dry.data) return <Waiting />;
  const { estimate, settings, warnings, contexts = [] } = dry.data;
  return (
    <Stack gap="sm" aria-label="Preview" role="region" aria-busy={dry.isPlaceholderData}>
      <EstimateFacts estimate={estimate} />
      <Facts facts={settingFacts(settings)} />
      {warnings.map(({ code, message, path }) => (
        <Alert key={`${code} ${path}`} role="note" color="gray" title={titleOfCode(code)}>
          {message}
        </Alert>
      ))}
      <Title order={2} size="h4">
        Engine input
      </Title>
      {contexts.length === 0 && <Text c="dimmed">No documents to preview yet.</Text>}
      {contexts.map(({ namespace, document, text, tokens, size_class: size, truncated, cuts }) => (
        <div key={`${namespace} ${document}`}>
          <Text size="sm">
            {document}: {countedText(tokens, 'token')}, size {size}
            {truncated && ', truncated'}
          </Text>
          <Cuts cuts={cuts} />
          <Code block className="plain" tabIndex={0}>
            {text}
          </Code>
        </div>
      ))}
    </Stack>
  );
}
