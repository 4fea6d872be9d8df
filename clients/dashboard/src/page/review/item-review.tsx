import type { Schema } from '@app/sdk/client';
import { Button, Group, Kbd, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../../api/client';
import { JsonTree } from '../../element/json-tree';
import { Loaded } from '../../element/loaded';
import { Refusal } from '../../element/refusal';
import { gistOf } from '../../format/answer-words';
import { isForPage } from '../../keys/shortcuts';
import { useSession } from '../../sign-in/session';
import { currentOf, saidBy, type Item, type Label } from './review';
import { useReview } from './use-review';

type Said = Pick<Label, 'value' | 'escape'>;

/** One item at a time. The engine's answer is hidden unless it is asked for, so that people do not copy it. */
export function ItemReview({ ns, definition }: { ns: string; definition: Schema<'JudgmentDefinition'> }) {
  const { review, isShown, error, isEmpty, label, skip, undo, show, retry } = useReview(ns, definition.name);
  const { user } = useSession();
  const item = currentOf(review);
  const options = optionsOf(definition);
  useEffect(() => {
    if (!user.single_keys) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey } = event;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!isForPage({ ctrlKey, metaKey, altKey, target })) return;
      const said = saidBy(
        event.key,
        definition.type,
        options.map(({ value }) => value),
      );
      if (said) label(said);
      else if (event.key === 's') skip();
      else if (event.key === 'u') undo();
      else if (event.key === 'e') show();
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed" role="status">
        {review.sent} sent, {review.outbox.length} waiting, {review.skipped} skipped
      </Text>
      {error !== null && <Refusal error={error} onRetry={retry} />}
      {isEmpty && <Text>The queue is empty: there is nothing to label now.</Text>}
      {item && (
        <Paper withBorder p="md">
          <Stack>
            <Text size="lg" fw={600}>
              {definition.question}
            </Text>
            {typeof definition.criteria === 'string' && <Text c="dimmed">{definition.criteria}</Text>}
            <Buttons type={definition.type} options={options} onSaid={label} />
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={skip} rightSection={<Kbd>s</Kbd>}>
                Skip
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={undo}
                disabled={review.outbox.length === 0}
                rightSection={<Kbd>u</Kbd>}
              >
                Undo
              </Button>
              <Button size="xs" variant="default" onClick={show} rightSection={<Kbd>e</Kbd>}>
                Show the engine’s answer
              </Button>
            </Group>
            {isShown && <Text>The engine says {gistOf({ ...item, type: definition.type })}.</Text>}
            <Text size="sm" c="dimmed">
              Drawn {item.reason.replaceAll('_', ' ')}, weight {item.weight}
            </Text>
            <DocumentOf item={item} />
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}

interface Option {
  value: string | number;
  description?: string;
}

function optionsOf(definition: Schema<'JudgmentDefinition'>): Option[] {
  if ('levels' in definition) return definition.levels;
  return 'options' in definition && Array.isArray(definition.options) ? definition.options : [];
}

function Buttons({ type, options, onSaid }: { type: string; options: Option[]; onSaid: (said: Said) => void }) {
  const offers: { key: string; words: string; said: Said }[] =
    type === 'bool'
      ? [
          { key: 'y', words: 'Yes', said: { value: true } },
          { key: 'n', words: 'No', said: { value: false } },
        ]
      : options.map(({ value, description }, at) => ({
          key: type === 'score' ? String(value) : at < 9 ? String(at + 1) : '',
          words: description ? `${value}: ${description}` : String(value),
          said: { value },
        }));
  if (type === 'choice') offers.push({ key: '0', words: 'None of these', said: { escape: true } });
  return (
    <Group gap="xs">
      {offers.map(({ key, words, said }) => (
        <Button key={words} variant="default" onClick={() => onSaid(said)} rightSection={key && <Kbd>{key}</Kbd>}>
          {words}
        </Button>
      ))}
    </Group>
  );
}

function DocumentOf({ item: { namespace, document } }: { item: Item }) {
  const read = useQuery({
    queryKey: ['review', namespace, document],
    queryFn: async () =>
      // Without answers: the page must not hold what the person is not to see.
      await client
        .namespace(namespace)
        .documents.getMany([document], { fresh: 'stored', include: ['attributes', 'state'] }),
  });
  return (
    <Loaded query={read}>
      {({ documents: [found] }) =>
        found === undefined ? (
          <Text>The document is deleted: skip it.</Text>
        ) : (
          <JsonTree value={{ attributes: found.attributes ?? {}, state: found.state ?? {} }} />
        )
      }
    </Loaded>
  );
}
