import type { Schema } from '@app/sdk/client';
import { Button, Code, Grid, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { AppLink } from '../../element/app-link';
import { Cuts } from '../../element/answer/cuts';
import { Facts } from '../../element/facts';
import { Refusal } from '../../element/loading/refusal';
import { reasonOf } from '../../format/answer-words';
import { answererText } from '../../format/engine-words';
import { countedText, countText, usdText } from '../../format/number';
import type { Body } from '../editor/draft/draft';
import { triedBody, unitsOf } from '../editor/trial/trial';
import { answerSentence, tookText } from './answer-sentence';
import { allText, monthText } from './price-text';

/** Asks about three documents and shows the answers beside what was read, how long it took and what it costs. */
export function ThreeAnswers({
  ns,
  body,
  documents,
  estimate,
}: {
  ns: string;
  /** Null while there is nothing to ask. */
  body: Body | null;
  documents: readonly string[];
  estimate: Schema<'EstimateView'> | null;
}) {
  const tried = useMutation({
    mutationFn: async (definition: Body) => {
      const began = performance.now();
      const reply = await client
        .namespace(ns)
        .judgments.try({ definition: triedBody(definition), documents: [...documents] });
      return { ...reply, ms: performance.now() - began };
    },
  });
  const isOfNow = JSON.stringify(tried.variables) === JSON.stringify(body);
  const units = unitsOf(estimate, documents.length);
  const count = documents.length === 3 ? 'three' : countText(documents.length);
  const asked = documents.length === 1 ? 'one document' : `${count} documents`;
  return (
    <Stack gap="sm" component="section" aria-label="Try">
      <div>
        <Button disabled={body === null} loading={tried.isPending} onClick={() => body !== null && tried.mutate(body)}>
          Try on {asked}
        </Button>
      </div>
      <Text size="sm" c="dimmed">
        Nothing is stored. {units !== null && `It counts as about ${countedText(units, 'judgment')}.`}
      </Text>
      {tried.error && <Refusal error={tried.error} />}
      {tried.data && !isOfNow && <Text role="status">The question has changed since: try it again.</Text>}
      {tried.data && isOfNow && (
        <>
          {tried.data.documents.map((row) => (
            <Answered key={row.document} ns={ns} row={row} />
          ))}
          <Facts
            facts={[
              ['Took', tookText(tried.data.documents.length, tried.data.ms)],
              [`These ${tried.data.documents.length}`, usdText(tried.data.usage.cost_usd)],
              ...(estimate === null
                ? []
                : ([
                    ['All of them', allText(estimate)],
                    ['A month', monthText(estimate)],
                  ] as const)),
            ]}
          />
        </>
      )}
    </Stack>
  );
}

function Answered({ ns, row }: { ns: string; row: Schema<'TriedDocument'> }) {
  const { document, answer, applies, context } = row;
  const reason = reasonOf(answer);
  return (
    <Paper withBorder p="sm" component="article" aria-label={document}>
      <Grid>
        <Grid.Col span={{ base: 12, sm: 5 }}>
          <Title order={3} size="h5" className="wrap">
            <AppLink to={addresses.document(ns, document)}>{document}</AppLink>
          </Title>
          <Text fw={600} className="wrap">
            {applies === false ? 'Left out: it does not match' : answerSentence(answer)}
          </Text>
          {reason !== '' && <Text size="sm">{reason}</Text>}
          <Text size="sm" c="dimmed">
            by {answererText(answer)}
          </Text>
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 7 }}>
          <Text size="sm" c="dimmed">
            Read: {countedText(context.tokens, 'token')}
            {context.truncated && ', cut to fit'}
          </Text>
          <Cuts cuts={context.cuts} />
          <Code block className="plain" tabIndex={0} mah={240} style={{ overflow: 'auto' }}>
            {context.text}
          </Code>
        </Grid.Col>
      </Grid>
    </Paper>
  );
}
