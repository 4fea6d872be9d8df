import { Button, Progress } from '@mantine/core';
import { client } from '../../api/client';
import { Chip } from '../../element/chip';
import { JsonTree } from '../../element/json-tree';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/more';
import { Page } from '../../element/page';
import { useChange } from '../../element/use-change';
import { WideTable } from '../../element/wide-table';
import { countText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';

/** Long work: how far it is and what came of it. */
export function JobsPage() {
  const mayChange = useMayChange();
  const list = usePages(['jobs'], () => client.jobs.list(), { refetchMs: 5_000 });
  return (
    <Page title="Jobs">
      <Loaded query={list}>
        {(pages) => (
          <WideTable
            name="Jobs"
            rows={pages.flatMap(({ jobs }) => jobs)}
            rowKey={({ id }) => id}
            empty="There is no job. Backfills, deletions and runs are jobs."
            columns={[
              { title: 'Type', cell: ({ type }) => type.replaceAll('_', ' ') },
              { title: 'Namespace', cell: ({ namespace }) => namespace ?? '–' },
              { title: 'Status', cell: ({ status }) => <Chip status={status} /> },
              {
                title: 'Progress',
                cell: ({ progress, type }) => (
                  <>
                    {countText(progress.done)} of {countText(progress.total)}
                    <Progress
                      value={progress.total === 0 ? 0 : (100 * progress.done) / progress.total}
                      aria-label={`Progress of ${type}`}
                    />
                  </>
                ),
              },
              { title: 'Made', cell: ({ created_at: at }) => <Moment at={at} /> },
              { title: 'Ended', cell: ({ finished_at: at }) => <Moment at={at} /> },
              {
                title: 'Result',
                cell: ({ result, id }) =>
                  result === null ? (
                    '–'
                  ) : (
                    <details>
                      <summary>{id}</summary>
                      <JsonTree value={result} />
                    </details>
                  ),
              },
              {
                title: 'Cancel',
                cell: ({ id, status }) => mayChange && /queued|running/.test(status) && <Cancel id={id} />,
              },
            ]}
          />
        )}
      </Loaded>
      <More list={list} />
    </Page>
  );
}

function Cancel({ id }: { id: string }) {
  const cancel = useChange(() => client.jobs.cancel(id), { concerns: [['jobs']], done: 'The job is cancelled.' });
  return (
    <Button size="compact-xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {cancel.error === null ? 'Cancel' : 'Refused: try again'}
    </Button>
  );
}
