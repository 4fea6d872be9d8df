import { BUS, DATABASE } from '@app/boot';
import { Bus, Call, replicate } from '@app/bus';
import { JudgmentSnapshot, JobView, Service, judgmentChanged } from '@app/contracts';
import { Database, JobRow, Jobs, OutboxRow, Tx, jobView, killPoint, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Changed, Work } from '../slow/work';

/** What a finished change answers, and which column its holders must have before it may. */
export interface Announcement {
  column: JudgmentSnapshot;
  outcomes: object;
}

/** A change whose holders have not all applied it: what its job was asked to do. */
export interface OpenChange {
  announcement: Announcement;
  status: number;
  body: object;
  /** A job that begins when all have. */
  releases?: string;
}

/** Tells the holders of a changed judgment, and keeps a change open as a job while one of them is silent. */
@Injectable()
export class AnnouncementService {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DATABASE) private readonly db: Database,
    private readonly jobs: Jobs,
  ) {}

  /** The fact of a change, for the transaction that makes it. */
  factOf({ column, outcomes }: Announcement): OutboxRow {
    return factRow(judgmentChanged, { column, outcomes });
  }

  /** Asks every holder to apply the change now; who stayed silent. */
  async tell({ column, outcomes }: Announcement, call: Call): Promise<Service[]> {
    await killPoint('judgments.change.before-announce');
    const { unacknowledged } = await replicate(this.bus.requester, judgmentChanged, { column, outcomes }, call);
    await killPoint('judgments.change.after-announce');
    return unacknowledged;
  }

  /** The job of a change, in the change's own transaction, while its request tells the holders itself. */
  async hold(tx: Tx, work: Pick<Work, 'type' | 'place'>, changed: Changed): Promise<JobRow | null> {
    const request = openOf(changed);
    if (!request) return null;
    const { organization, scope: namespace } = work.place;
    return this.jobs.add(tx, { organization, type: work.type, namespace, request, total: 1, held: 'queued' });
  }

  /** A job that ends, with the reply that the request would have had, once every holder has applied. */
  async openJob(work: Pick<Work, 'type' | 'place'>, changed: Changed): Promise<JobView> {
    const { organization, scope: namespace } = work.place;
    const request = { ...openOf(changed) };
    const row = await this.db.transaction('judgments.change-job', (tx) =>
      this.jobs.add(tx, { organization, type: work.type, namespace, request, total: 1 }),
    );
    return jobView(row);
  }
}

/** What is left of a change after its transaction; null when nobody must be told. */
export function openOf({ announcement, outcome, backfill }: Changed): OpenChange | null {
  if (!announcement) return null;
  const { status, body } = outcome;
  return { announcement, status, body: JSON.parse(body) as object, ...(backfill && { releases: backfill.id }) };
}
