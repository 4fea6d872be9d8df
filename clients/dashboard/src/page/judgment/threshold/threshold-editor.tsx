import { Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { noiseTurns } from '@app/report';
import { cutOf, flipOf, thresholdOf, type Cut } from '@app/thresholds';
import type { Schema } from '@app/sdk/client';
import { useState } from 'react';
import type { JudgmentProps } from '../../../element/hook/judgment-props';
import { domainOf, firstCut, middleOf, numberText, numbersOf, stepOf, valueOf } from './editable';
import { Recommended } from './recommended';
import { ThresholdCurve } from './threshold-curve';
import { ThresholdEffect } from './threshold-effect';
import { ThresholdEvents } from './threshold-events';
import { ThresholdSave } from './threshold-save';
import { useDistribution } from './use-volume';

/** How long the handle rests before documents are counted exactly, in milliseconds. */
const restMs = 400;

/** Sets a threshold; what it reaches on labels and which documents it turns stand beside it before anything is saved. */
export function ThresholdEditor({ ns, judgment, report }: JudgmentProps & { report: Schema<'CalibrationReport'> }) {
  const { name, thresholds, definition } = judgment;
  const [threshold, setThreshold] = useState(Object.keys(thresholds)[0] ?? 'alarm');
  const inForce = thresholds[threshold];
  const [cut, setCut] = useState<Cut>(() => firstCut(definition, inForce));
  const [rested] = useDebouncedValue(cut, restMs);
  const volume = useDistribution(ns, name, cut.on);
  const domain = domainOf(definition, cut.on, volume.data?.quantiles ?? []);
  const from = inForce === undefined ? null : cutOf(valueOf(inForce));
  const move = (at: number) => setCut({ ...cut, at });
  const isSame = from !== null && JSON.stringify(thresholdOf(from)) === JSON.stringify(thresholdOf(cut));
  return (
    <Paper withBorder p="md" component="section" aria-label="Set a threshold">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Set a threshold
        </Title>
        <Group align="flex-end">
          <TextInput
            label="Name"
            value={threshold}
            onChange={(event) => {
              const next = event.currentTarget.value;
              setThreshold(next);
              if (thresholds[next] !== undefined) setCut(firstCut(definition, thresholds[next]));
            }}
          />
          <Select
            label="Reads"
            data={numbersOf(definition).map((on) => ({ value: on, label: numberText(on) }))}
            value={cut.on}
            allowDeselect={false}
            // Another number makes another threshold of the same name, which the service takes as well.
            onChange={(on) => on !== null && setCut(middleOf(definition, on))}
          />
          {cut.on !== 'p' && (
            <Select
              label="True"
              data={[
                { value: 'gte', label: 'at or above the value' },
                { value: 'lte', label: 'at or below the value' },
              ]}
              value={cut.side}
              allowDeselect={false}
              onChange={(side) => setCut({ ...cut, side: side === 'lte' ? 'lte' : 'gte' })}
            />
          )}
          <TextInput
            label="Value"
            type="number"
            min={domain[0]}
            max={domain[1]}
            step={stepOf(domain)}
            value={cut.at}
            onChange={(event) => move(Number(event.currentTarget.value))}
          />
        </Group>
        <ThresholdCurve
          ns={ns}
          judgment={judgment}
          report={report}
          cut={cut}
          threshold={threshold}
          domain={domain}
          volume={volume}
          onMove={move}
        />
        <ThresholdEffect
          ns={ns}
          cut={cut}
          volume={volume}
          flip={flipOf(name, from, rested)}
          isRested={rested.at === cut.at}
          noise={noiseTurns(report.repeatability, threshold, volume.data?.answers ?? 0)}
        />
        <ThresholdEvents ns={ns} name={name} threshold={threshold} from={from} to={rested} />
        <Recommended ns={ns} judgment={judgment} report={report} threshold={threshold} on={cut.on} onTake={move} />
        {threshold === '' ? (
          <Text size="sm">Enter a name for the threshold.</Text>
        ) : (
          <ThresholdSave
            key={threshold}
            ns={ns}
            name={name}
            threshold={threshold}
            cut={cut}
            isSame={isSame}
            inForce={inForce}
            onTake={setCut}
          />
        )}
        {from !== null && !isSame && (
          <Group>
            <Button variant="default" size="xs" onClick={() => setCut(from)}>
              Reset to the current value
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
