import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { identity } from '../../api/identity';
import { keys } from '../../api/query-keys';
import { Chip } from '../../element/chip';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { Refusal } from '../../element/loading/refusal';
import { useChange } from '../../element/hook/use-change';
import { WideTable } from '../../element/table/wide-table';
import { browserText } from '../../format/browser-words';
import { countedText } from '../../format/number';

/** The browsers in which the person is signed in: of all their organizations, or of the one in which this session acts alone. */
export function Sessions() {
  const sessions = useQuery({ queryKey: keys.sessions.own, queryFn: async () => await identity.sessions() });
  const end = useChange(() => identity.endOthers(), {
    concerns: [keys.sessions.own],
    done: ({ revoked }) => `${countedText(revoked, 'session')} signed out.`,
  });
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Your sessions
      </Title>
      <Loaded query={sessions}>
        {({ sessions: rows }) => (
          <WideTable
            name="Sessions"
            rows={rows}
            rowKey={({ id }) => id}
            empty="No sessions."
            columns={[
              { title: 'Browser', cell: ({ agent }) => <span title={agent ?? undefined}>{browserText(agent)}</span> },
              { title: 'Current', cell: ({ current }) => current && <Chip status="active" /> },
              { title: 'Signed in by', cell: ({ method }) => method },
              { title: 'Started', cell: ({ created_at: at }) => <Moment at={at} /> },
              { title: 'Last seen', cell: ({ seen_at: at }) => <Moment at={at} /> },
              { title: 'Expires', cell: ({ expires_at: at }) => <Moment at={at} /> },
            ]}
          />
        )}
      </Loaded>
      <Group>
        <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          Sign out other sessions
        </Button>
      </Group>
      {end.error !== null && <Refusal error={end.error} />}
    </Stack>
  );
}
