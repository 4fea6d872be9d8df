import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Schema } from '@app/sdk/client';
import { useState } from 'react';
import { client } from '../../../api/client';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import { Refusal } from '../../../element/loading/refusal';
import { countedText, countText, percentText, percentWithin } from '../../../format/number';
import { Decision } from './decision';
import { missingLabels } from './labels-enough';

type Target = 'precision' | 'recall' | 'cost';
const targets: readonly Target[] = ['precision', 'recall', 'cost'];

/** The threshold that reaches a target on the labels, and whether it can be relied on. */
export function Recommended({
  ns,
  judgment,
  report,
  threshold,
  on,
  onTake,
}: JudgmentProps & {
  report: Schema<'CalibrationReport'>;
  threshold: string;
  on: string;
  onTake: (value: number) => void;
}) {
  const [target, setTarget] = useState<Target>('precision');
  const [atLeast, setAtLeast] = useState('0.9');
  const [falsePositive, setFalsePositive] = useState('1');
  const [falseNegative, setFalseNegative] = useState('5');
  const [positiveFrom, setPositiveFrom] = useState('');
  const ask = useMutation({
    mutationFn: async () =>
      await client
        .namespace(ns)
        .judgments.get(judgment.name)
        .recommendation({
          on,
          target,
          ...(target === 'cost'
            ? { cost_false_positive: falsePositive, cost_false_negative: falseNegative }
            : { at_least: atLeast }),
          ...(on === 'score' && positiveFrom !== '' && { positive_from: positiveFrom }),
        }),
  });
  if (missingLabels(report, on, 'gte') !== null) return null;
  const number = (label: string, value: string, set: (text: string) => void) => (
    <TextInput
      label={label}
      inputMode="decimal"
      value={value}
      onChange={(event) => set(event.currentTarget.value.trim())}
    />
  );
  return (
    <>
      <Group align="flex-end">
        <Select
          label={`Find ${threshold} by`}
          data={targets}
          allowDeselect={false}
          value={target}
          onChange={(next) => setTarget(targets.find((each) => each === next) ?? 'precision')}
        />
        {target === 'cost' ? (
          <>
            {number('Cost of a false alarm', falsePositive, setFalsePositive)}
            {number('Cost of a missed case', falseNegative, setFalseNegative)}
          </>
        ) : (
          number('of at least', atLeast, setAtLeast)
        )}
        {on === 'score' && number('Positive from', positiveFrom, setPositiveFrom)}
        <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
          Find
        </Button>
      </Group>
      {ask.error && <Refusal error={ask.error} />}
      {ask.data && <Found found={ask.data} onTake={onTake} />}
      {ask.data?.decision && <Decision decision={ask.data.decision} />}
    </>
  );
}

function Found({ found, onTake }: { found: Schema<'ThresholdRecommendation'>; onTake: (value: number) => void }) {
  const { threshold, holds, labels_needed: needed, documents_needed: documents = null, n, flagged } = found;
  const { precision, recall, cost, notices = [] } = found;
  return (
    <Text component="div" size="sm" role="status">
      {threshold === null
        ? 'No threshold reaches this on these labels.'
        : `${Number(threshold.toFixed(6))} flags ${percentText(flagged)} of ${countedText(n, 'label')}: precision ${shareText(precision)}, recall ${shareText(recall)}.`}{' '}
      {holds === true && 'Met with 95 % confidence.'}
      {holds === false && 'It may not hold on new documents: only the current labels meet it.'}
      {cost !== null && `It costs ${countText(cost)} over these labels.`}
      {needed !== null &&
        ` About ${countedText(needed, 'label')}${ofDocuments(documents, needed)} are needed for 95 % confidence.`}{' '}
      {threshold !== null && (
        <Button size="compact-xs" variant="default" onClick={() => onTake(threshold)}>
          Use it
        </Button>
      )}
      {notices.map(({ code, message }) => (
        <div key={code}>{message}</div>
      ))}
    </Text>
  );
}

/** Documents beside labels, where they are not as many. */
function ofDocuments(documents: number | null, labels: number): string {
  return documents === null || documents === labels ? '' : ` of ${countedText(documents, 'document')}`;
}

function shareText(share: Schema<'ShareEstimate'> | null): string {
  return share === null ? '–' : percentWithin(share.value, share.interval);
}
