import { Bus, Call } from '@app/bus';
import {
  Caller,
  JudgmentSnapshot as ColumnFact,
  DocumentView,
  DocumentsView,
  QueryBody,
  QueryView,
  DocumentWritten,
  JobView,
  NamespaceDeleted,
  PlanQuota,
  RecordedAnswer,
} from '@app/contracts';
import { Health, Metrics, createLogger } from '@app/observability';
import { Database, Effects, Vault } from '@app/persistence';
import { Problem } from '@app/problem';
import { movedClock, openFreshDatabase, testMasterKey } from '@app/testing';
import { documentsSchema } from '../app.schema';
import { ByFilterService, ByFilterWrite } from '../by-filter/by-filter.service';
import { ByFilterWalk } from '../by-filter/walk.service';
import { FitService } from '../copy/fit-copy.service';
import { ColumnService } from '../copy/judgment-copy.service';
import { JobHandler } from '../job/job.handler';
import { JobWorker } from '../job/job.worker';
import { DocumentJobs } from '../job/jobs';
import { DueWorker } from '../membership/due.worker';
import { MembershipService } from '../membership/membership.service';
import { MeterWorker } from '../metering/meter.worker';
import { QuotaService } from '../metering/quota.service';
import { DeletionService } from '../namespace/deletion.service';
import { QueryService } from '../query/query.service';
import { JudgingService } from '../reading/judging.service';
import { ReadService } from '../reading/read.service';
import { selectionOf } from '../reading/selection';
import { FoldService } from '../recorded-answer/apply.service';
import { Columns } from '../snapshot/snapshots.service';
import { SubscriptionService } from '../subscription/subscription.service';
import { WalkService } from '../subscription/walk.service';
import { WriteRequest, WriteService } from '../write/write.service';

type MeterConfig = ConstructorParameters<typeof MeterWorker>[1];

/** The services over a real database, with nobody on the bus: for store specs. */
export class Room {
  readonly columns: Columns;
  readonly writes: WriteService;
  readonly folds: FoldService;
  readonly applied: ColumnService;
  readonly fits: FitService;
  readonly reads: ReadService;
  readonly queries: QueryService;
  readonly subscriptions: SubscriptionService;
  readonly metrics = new Metrics('documents', 'spec');
  readonly walks: WalkService;
  readonly due: DueWorker;
  readonly byFilter: ByFilterService;
  readonly deletions: DeletionService;
  readonly jobs: JobHandler;
  readonly jobWorker: JobWorker;
  /** What holders of a deleted namespace heard; `silent` ones do not answer. */
  readonly heardDeleted: NamespaceDeleted[] = [];
  silent = new Set<string>();
  /** What billing lets each plan hold. */
  quotas: PlanQuota[] = [];
  readonly meter: MeterWorker;
  private revision = 0;

  private constructor(readonly database: Database) {
    const requester = {
      apply: (_: unknown, holder: string, fact: NamespaceDeleted) => this.hear(holder, fact),
      ask: async () => ({ quotas: this.quotas }),
    };
    const bus = {
      relay: { wake: () => undefined },
      requester,
    } as unknown as Bus;
    const config = { publicUrl: 'https://api.example/v1', scanLimit: 200_000 };
    const effects = new Effects(database, new Vault(testMasterKey));
    const logger = createLogger({
      service: 'documents',
      replica: 'spec',
      level: 'fatal',
    });
    const members = new MembershipService(movedClock, config, this.metrics);
    this.columns = new Columns(database);
    const quotas = new QuotaService(database, bus, logger);
    this.writes = new WriteService(database, effects, movedClock, this.columns, members, quotas);
    this.meter = new MeterWorker(database, { meterEveryMs: 1_000 } as MeterConfig, logger);
    this.folds = new FoldService(database, this.columns, members);
    this.walks = new WalkService(database, movedClock, logger, this.metrics, this.columns, members);
    this.due = new DueWorker(database, logger, new Health(), this.metrics, this.columns, members);
    this.applied = new ColumnService(database, this.walks);
    this.fits = new FitService(database, this.walks);
    this.reads = new ReadService(database, movedClock, this.columns, new JudgingService(bus, this.folds));
    this.queries = new QueryService(database, movedClock, config, this.columns);
    this.subscriptions = new SubscriptionService(database, effects, bus, this.walks);
    const jobs = new DocumentJobs(database);
    const walk = new ByFilterWalk(database, movedClock, this.columns, this.writes);
    this.byFilter = new ByFilterService(
      ...([database, effects, movedClock, logger, this.columns, this.writes, jobs, walk] as const),
    );
    this.deletions = new DeletionService(database, effects, bus, movedClock, this.columns, members, jobs);
    this.jobs = new JobHandler(database, jobs);
    this.jobWorker = new JobWorker(logger, new Health(), jobs, this.deletions, this.byFilter);
  }

  private async hear(holder: string, fact: NamespaceDeleted): Promise<object> {
    if (this.silent.has(holder)) throw new Problem('unavailable', 'silent');
    this.heardDeleted.push(fact);
    return { applied: true };
  }

