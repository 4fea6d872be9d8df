import { JobView, judgmentsJobs } from '@app/contracts/jobs';
import { patchJudgment } from '@app/contracts/judgments';
import { FakeService, callerOf, eventually } from '@app/testing';

type Caller = ReturnType<typeof callerOf>;

/** The job once it has ended. */
export function endedJob(gateway: FakeService, id: string, caller: Caller): Promise<JobView> {
  return eventually(async () => {
    const job = await gateway.ask(judgmentsJobs.get, { id }, caller);
    expect(['done', 'failed']).toContain(job.status);
    return job;
  }, 20_000);
}

/** Lets changes of documents want answers of `late`: facts about other judgments' documents are dropped. */
export async function judgeOnChange(gateway: FakeService, namespace: string, caller: Caller): Promise<void> {
  const patch = (body: object) => gateway.ask(patchJudgment, { namespace, name: 'late', patch: body as never }, caller);
  const freshness = { policy: 'on_change', debounce_ms: 0 };
  const { confirm } = await patch({ freshness });
  expect(await patch({ freshness, confirm })).toMatchObject({ status: 'updated' });
}
