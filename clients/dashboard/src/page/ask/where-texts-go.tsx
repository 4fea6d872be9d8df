import type { Schema } from '@app/sdk/client';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Loaded } from '../../element/loading/loaded';
import { useSetsModels } from '../../sign-in/session';
import { destinationOf, hostOf } from './destination';

/** Says where questions and texts of documents go, before any is asked. */
export function WhereTextsGo({ engine }: { engine: Schema<'EngineRef'> }) {
  const setsModels = useSetsModels();
  const engines = useQuery({ queryKey: keys.engines.all, queryFn: async () => await client.organization.engines() });
  const models = useQuery({
    queryKey: keys.models.all,
    queryFn: async () => await client.models.list(),
    // Others are not told the addresses of models.
    enabled: setsModels,
  });
  return (
    <Loaded query={engines} lines={1}>
      {(list) => {
        const standing = models.data?.models.find((one) => one.engine === engine.name);
        const { isAway, sentence } = destinationOf(engine, list.engines, hostOf(standing?.base_url));
        return (
          <Alert color={isAway ? 'yellow' : 'gray'} role="note" title="Where the texts go">
            {sentence}{' '}
            {setsModels ? (
              <AppLink to="/settings?tab=models">Settings → Models</AppLink>
            ) : (
              <AppLink to="/engines">Engines</AppLink>
            )}
          </Alert>
        );
      }}
    </Loaded>
  );
}
