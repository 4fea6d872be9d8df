import type { Schema } from '@app/sdk/client';
import { Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { AppLink } from '../../element/app-link';
import { Chip } from '../../element/chip';
import { Cuts } from '../../element/cuts';
import { Moment } from '../../element/moment';
import { Refusal } from '../../element/refusal';
import { ShareBar } from '../../element/share-bar';
import { barOf, gistOf, reasonOf } from '../../format/answer-words';
import { answererText } from '../../format/engine-words';
import { shareText } from '../../format/number';
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
}: {
  ns: string;
  document: string;
  judgment: string;
  answer: Schema<'AnswerView'>;
}) {
  const one = client.namespace(ns).judgments.get(judgment);
  const mayChange = useMayChange();
  const mayLabel = useMayLabel();
  const context = useMutation({ mutationFn: async () => await one.context({ document }) });
  const reason = reasonOf(answer);
  return (
    <Paper withBorder p="md" component="section" aria-label={judgment}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2} size="h4">
            <AppLink to={addresses.judgment(ns, judgment)}>{judgment}</AppLink>
          </Title>
          <Chip status={answer.status} />
        </Group>
        <Group gap="xs">
          <ShareBar share={barOf(answer)} />
          <Text fw={600}>{gistOf(answer)}</Text>
          {answer.calibrated?.p !== undefined && <Text size="sm">calibrated {shareText(answer.calibrated.p)}</Text>}
          {Object.entries(answer.thresholds).map(([name, isTrue]) => (
            <Chip key={name} status={`${name}: ${isTrue ? 'yes' : 'no'}`} tone={isTrue ? 'warn' : 'calm'} />
          ))}
        </Group>
        {reason && <Text size="sm">Not fresh, because {reason}.</Text>}
        <Text size="sm" c="dimmed">
          {answer.due_at !== null && (
            <>
              Due <Moment at={answer.due_at} />.{' '}
            </>
          )}
          {answer.judged_at !== null && (
            <>
              Judged <Moment at={answer.judged_at} /> by {answererText(answer)}, version {answer.version} on the
              document’s version {answer.document_version}.
            </>
          )}
          {answer.truncated === true && ' What it read was cut.'}
        </Text>
        <Group gap="xs">
          {mayChange && <JudgeNow ns={ns} document={document} judgment={judgment} answer={answer} />}
          <Button size="xs" variant="default" loading={context.isPending} onClick={() => context.mutate()}>
            What it would read
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
