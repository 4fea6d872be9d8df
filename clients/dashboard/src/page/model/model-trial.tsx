import type { Schema } from '@app/sdk/client';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client';
import { Chip } from '../../element/chip';
import { Refusal } from '../../element/loading/refusal';
import { WideTable } from '../../element/table/wide-table';
import { readingText } from './model-words';

/** A server on this machine may first load its model. */
const waits = { retries: 0, timeoutMs: 90_000, totalMs: 90_000 };

/**
 * Asks a model one question of each type and shows what came; nothing is stored.
 * @param model what a form holds; without it what stands behind the name is asked
 */
export function ModelTrial({
  engine,
  words,
  model,
  isReady = true,
}: {
  engine: Schema<'ModelView'>['engine'];
  words: string;
  model?: Schema<'ModelBody'>;
  isReady?: boolean;
}) {
  const trial = useMutation({
    mutationFn: async (tried: Schema<'ModelBody'> | undefined) =>
      await client.models.try(engine, tried === undefined ? {} : { model: tried }, waits),
  });
  const { data, error, isPending, variables } = trial;
  // What a server answered to another form says nothing of this one.
  const isOfThis = JSON.stringify(variables) === JSON.stringify(model);
  return (
    <Stack gap="xs" align="flex-start">
      <Button size="xs" variant="default" disabled={!isReady} loading={isPending} onClick={() => trial.mutate(model)}>
        {words}
      </Button>
      {error !== null && isOfThis && <Refusal error={error} />}
      {data !== undefined && isOfThis && <Results trial={data} />}
    </Stack>
  );
}

function Results({ trial: { answered, questions } }: { trial: Schema<'ModelTrial'> }) {
  return (
    <Stack gap="xs" w="100%">
      <Text size="sm" role="status">
        {answered ? 'All questions were answered.' : 'Some questions were not answered.'}
      </Text>
      <WideTable
        name="Tried"
        rows={questions}
        rowKey={({ type }) => type}
        empty=""
        columns={[
          { title: 'Type', cell: ({ type }) => type },
          { title: 'Question', cell: ({ question }) => question },
          { title: 'Result', cell: (tried) => <Outcome tried={tried} /> },
          { title: 'HTTP status', cell: ({ http_status: status }) => status ?? '–' },
          { title: 'Seconds', cell: ({ seconds }) => seconds.toFixed(2) },
          { title: 'Answer', cell: (tried) => (tried.answered ? readingText(tried) : tried.message) },
          { title: 'Model in the response', cell: ({ reported_model: reported }) => reported ?? '–' },
        ]}
      />
    </Stack>
  );
}

function Outcome({ tried: { answered, reason } }: { tried: Schema<'TriedQuestion'> }) {
  return <Chip status={answered ? 'answered' : (reason ?? 'no answer')} tone={answered ? 'good' : 'bad'} />;
}
