import type { Schema } from '@app/sdk/client';
import { Button, Grid, Group, Kbd, Paper, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AnswerFigures } from '../../element/answer/answer-figures';
import { Refusal } from '../../element/loading/refusal';
import { gistOf } from '../../format/answer-words';
import { countedText } from '../../format/number';
import { singleKeyOf } from '../../keys/key-press';
import { isForPage } from '../../keys/shortcuts';
import { useSession } from '../../sign-in/session';
import { LabelButtons, optionsOf } from './label-buttons';
import { Material } from './material-view';
import { Outbox } from './outbox';
import { Progress } from './progress';
import { saidBy, type Said } from './review';
import { drawn, isLookedAt, type ShownSince } from './shown-since';
import { useReview } from './use-review';

/** One item at a time. The engine's answer is hidden unless it is asked for, so that people do not copy it. */
export function ItemReview({ ns, definition }: { ns: string; definition: Schema<'JudgmentDefinition'> }) {
  const { review, item, isShown, error, isEmpty, label, ...act } = useReview(ns, definition.name);
  const { user } = useSession();
  const [isDocument, setDocument] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const options = optionsOf(definition);
  const shown = useRef<ShownSince>(null);
  const onDrawn = useCallback((answer: string) => {
    shown.current = drawn(shown.current, answer, performance.now());
  }, []);
  const say = (said: Said) => {
    if (isLookedAt(shown.current, item?.answer, performance.now())) label(said);
  };
  useEffect(() => {
    if (!user.single_keys) return undefined;
    const acts: Readonly<Record<string, () => void>> = {
      s: act.skip,
      u: act.undo,
      e: act.show,
      c: () => setDocument((before) => !before),
      ArrowLeft: act.back,
      ...(definition.type === 'choice' && { '/': () => search.current?.focus() }),
    };
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event.target instanceof HTMLElement ? event.target : null)) return;
      // A key that is held down labels, skips and takes back one item, and not those that follow.
      const key = singleKeyOf(event);
      if (key === null) return;
      const said = saidBy(
        key,
        definition.type,
        options.map(({ value }) => value),
      );
      const run = said ? () => say(said) : acts[key];
      if (!run) return;
      // The shell has keys of its own, such as `/`.
      event.preventDefault();
      event.stopPropagation();
      run();
    };
    globalThis.addEventListener('keydown', onKey, true);
    return () => globalThis.removeEventListener('keydown', onKey, true);
  });
  const action = (key: string, words: string, run: () => void, isOff = false) => (
    <Button size="xs" variant="default" onClick={run} disabled={isOff} rightSection={<Kbd>{key}</Kbd>}>
      {words}
    </Button>
  );
  return (
    <Stack>
      <Progress ns={ns} definition={definition} review={review} />
      <Outbox outbox={review.outbox} onAgain={act.sendAgain} onDrop={act.drop} />
      {error !== null && <Refusal error={error} onRetry={act.retry} />}
      {isEmpty && <Text>The queue is empty: nothing to label right now.</Text>}
      {item && (
        <Paper withBorder p="md" component="section" aria-label="Item">
          <Stack>
            <Text size="lg" fw={600}>
              {definition.question}
            </Text>
            {typeof definition.criteria === 'string' && <Text c="dimmed">{definition.criteria}</Text>}
            <Grid>
              <Grid.Col span={{ base: 12, md: 7 }}>
                <Material item={item} isDocument={isDocument} name={definition.name} onDrawn={onDrawn} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 5 }}>
                <Stack>
                  <LabelButtons definition={definition} search={search} key={item.answer} onSaid={say} />
                  <Group gap="xs">
                    {action('s', 'Skip', act.skip)}
                    {action('u', 'Undo', act.undo, review.outbox.length === 0)}
                    {action('←', 'Back', act.back, review.at === 0)}
                    {action('c', isDocument ? 'Show the engine’s input' : 'Show the document', () =>
                      setDocument(!isDocument),
                    )}
                    {action('e', 'Show the engine’s answer', act.show, isShown)}
                  </Group>
                  {isShown && (
                    <>
                      <Text role="status">
                        The engine says {gistOf({ ...item, type: definition.type })}. Your label will be marked as given
                        after seeing it.
                      </Text>
                      {definition.type !== 'bool' && (
                        <AnswerFigures name={definition.name} type={definition.type} raw={item} calibrated={null} />
                      )}
                    </>
                  )}
                  <Text size="sm" c="dimmed">
                    {item.second_opinion &&
                      'Second opinion: someone else has labelled this item; their label stays hidden. '}
                    Why this item: {item.reason.replaceAll('_', ' ')}. Figures and fits count it as{' '}
                    {countedText(item.weight, 'answer')}.
                  </Text>
                </Stack>
              </Grid.Col>
            </Grid>
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}
