import { Alert, Button, Group, Text } from '@mantine/core';
import { cutOf, flipOf, thresholdOf, type Cut } from '@app/thresholds';
import type { Schema } from '@app/sdk/client';
import { useState } from 'react';
import { client } from '../../../api/client';
import { keys } from '../../../api/query-keys';
import { Refusal } from '../../../element/loading/refusal';
import { useChange } from '../../../element/hook/use-change';
import { countedText } from '../../../format/number';
import { valueOf } from './editable';
import { thresholdText } from './threshold-text';
import { countMatching } from './use-volume';

type Threshold = Schema<'Threshold'>;

/** What came of a save: it holds, or somebody had moved the value meanwhile. */
type Saved = { flipped: number | null } | { moved: Threshold | undefined };

/** Saves a threshold after it read the value again, so that nobody's change is overwritten unseen. */
export function ThresholdSave({
  ns,
  name,
  threshold,
  cut,
  inForce,
  isSame,
  onTake,
}: {
  ns: string;
  name: string;
  threshold: string;
  cut: Cut;
  /** The value as the page read it first; later reads of the page do not move what a save compares with. */
  inForce: Threshold | undefined;
  isSame: boolean;
  onTake: (cut: Cut) => void;
}) {
  const [base, setBase] = useState<{ value: Threshold | undefined }>({ value: inForce });
  const judged = client.namespace(ns).judgments.get(name);
  const save = useChange(
    async (): Promise<Saved> => {
      const now = (await judged.read()).thresholds[threshold];
      if (!isEqual(now, base.value)) return { moved: now };
      const before = now === undefined ? null : cutOf(valueOf(now));
      const flipped = await countFlips(ns, name, before, cut);
      const value = thresholdOf(cut) as Threshold;
      await judged.update({ thresholds: { [threshold]: value } });
      setBase({ value });
      return { flipped };
    },
    {
      concerns: [
        ...[keys.judgment, keys.calibration, keys.distribution, keys.curve].map((family) => family.of(ns, name)),
        ...[keys.count, keys.documents, keys.subscriptions].map((family) => family.in(ns)),
        keys.judgments.of(ns),
      ],
    },
  );
  const result = save.data;
  const moved = result && 'moved' in result && !save.isPending ? result : null;
  const mine = thresholdText(thresholdOf(cut) as Threshold);
  return (
    <>
      <Group>
        <Button loading={save.isPending} disabled={isSame || moved !== null} onClick={() => save.mutate()}>
          Save
        </Button>
        {result && 'flipped' in result && (
          <Text size="sm" role="status">
            Saved for every answer. No new version was created and nothing was recomputed.{' '}
            {result.flipped === null ? 'Too many documents changed to count.' : flippedText(result.flipped)}
          </Text>
        )}
      </Group>
      {moved && (
        <Alert color="yellow" title="Someone else changed it" role="alert">
          <Text size="sm">
            It is {moved.moved === undefined ? 'gone' : `“${thresholdText(moved.moved)}”`} now; yours is “{mine}”.
          </Text>
          <Group mt="xs">
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setBase({ value: moved.moved });
                save.reset();
              }}
            >
              Save mine
            </Button>
            {moved.moved !== undefined && (
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  setBase({ value: moved.moved });
                  onTake(cutOf(valueOf(moved.moved as Threshold)));
                  save.reset();
                }}
              >
                Use theirs
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {save.error !== null && <Refusal error={save.error} />}
    </>
  );
}

function isEqual(a: Threshold | undefined, b: Threshold | undefined): boolean {
  const of = (value: Threshold | undefined) => (value === undefined ? '' : JSON.stringify(cutOf(valueOf(value))));
  return of(a) === of(b);
}

const flippedText = (n: number): string => `${countedText(n, 'document')} changed.`;

/** Documents that turn, counted before the change; null where the service does not count so many. */
async function countFlips(ns: string, name: string, from: Cut | null, to: Cut): Promise<number | null> {
  if (ns.endsWith('/*')) return null;
  const { enter, leave } = flipOf(name, from, to);
  try {
    const [entering, leaving] = [await countMatching(ns, enter), await countMatching(ns, leave)];
    return entering.count + leaving.count;
  } catch (error) {
    if ((error as { reason?: string }).reason === 'scan_too_large') return null;
    throw error;
  }
}
