import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { ChooseNamespace } from '../../element/choose-namespace';
import { Loaded } from '../../element/loading/loaded';
import { Page } from '../../element/page';
import { usePlace } from '../../element/hook/use-place';
import { useMayChange } from '../../sign-in/session';
import { AskForm } from './ask-form';
import { Made } from './made';
import { useSampled } from './use-sampled';

/** The first question about the documents of a namespace: tried on three of them, created for its price, then labelled. */
export function AskPage() {
  const ns = usePlace().value('ns');
  const mayChange = useMayChange();
  // A template holds no documents.
  if (ns === '' || ns.endsWith('/*')) return <ChooseNamespace title="Ask a question" />;
  if (!mayChange) {
    return (
      <Page title={`Ask a question in ${ns}`}>
        <Text>
          Owners and admins ask questions. You can look at <AppLink to={addresses.judgments(ns)}>the judgments</AppLink>{' '}
          that there are.
        </Text>
      </Page>
    );
  }
  return <Ask key={ns} ns={ns} />;
}

function Ask({ ns }: { ns: string }) {
  const place = usePlace();
  const [made, job] = [place.value('made'), place.value('job')];
  const namespace = useQuery({
    queryKey: keys.namespace.of(ns),
    queryFn: async () => await client.namespace(ns).read(),
  });
  const sampled = useSampled(ns);
  return (
    <Page title={`Ask a question in ${ns}`}>
      {made === '' ? (
        <Loaded query={namespace}>
          {(view) => (
            <Loaded query={sampled}>
              {(documents) =>
                documents.length === 0 ? (
                  <NoDocument ns={ns} />
                ) : (
                  <AskForm
                    view={view}
                    documents={documents}
                    onMade={({ name, job: id }) => place.set({ made: name, job: id })}
                  />
                )
              }
            </Loaded>
          )}
        </Loaded>
      ) : (
        <Made ns={ns} name={made} job={job} onAgain={() => place.set({ made: undefined, job: undefined })} />
      )}
    </Page>
  );
}

function NoDocument({ ns }: { ns: string }) {
  return (
    <Text>
      There is no document in {ns} yet. <AppLink to={addresses.import(ns)}>Import a file</AppLink>, or write one under{' '}
      <AppLink to={addresses.documents(ns)}>Documents</AppLink>.
    </Text>
  );
}
