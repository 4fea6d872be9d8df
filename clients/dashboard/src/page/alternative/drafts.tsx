import type { Schema } from '@app/sdk/client';
import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';

/** Other wordings by a language model, once the organization lets one draft. What is wanted is edited and put on the list. */
export function Drafts({ ns, name }: { ns: string; name: string }) {
  const organization = useQuery({
    queryKey: keys.organization.all,
    queryFn: async () => await client.organization.read(),
  });
  const draft = useMutation({
    mutationFn: async () => await client.namespace(ns).judgments.get(name).alternatives.drafts(),
  });
  if (!organization.data) return organization.error && <Refusal error={organization.error} />;
  return (
    <Paper withBorder p="md" component="section" aria-label="Draft wordings">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Draft wordings
        </Title>
        {organization.data.suggestions ? (
          <>
            <Text size="sm">
              The question, its criteria and its options or levels are sent to the language model that the operator of
              this service has set up. No document, context, example or outcome is sent, and nothing is stored or
              scored.
            </Text>
            <div>
              <Button variant="default" loading={draft.isPending} onClick={() => draft.mutate()}>
                Draft wordings
              </Button>
            </div>
          </>
        ) : (
          <Text size="sm">
            Suggestions are off, so nothing is sent to a language model. Owners and admins can turn them on in the{' '}
            <AppLink to="/settings?tab=organization">settings</AppLink>.
          </Text>
        )}
        {draft.error && <Refusal error={draft.error} />}
        {draft.data?.drafts.length === 0 && <Text>The model drafted no different wording.</Text>}
        {draft.data?.drafts.map((each, at) => (
          <OneDraft key={`${draft.submittedAt} ${at}`} ns={ns} name={name} draft={each} />
        ))}
      </Stack>
    </Paper>
  );
}

function OneDraft({ ns, name, draft }: { ns: string; name: string; draft: Schema<'Draft'> }) {
  const [question, setQuestion] = useState(draft.question);
  const add = useChange(
    async () =>
      await client
        .namespace(ns)
        .judgments.get(name)
        .alternatives.add({ definition: { question, criteria: draft.criteria }, drafted: true }),
    { concerns: [keys.alternatives.of(ns, name)], done: 'Alternative added.' },
  );
  const { criteria } = draft;
  return (
    <Group align="flex-end" grow preventGrowOverflow={false}>
      <Textarea
        label="Drafted question"
        description={
          typeof criteria === 'string'
            ? criteria
            : criteria &&
              Object.entries(criteria)
                .map(([side, text]) => `${side}: ${String(text)}`)
                .join('; ')
        }
        autosize
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      <Button variant="default" size="xs" flex="0 0 auto" loading={add.isPending} onClick={() => add.mutate()}>
        Add alternative
      </Button>
      {add.error !== null && <Refusal error={add.error} />}
    </Group>
  );
}
