import { Alert, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Loaded } from '../../element/loading/loaded';
import { useNow } from '../../element/moment';
import { SignInAgain } from '../../element/loading/sign-in-again';
import { useSession, useSetsModels } from '../../sign-in/session';
import { ModelSection } from './model-section';

/** How long the service takes a sign-in for a change of models. */
const freshMs = 15 * 60_000;

/** What stands behind each engine name, for owners of the organizations that the operator lists. */
export function Models() {
  if (!useSetsModels()) {
    return (
      <Text c="dimmed">
        Models are configured by owners of the organizations that the operator lists in MODELS_SET_BY_OWNERS_OF.
      </Text>
    );
  }
  return <ModelList />;
}

function ModelList() {
  const list = useQuery({ queryKey: keys.models.all, queryFn: async () => await client.models.list() });
  const { session } = useSession();
  const isLongAgo = useNow() - Date.parse(session.proved_at) > freshMs;
  return (
    <Loaded query={list}>
      {(all) => (
        <Stack>
          <Alert color="yellow" role="note" title="These settings apply to every organization of this installation">
            The model of an engine receives questions and texts of documents from all organizations, not just yours. A
            hosted model is another company’s server: the texts leave this installation.
          </Alert>
          {isLongAgo && (
            <div>
              <Text size="sm">Testing, saving and removing need a sign-in within the last 15 minutes.</Text>
              <SignInAgain onceDone="You are signed in again." />
            </div>
          )}
          {all.models.map((standing) => (
            <ModelSection key={standing.engine} standing={standing} list={all} />
          ))}
          <Text size="sm" c="dimmed">
            Not supported:
          </Text>
          <List size="sm" c="dimmed">
            {all.not_supported.map(({ title, note }) => (
              <List.Item key={title}>
                {title}. {note}
              </List.Item>
            ))}
          </List>
          <Text size="sm" c="dimmed" className="wrap">
            Each engine has one model for the whole installation. What keys of each organization would take is in
            docs/decisions/0241-owners-set-models.md.
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}
