import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { minLabelsToRecommend } from '@app/report';
import { Link } from 'wouter';
import { addresses } from '../../address/address';
import { AppLink } from '../../element/app-link';
import { Loaded } from '../../element/loading/loaded';
import { useJob } from '../../element/hook/use-job';
import { countText } from '../../format/number';
import { useMayLabel } from '../../sign-in/session';
import { judgedText } from './judged-text';

/** Between reads of the job, in milliseconds. */

/** What comes after a question was created: how far judging is, then labels. */
export function Made({ ns, name, job, onAgain }: { ns: string; name: string; job: string; onAgain: () => void }) {
  const mayLabel = useMayLabel();
  const judged = useJob(job);
  return (
    <Stack gap="sm" component="section" aria-label="Created">
      <Title order={2} size="h4">
        <AppLink to={addresses.judgment(ns, name)}>{name}</AppLink> is created
      </Title>
      {job !== '' && (
        <Loaded query={judged} lines={1}>
          {(view) => {
            const { done, total } = view.progress;
            return (
              <>
                <Text role="status">{judgedText(view)}</Text>
                <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label="Documents judged" />
              </>
            );
          }}
        </Loaded>
      )}
      {mayLabel && (
        <Text size="sm">
          Next, say for some documents what is true. From {countText(minLabelsToRecommend)} labels on the service
          recommends a threshold, and its report says how right the answers are.
        </Text>
      )}
      <Group>
        {mayLabel && (
          <Button component={Link} href={addresses.review(ns, name)}>
            Label {countText(minLabelsToRecommend)} answers
          </Button>
        )}
        <AppLink to={addresses.judgment(ns, name, 'thresholds')}>Set a threshold</AppLink>
        <AppLink to={addresses.documents(ns)}>See the answers</AppLink>
        <Button variant="default" onClick={onAgain}>
          Ask another question
        </Button>
      </Group>
    </Stack>
  );
}
