import type { Schema } from '@app/sdk/client';
import { Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { AnswerFigures } from '../../element/answer/answer-figures';
import { AppLink } from '../../element/app-link';
import { Chip } from '../../element/chip';
import { Cuts } from '../../element/answer/cuts';
import { Moment } from '../../element/moment';
import { Refusal } from '../../element/loading/refusal';
import { ShareBar } from '../../element/chart/share-bar';
import { calibratedGist } from '../../format/answer-figures';
import { barOf, gistOf, reasonOf } from '../../format/answer-words';
import { answererText } from '../../format/engine-words';
import { useMayChange, useMayLabel } from '../../sign-in/session';
import { Explanation } from './explanation';
import { History } from './history';
import { JudgeNow } from './judge-now';
import { LabelAnswer } from './label-answer';
import { Relations } from './relations';

/** One judgment's answer about a document: what it says, why it is not fresh, what it was read from. */
export function AnswerCard({
  ns,
  document,
  judgment,
  answer,
  definition,
}: {
  ns: string;
  document: string;
  judgment: string;
  answer: Schema<'AnswerView'>;
  /** Of the judgment's active version; undefined until it is read. */
  definition?: Schema<'JudgmentDefinition'>;
}) {
  const one = client.namespace(ns).judgments.get(judgment);
  const mayChange = useMayChange();
  const mayLabel = useMayLabel();
  const context = useMutation({ mutationFn: async () => await one.context({ document }) });
  const reason = reasonOf(answer);
  const calibrated = calibratedGist(answer);
  return (
    <Paper withBorder p="md" component="section" aria-label={judgment}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            <AppLink to={addresses.judgment(ns, judgment)}>{judgment}</AppLink>
          </Title>
          <Chip status={answer.status} />
        </Group>
        {definition && <Text className="wrap">{definition.question}</Text>}
        <Group gap="xs">
          <ShareBar share={barOf(answer)} />
          <Text fw={600}>{gistOf(answer)}</Text>
          {answer.judged_at !== null && (
            <Text size="sm">{calibrated === '' ? 'raw; not calibrated yet' : `raw, calibrated ${calibrated}`}</Text>
          )}
          {Object.entries(answer.thresholds).map(([name, isTrue]) => (
            <Chip key={name} status={`${name}: ${isTrue ? 'yes' : 'no'}`} tone={isTrue ? 'warn' : 'calm'} />
          ))}
        </Group>
        {answer.judged_at !== null && (answer.type !== 'bool' || answer.parts || answer.features) && (
          <AnswerFigures
            name={judgment}
            type={answer.type}
            raw={answer}
            calibrated={answer.calibrated}
            questions={questionsOf(definition)}
          />
        )}
        {reason && <Text size="sm">Not fresh: {reason}.</Text>}
        <Text size="sm" c="dimmed">
          {answer.due_at !== null && (
            <>
              Due <Moment at={answer.due_at} />.{' '}
            </>
          )}
          {answer.judged_at !== null && (
            <>
              Judged <Moment at={answer.judged_at} /> by {answererText(answer)},{' '}
              <span title={`Document version ${answer.document_version}`}>judgment version {answer.version}</span>.
            </>
          )}
          {answer.truncated === true && ' Its input was truncated.'}
        </Text>
        <Group gap="xs">
          {mayChange && <JudgeNow ns={ns} document={document} judgment={judgment} answer={answer} />}
          <Button size="xs" variant="default" loading={context.isPending} onClick={() => context.mutate()}>
            Preview engine input
          </Button>
          {mayLabel && <LabelAnswer ns={ns} document={document} judgment={judgment} answer={answer} />}
        </Group>
        {context.error && <Refusal error={context.error} />}
        {context.data && (
          <>
            <Text size="sm">
              {context.data.tokens} tokens, size {context.data.size_class}
            </Text>
            <Cuts cuts={context.data.cuts} />
            <Code block className="plain" tabIndex={0}>
              {context.data.text}
            </Code>
          </>
        )}
        {answer.watermark !== undefined && (
          <Relations ns={ns} document={document} judgment={judgment} answer={answer} />
        )}
        {answer.status !== 'fresh' && <Explanation ns={ns} document={document} judgment={judgment} />}
        <History ns={ns} document={document} judgment={judgment} type={answer.type} />
      </Stack>
    </Paper>
  );
}

/** What each part of a composite judgment asks, by its name. */
function questionsOf(definition: Schema<'JudgmentDefinition'> | undefined): Readonly<Record<string, string>> {
  if (!definition || !('parts' in definition)) return {};
  return Object.fromEntries((definition.parts ?? []).map(({ name, question }) => [name, question]));
}
