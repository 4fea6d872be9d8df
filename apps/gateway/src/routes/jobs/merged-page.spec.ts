import type { JobList, JobView } from '@app/contracts/jobs';
import { decodeCursor, encodeCursor } from '@app/persistence';
import { mergedPage } from './merged-page';

const idOf = (owner: string, n: number) => `job_${owner}${String(n).padStart(32, '0')}`;

/** A page of an owner. @param end of the owner's ids, where its page ends; left out at the end of its list */
function page(owner: string, times: number[], end?: number): JobList {
  const jobs = times.map((n) => ({ id: idOf(owner, n) }) as JobView);
  return { jobs, next_cursor: end === undefined ? null : encodeCursor('jobs', [idOf(owner, end)]) };
}
const shown = ({ jobs, next_cursor: cursor }: JobList) => ({
  ids: jobs.map(({ id }) => Number(id.slice(5))),
  next: decodeCursor('jobs', cursor ?? undefined)?.map((id) => Number(id.slice(5)))[0] ?? null,
});

describe('a page of the jobs of all owners', () => {
  it('is full, and goes on after its last job, while owners have more [JOB-05]', () => {
    const merged = mergedPage([page('d', [9, 5], 5), page('j', [8, 7], 7), page('c', [])], 2);
    expect(shown(merged)).toEqual({ ids: [9, 8], next: 8 });
  });

  it('ends with the last job of all owners [JOB-05]', () => {
    expect(shown(mergedPage([page('d', [9]), page('j', [8]), page('c', [])], 2))).toEqual({ ids: [9, 8], next: null });
  });

  it('ends where an owner looked at as many as it may, and keeps older jobs of others for later [JOB-05] [S-F4]', () => {
    const merged = mergedPage([page('d', [9], 6), page('j', [8, 4]), page('c', [3])], 5);
    expect(shown(merged)).toEqual({ ids: [9, 8], next: 6 });
    expect(shown(mergedPage([page('d', [], 6), page('j', [4]), page('c', [], 2)], 5))).toEqual({ ids: [], next: 6 });
  });

  it('passes over no job, whatever each page looks at [JOB-05] [S-F4]', () => {
    const owners = { d: [19, 16, 13, 4, 1], j: [18, 17, 9, 8, 2], c: [15, 3] };
    const looks = 2;
    // Of the jobs that an owner looks at it shows those with even times.
    const pageOf = (owner: string, times: number[], before: number, limit: number): JobList => {
      const looked = times.filter((n) => n < before).slice(0, looks);
      const passed = looked.filter((n) => n % 2 === 0).slice(0, limit);
      return page(owner, passed, looked.length === looks ? looked[looks - 1] : undefined);
    };
    const found: number[] = [];
    for (let before: number | null = 99; before !== null;) {
      const at: number = before;
      const merged = shown(
        mergedPage(
          Object.entries(owners).map(([owner, times]) => pageOf(owner, times, at, 3)),
          3,
        ),
      );
      found.push(...merged.ids);
      before = merged.next;
    }
    expect(found).toEqual([18, 16, 8, 4, 2]);
  });
});
