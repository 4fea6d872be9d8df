import type { Schema } from '@app/sdk/client';
import { Button, Progress, SegmentedControl } from '@mantine/core';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { Chip } from '../../element/chip';
import { CopyAs } from '../../element/file/copy-as';
import { JsonTree } from '../../element/json/json-tree';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { More, usePages } from '../../element/loading/more';
import { Page } from '../../element/page';
import { useChange } from '../../element/hook/use-change';
import { usePlace } from '../../element/hook/use-place';
import { WideTable } from '../../element/table/wide-table';
import { useJob } from '../../element/hook/use-job';
import { countText } from '../../format/number';
import { useMayChange } from '../../sign-in/session';

const statuses = ['', 'queued', 'running', 'done', 'failed'] as const;
type Status = Exclude<(typeof statuses)[number], ''>;

/** Long work: how far it is and what came of it. */
export function JobsPage() {
  const place = usePlace();
  const id = place.value('id');
  return id === '' ? <Jobs /> : <OneJob id={id} onAll={() => place.set({ id: undefined })} />;
}

/** One job, which an address names. */
function OneJob({ id, onAll }: { id: string; onAll: () => void }) {
  const job = useJob(id, 5_000);
  return (
    <Page
      title="Job"
      side={
        <CopyAs method="GET" path={`/jobs/${id}`} sdk={`client.jobs.get('${id}')`} cli={`judgment jobs wait ${id}`} />
      }
    >
      <Loaded query={job}>{(found) => <JobTable jobs={[found]} empty="" />}</Loaded>
      <Button variant="default" onClick={onAll} style={{ alignSelf: 'flex-start' }}>
        All jobs
      </Button>
    </Page>
  );
}

function Jobs() {
  const place = usePlace();
  const status = place.value('status') as Status | '';
  const asked = status === '' ? {} : { status };
  const list = usePages(keys.jobs.pages(status), () => client.jobs.list(asked), { refetchMs: 5_000 });
  return (
    <Page
      title="Jobs"
      side={
        <CopyAs
          method="GET"
          path={status === '' ? '/jobs' : `/jobs?status=${status}`}
          sdk={`client.jobs.list(${JSON.stringify(asked)})`}
          cli="judgment jobs list"
        />
      }
    >
      <SegmentedControl
        size="xs"
        className="tabs"
        aria-label="Job status"
        value={status}
        onChange={(value) => place.set({ status: value })}
        data={statuses.map((value) => ({ value, label: value === '' ? 'all' : value }))}
        style={{ alignSelf: 'flex-start' }}
      />
      <Loaded query={list}>
        {(pages) => (
          <JobTable
            jobs={pages.flatMap(({ jobs }) => jobs)}
            empty={
              list.hasNextPage
                ? 'None among the newest jobs. Show more to see older ones.'
                : 'No jobs. Backfills, deletions and runs of alternatives appear here.'
            }
          />
        )}
      </Loaded>
      <More list={list} />
    </Page>
  );
}

function JobTable({ jobs, empty }: { jobs: readonly Schema<'JobView'>[]; empty: string }) {
  const mayChange = useMayChange();
  return (
    <WideTable
      name="Jobs"
      rows={jobs}
      rowKey={({ id }) => id}
      empty={empty}
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
        { title: 'Created', cell: ({ created_at: at }) => <Moment at={at} /> },
        { title: 'Finished', cell: ({ finished_at: at }) => <Moment at={at} /> },
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
  );
}

function Cancel({ id }: { id: string }) {
  const cancel = useChange(() => client.jobs.cancel(id), { concerns: [keys.jobs.all], done: 'Job cancelled.' });
  return (
    <Button size="compact-xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {cancel.error === null ? 'Cancel' : 'Refused: try again'}
    </Button>
  );
}
