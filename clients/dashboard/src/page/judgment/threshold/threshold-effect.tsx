import { List, SimpleGrid, Text } from '@mantine/core';
import { flaggedShare, type Cut, type Flip } from '@app/thresholds';
import type { Schema } from '@app/sdk/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { addresses } from '../../../address/address';
import { AppLink } from '../../../element/app-link';
import { Facts } from '../../../element/facts';
import { countText, percentText } from '../../../format/number';
import { shownDocuments, useMatching } from './use-volume';

/** The current documents that the threshold would flag, and those that would turn. Counted exactly once the handle rests. */
export function ThresholdEffect({
  ns,
  cut,
  volume,
  flip: { flagged, enter, leave },
  isRested,
  noise,
}: {
  ns: string;
  cut: Cut;
  volume: UseQueryResult<Schema<'AnswerDistribution'>>;
  flip: Flip;
  isRested: boolean;
  /** Documents that would turn at the value in force by the engine's noise alone; null where no run told it. */
  noise: number | null;
}) {
  const counted = useMatching(ns, flagged);
  if (ns.endsWith('/*')) return <Text size="sm">Select a namespace to see which of its documents change.</Text>;
  const exact = isRested && counted.data !== undefined && !counted.isPlaceholderData && !counted.error;
  return (
    <>
      <Facts
        facts={[
          [
            'Flagged of all current answers',
            exact ? (
              <AppLink to={addresses.documents(ns, flagged)}>{countText(counted.data?.count)}</AppLink>
            ) : (
              estimateText(volume.data, cut)
            ),
          ],
          ['Share of them', percentText(volume.data ? flaggedShare(volume.data.quantiles, cut) : null)],
          ['Current answers', volumeText(volume.data)],
        ]}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Turning title="Would enter" ns={ns} filter={enter} />
        <Turning title="Would leave" ns={ns} filter={leave} />
      </SimpleGrid>
      {noise !== null && (
        <Text size="sm">
          Asked again, about {countText(noise)} would change by the engine’s noise alone at the current value: that many
          of the above may be noise.
        </Text>
      )}
    </>
  );
}

function estimateText(volume: Schema<'AnswerDistribution'> | undefined, cut: Cut): string {
  const share = volume && flaggedShare(volume.quantiles, cut);
  if (!volume || typeof share !== 'number') return '–';
  const numbers = volume.read === 0 ? 0 : (volume.answers * volume.numbers) / volume.read;
  return `about ${countText(Math.round(share * numbers))}`;
}

function volumeText(volume: Schema<'AnswerDistribution'> | undefined): string {
  if (!volume) return '–';
  return `${countText(volume.answers)}${volume.sampled ? `, of which ${countText(volume.read)} were read` : ''}`;
}

/** How many documents turn, and the first of them. */
function Turning({ title, ns, filter }: { title: string; ns: string; filter: Flip['enter'] }) {
  const { data, error } = useMatching(ns, filter);
  const { count, ids } = filter === null || !data ? { count: 0, ids: [] } : data;
  return (
    <section aria-label={title}>
      <Text fw={600}>
        {title}:{' '}
        {filter === null ? (
          '0'
        ) : error ? (
          'too many to count'
        ) : (
          <AppLink to={addresses.documents(ns, filter)}>{countText(data && count)}</AppLink>
        )}
      </Text>
      {ids.length > 0 && (
        <details>
          <summary>
            {ids.length === count ? 'All of them' : `The first ${Math.min(shownDocuments, ids.length)} of them`}
          </summary>
          <List size="sm">
            {ids.map((id) => (
              <List.Item key={id}>
                <AppLink to={addresses.document(ns, id)}>{id}</AppLink>
              </List.Item>
            ))}
          </List>
        </details>
      )}
    </section>
  );
}
