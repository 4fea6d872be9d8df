import type { Schema } from '@app/sdk/client';
import { Button, Paper, Select, Stack, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { useEngines } from '../../element/hook/use-engines';

/** Puts another wording or engine on the list. That asks nothing and costs nothing. */
export function NameForm({ ns, name }: { ns: string; name: string }) {
  const [question, setQuestion] = useState('');
  const [criteria, setCriteria] = useState('');
  const [engine, setEngine] = useState<string | null>(null);
  const engines = useEngines();
  const add = useChange(
    async () => {
      const chosen = engines.find(({ words }) => words === engine);
      const definition: Schema<'DifferingMembers'> = {
        ...(question.trim() !== '' && { question }),
        ...(criteria.trim() !== '' && { criteria }),
        ...(chosen && { engine: chosen.ref }),
      };
      await client.namespace(ns).judgments.get(name).alternatives.add({ definition });
      setQuestion('');
      setCriteria('');
      setEngine(null);
    },
    {
      concerns: [keys.alternatives.of(ns, name)],
      done: 'Alternative added. The cost of scoring it is being estimated.',
    },
  );
  return (
    <Paper withBorder p="md" component="section" aria-label="Add an alternative">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Stack gap="sm">
          <Title order={2} size="h4">
            Add an alternative
          </Title>
          <Textarea
            label="Another question"
            description="Empty fields stay as in the active version."
            autosize
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
          />
          <Textarea
            label="Other criteria"
            autosize
            value={criteria}
            onChange={(event) => setCriteria(event.currentTarget.value)}
          />
          <Select
            label="Another engine"
            clearable
            placeholder="same engine"
            data={engines.map(({ words }) => words)}
            value={engine}
            onChange={setEngine}
          />
          {add.error !== null && <Refusal error={add.error} />}
          <div>
            <Button type="submit" variant="default" loading={add.isPending}>
              Add alternative
            </Button>
          </div>
        </Stack>
      </form>
    </Paper>
  );
}
