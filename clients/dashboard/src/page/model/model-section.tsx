import type { Schema } from '@app/sdk/client';
import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Ask } from '../../element/ask';
import { Facts } from '../../element/facts';
import { Moment } from '../../element/moment';
import { useChange } from '../../element/hook/use-change';
import { useSession } from '../../sign-in/session';
import { ModelForm } from './model-form';
import { ModelTrial } from './model-trial';
import { readsWords, setByText } from './model-words';

/** One engine name: what stands behind it, and what may be done about that. */
export function ModelSection({ standing, list }: { standing: Schema<'ModelView'>; list: Schema<'ModelList'> }) {
  const { engine, active, set_by: by, problem } = standing;
  const { user } = useSession();
  const [isOpen, { open, close }] = useDisclosure(false);
  const maySet = active && (by === 'owner' || by === 'none');
  return (
    <Paper withBorder p="md" component="section" aria-label={engine}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {engine}
        </Title>
        <Text size="sm" className="wrap">
          {active ? setByText(standing) : 'No judgment can use this engine yet.'}
        </Text>
        {active && <Facts facts={[...factsOf(standing, list.providers), ...savedFacts(standing, user)]} />}
        {problem !== null && (
          <Alert color="red" role="alert" title="Not available">
            {problem}
          </Alert>
        )}
        {maySet && isOpen && <ModelForm standing={standing} list={list} onClose={close} />}
        {maySet && !isOpen && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={open}>
              {by === 'owner' ? 'Edit model' : 'Configure model'}
            </Button>
            {by === 'owner' && <Remove engine={engine} />}
          </Group>
        )}
        {!isOpen && active && <ModelTrial engine={engine} words="Test current model" />}
      </Stack>
    </Paper>
  );
}

function factsOf(standing: Schema<'ModelView'>, providers: Schema<'ModelList'>['providers']) {
  const { provider, source, base_url: baseUrl, model, reads, has_key: hasKey, headers, query } = standing;
  const title =
    providers.find((one) => one.provider === provider)?.title ?? (provider ?? source ?? '–').replace('_', '-');
  const facts: [string, ReactNode][] = [
    ['Provider', title],
    ['Base URL', baseUrl ?? 'inside the service'],
    ['Model', model ?? '–'],
    ['API key', hasKey ? 'set' : 'none'],
    ['Epoch', standing.engine_version ?? '–'],
  ];
  if (reads !== null) facts.push(['Probabilities', readsWords[reads] ?? reads]);
  if (headers.length > 0) facts.push(['Headers', headers.join(', ')]);
  if (query.length > 0) facts.push(['Parameters', query.join(', ')]);
  return facts;
}

function savedFacts(
  { changed_at: at, changed_by: by }: Schema<'ModelView'>,
  me: { id: string; email: string },
): [string, ReactNode][] {
  if (at === null) return [];
  // An owner of another organization is known by id alone.
  return [
    ['Saved', <Moment at={at} />],
    ['Saved by', by === `user:${me.id}` ? me.email : (by ?? '–')],
  ];
}

function Remove({ engine }: { engine: Schema<'ModelView'>['engine'] }) {
  const remove = useChange((_given: void) => client.models.remove(engine, { retries: 0 }), {
    concerns: [keys.models.all, keys.engines.all],
    done: `Model of ${engine} removed.`,
  });
  const question = `${engine} then uses the built-in engine, or a local model. The API key is deleted. A new epoch begins; existing answers are kept.`;
  return <Ask words="Remove model" question={question} change={remove} />;
}