  static async open(poolSize = 5): Promise<Room> {
    return new Room(await openFreshDatabase(documentsSchema, poolSize));
  }

  /** Another process over the same rows, with nothing in memory. */
  another(): Room {
    return new Room(this.database);
  }

  close(): Promise<void> {
    return this.database.close();
  }

  call(organization: string, effectId?: string, plan: Caller['plan'] = 'scale'): Call {
    const caller: Caller = {
      organization,
      role: 'read_write',
      scope: '*',
      plan,
      actor: 'key:key_spec',
    };
    return new Call(Date.now() + 30_000, caller, effectId);
  }

  async write(
    organization: string,
    namespace: string,
    write: WriteRequest,
    effectId?: string,
  ): Promise<DocumentWritten> {
    const text = await this.writes.write(namespace, write, this.call(organization, effectId));
    return JSON.parse(text) as DocumentWritten;
  }

  /** A write by filter as its caller is answered. */
  async writeByFilter(organization: string, namespace: string, write: ByFilterWrite, effectId?: string) {
    const { status, body } = await this.byFilter.write(namespace, write, this.call(organization, effectId));
    return { status, body: JSON.parse(body) as DocumentWritten & JobView };
  }

  /** A worker's turns until a job has ended; another process' lease is let go first, as time would. */
  async finish(organization: string, id: string, mostTurns = 300): Promise<JobView> {
    for (let turn = 0; turn < mostTurns; turn++) {
      const job = await this.jobs.get({ id }, this.call(organization));
      if (job.finished_at !== null) return job;
      await this.database.query('update job set lease_until = null where id = $1', [id]);
      await this.jobWorker.turn();
    }
    throw new Error(`the job ${id} does not end`);
  }

  async read(organization: string, namespace: string, ids: string[]): Promise<DocumentsView> {
    const call = this.call(organization);
    const reading = await this.reads.read(namespace, ids, selectionOf(undefined), 'stored', call);
    const documents = reading.documents.map((text) => JSON.parse(text) as DocumentView);
    return {
      documents,
      missing: reading.missing,
      remaining: reading.remaining,
    };
  }

  async query(organization: string, namespace: string, query: QueryBody): Promise<QueryView> {
    return JSON.parse(await this.queries.query(namespace, query, this.call(organization))) as QueryView;
  }

  /** Times that documents were held against subscriptions so far, of one cause or all. */
  async evaluations(cause?: string): Promise<number> {
    const values = await this.counted('subscription_evaluations_total');
    return sum(values.filter(({ labels }) => cause === undefined || labels.cause === cause));
  }

  /** Documents that walks looked at so far. */
  async walked(): Promise<number> {
    return sum(await this.counted('subscription_walk_documents_total'));
  }

  private async counted(name: string): Promise<Counted[]> {
    const metric = (await this.metrics.registry.getMetricsAsJSON()).find((one) => one.name === name);
    return (metric?.values ?? []) as Counted[];
  }

  /** A judgment in force from now on. */
  async column(organization: string, namespace: string, name: string, others: Partial<ColumnFact> = {}): Promise<void> {
    this.revision += 1;
    const column = {
      ...aColumn(organization, namespace, name),
      revision: this.revision,
      ...others,
    };
    await this.applied.apply({ column, outcomes: {} });
  }

  /** What the outbox holds of a subject, oldest first. */
  async said<T>(organization: string, subject: string): Promise<T[]> {
    const { rows } = await this.database.query<{ payload: string }>(
      'select payload from outbox where subject like $1 order by id',
      [subject],
    );
    const payloads = rows.map(({ payload }) => JSON.parse(payload) as T & { organization: string });
    return payloads.filter((payload) => payload.organization === organization);
  }
}

interface Counted {
  value: number;
  labels: { cause?: string };
}

function sum(values: readonly Counted[]): number {
  return values.reduce((all, { value }) => all + value, 0);
}

export function aColumn(organization: string, namespace: string, name: string): ColumnFact {
  return {
    judgment_id: `jdg_${name}`,
    organization,
    scope: namespace,
    name,
    kind: 'judgment',
    revision: 1,
    active_version: 1,
    type: 'bool',
    policy: 'on_change',
    debounce_ms: 2000,
    max_wait_ms: 20_000,
    interval_ms: null,
    applies_to: null,
    read_paths: ['state.note'],
    thresholds: { alarm: 0.4 },
    levels: null,
    options: null,
    engine: { name: 'jev', version: 'current' },
    archived: false,
  };
}

export function anAnswer(document: string, name: string, others: Partial<RecordedAnswer> = {}): RecordedAnswer {
  return {
    document,
    judgment_id: `jdg_${name}`,
    record: 1,
    answer_id: 'ans_1',
    version: 1,
    document_version: 1,
    seen: 1,
    same: false,
    failure: null,
    engine: { name: 'jev', version: 'current' },
    engine_version: 'current+2026-03-02.1',
    judged_at: '2026-03-04T09:30:00.000Z',
    truncated: false,
    number: 0.5,
    value: null,
    escape_p: null,
    dist: null,
    normalized: null,
    units: 1,
    ...others,
  };
}
