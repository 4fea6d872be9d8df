import { Grid, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { BuiltInBanner } from '../../element/built-in-banner';
import { ChooseNamespace } from '../../element/choose-namespace';
import { CopyAs } from '../../element/file/copy-as';
import { DocumentImages } from '../../element/answer/document-images';
import { JsonTree } from '../../element/json/json-tree';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { Page } from '../../element/page';
import { useJudgments } from '../../element/hook/use-judgments';
import { usePlace } from '../../element/hook/use-place';
import { shellQuoted } from '../../format/as-code';
import { Reads } from '../../live/next-read';
import { useMayChange } from '../../sign-in/session';
import { AnswerCard } from './answer-card';
import { DocumentActions } from './document-actions';

/** One document: what was written on the left, what is judged of it on the right. */
export function DocumentPage() {
  const place = usePlace();
  const [ns, id] = [place.value('ns'), place.value('id')];
  if (ns === '' || id === '') return <ChooseNamespace title="Document" />;
  return <Document key={`${ns} ${id}`} ns={ns} id={id} />;
}

function Document({ ns, id }: { ns: string; id: string }) {
  const [reads] = useState(() => new Reads());
  const mayChange = useMayChange();
  const judgments = useJudgments(ns);
  const document = useQuery({
    queryKey: keys.document.of(ns, id),
    queryFn: async () => {
      // Stored answers: to look at a document costs nothing.
      const { documents } = await client.namespace(ns).documents.getMany([id], {
        fresh: 'stored',
        include: ['attributes', 'state', 'images', 'answers'],
      });
      return documents[0] ?? null;
    },
    refetchInterval: ({ state }) => reads.nextMs(Object.values(state.data?.answers ?? {}), state.dataUpdatedAt),
  });
  return (
    <Page
      title={id}
      side={
        <CopyAs
          method="GET"
          path={`/namespaces/${encodeURIComponent(ns)}/documents/${encodeURIComponent(id)}`}
          sdk={`client.namespace(${JSON.stringify(ns)}).documents.get(${JSON.stringify(id)})`}
          cli={`judgment get ${shellQuoted(id)} -n ${shellQuoted(ns)}`}
        />
      }
    >
      <Loaded query={document}>
        {(view) =>
          view === null ? (
            <>Document {id} not found. It may have been deleted.</>
          ) : (
            <>
              <BuiltInBanner answers={Object.values(view.answers ?? {})} />
              <Grid>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Stack>
                    <div title={`Version ${view.version}`}>
                      Changed <Moment at={view.updated_at} />
                    </div>
                    {mayChange && <DocumentActions ns={ns} view={view} />}
                    <Title order={2} size="h4">
                      Attributes
                    </Title>
                    <JsonTree value={view.attributes ?? {}} file="attributes" />
                    <Title order={2} size="h4">
                      State
                    </Title>
                    <JsonTree value={view.state ?? {}} file="state" />
                    {Object.keys(view.images ?? {}).length > 0 && (
                      <>
                        <Title order={2} size="h4">
                          Images
                        </Title>
                        <DocumentImages ns={ns} images={view.images ?? {}} />
                      </>
                    )}
                  </Stack>
                </Grid.Col>
                <Grid.Col span={{ base: 12, md: 6 }}>
                  <Stack>
                    {Object.entries(view.answers ?? {}).map(([judgment, answer]) => (
                      <AnswerCard
                        key={judgment}
                        ns={ns}
                        document={id}
                        judgment={judgment}
                        answer={answer}
                        definition={judgments.data?.find(({ name }) => name === judgment)?.definition}
                      />
                    ))}
                  </Stack>
                </Grid.Col>
              </Grid>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
