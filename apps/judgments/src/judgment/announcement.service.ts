import { BUS, DATABASE } from '@app/boot';
import { Bus, Call, announce } from '@app/bus';
import { Column, JobView, Service, judgmentChanged } from '@app/contracts';
import { currentTraceparent } from '@app/observability';
import { Database, Jobs, OutboxRow, jobView, killPoint, outboxRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment } from './judgment';

/** What a finished change answers, and which column its holders must have before it may. */
export interface Announcement {
  column: Column;
  outcomes: object;
}

/** A change whose holders have not all applied it: what its job was asked to do. */
export interface OpenChange {
  announcement: Announcement;
  status: number;
  body: object;
}

/** Tells the holders of a changed judgment, and keeps a change open as a job while one of them is silent. */
@Injectable()
export class AnnouncementService {
  readonly jobs: Jobs;

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DATABASE) private readonly db: Database,
  ) {
    this.jobs = new Jobs(db, 'j');
  }

  /** The fact of a change, for the transaction that makes it. */
  factOf({ column, outcomes }: Announcement): OutboxRow {
    const traceparent = currentTraceparent();
    return outboxRow(judgmentChanged.subject, { column, outcomes }, traceparent ? { traceparent } : {});
  }

  /** Asks every holder to apply the change now; who stayed silent. */
  async tell({ column, outcomes }: Announcement, call: Call): Promise<Service[]> {
    await killPoint('judgments.change.before-announce');
    const { silent } = await announce(this.bus.requester, judgmentChanged, { column, outcomes }, call);
    await killPoint('judgments.change.after-announce');
    return silent;
  }

  /** A job that ends, with the reply that the request would have had, once every holder has applied. */
  async openJob(
    type: string,
    judgment: Judgment,
    announcement: Announcement,
    outcome: { status: number; body: string },
  ): Promise<JobView> {
    const request: OpenChange = { announcement, status: outcome.status, body: JSON.parse(outcome.body) as object };
    const { organization } = judgment;
    const namespace = announcement.column.scope;
    const row = await this.db.transaction((tx) =>
      this.jobs.add(tx, { organization, type, namespace, request, total: 1 }),
    );
    return jobView(row);
  }
}
