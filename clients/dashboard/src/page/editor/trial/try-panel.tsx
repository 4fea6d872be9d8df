import type { Schema } from '@app/sdk/client';
import { Button, Checkbox, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../api/client';
import { Refusal } from '../../../element/loading/refusal';
import { WideTable } from '../../../element/table/wide-table';
import { gistOf, reasonOf } from '../../../format/answer-words';
import { countedText, usdText } from '../../../format/number';
import type { Body } from '../draft/draft';
import { triedBody, unitsOf } from './trial';
import type { Samples } from '../draft/use-samples';

/** Asks the engine about a few documents, beside what the active version answered. Nothing is stored; it is billed. */
export function TryPanel({
  body,
  samples: { namespace, documents },
  estimate,
}: {
  body: Body;
  samples: Samples;
  estimate: Schema<'EstimateView'> | null;
}) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = documents.map(({ id }) => id).filter((id) => !left.includes(id));
  const tried = useMutation({
    mutationFn: async () =>
      await client.namespace(namespace).judgments.try({ definition: triedBody(body), documents: chosen }),
  });
  if (documents.length === 0) return null;
  const units = unitsOf(estimate, chosen.length);
  return (
    <Paper withBorder p="md" component="section" aria-label="Try">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Try it
        </Title>
        <Group gap="sm">
          {documents.map(({ id }) => (
            <Checkbox
              key={id}
              label={id}
              checked={chosen.includes(id)}
              onChange={(event) =>
                setLeft(event.currentTarget.checked ? left.filter((other) => other !== id) : [...left, id])
              }
            />
          ))}
        </Group>
        <div>
          <Button
            variant="default"
            disabled={chosen.length === 0}
            loading={tried.isPending}
            onClick={() => tried.mutate()}
          >
            Try on {countedText(chosen.length, 'document')}
            {units === null ? '' : ` for about ${countedText(units, 'judgment')}`}
          </Button>
        </div>
        {tried.error && <Refusal error={tried.error} />}
        {tried.data && (
          <>
            <WideTable
              name="Tried"
              rows={tried.data.documents}
              rowKey={({ document }) => document}
              empty="No documents tried."
              columns={[
                { title: 'Document', cell: ({ document }) => document },
                { title: 'This draft', cell: (row) => <Tried row={row} /> },
                {
                  title: 'Active version',
                  cell: ({ document }) => activeText(documents.find(({ id }) => id === document)?.answers?.[body.name]),
                },
                {
                  title: 'Engine input',
                  cell: ({ context }) => (
                    <details>
                      <summary>{countedText(context.tokens, 'token')}</summary>
                      <Code block className="plain">
                        {context.text}
                      </Code>
                    </details>
                  ),
                },
              ]}
            />
            <Text size="sm" role="status">
              Tried for {countedText(tried.data.usage.judgment_units, 'judgment')}, {usdText(tried.data.usage.cost_usd)}{' '}
              in total. Nothing is stored.
            </Text>
          </>
        )}
      </Stack>
    </Paper>
  );
}

function Tried({ row: { applies, answer } }: { row: Schema<'TriedDocument'> }) {
  if (applies === false) return <>skipped: no match</>;
  const reason = reasonOf(answer);
  return (
    <>
      {gistOf(answer)}
      {reason && ` (${reason})`}
    </>
  );
}

function activeText(answer: Schema<'AnswerView'> | undefined): string {
  if (!answer || answer.judged_at === null) return '–';
  return `${gistOf(answer)}${answer.status === 'fresh' ? '' : `, ${answer.status}`}`;
}
