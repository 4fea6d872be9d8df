import { JobHandler } from '@app/boot';
import { Call } from '@app/bus';
import type { Caller } from '@app/contracts';
import type {
  DocumentView,
  DocumentWritten,
  DocumentsView,
  JudgmentSnapshot,
  QueryBody,
  QueryView,
} from '@app/contracts/documents';
import type { JobView } from '@app/contracts/jobs';
import type { RecordedAnswer } from '@app/contracts/judgments';
import { Metrics } from '@app/observability';
import { Database, Effects, Jobs, Leases, Vault } from '@app/persistence';
import { keepLog, movedClock, openFreshDatabase, testMasterKey } from '@app/testing';
import { randomUUID } from 'node:crypto';
import { documentsSchema } from '../app.schema';
import { ByFilterWrite } from '../job/by-filter/by-filter';
import { ByFilterService } from '../job/by-filter/by-filter.service';
import { ByFilterWalk } from '../job/by-filter/by-filter-walk';
import { FitCopyService } from '../apply/copy/fit-copy.service';
import { JudgmentCopyService } from '../apply/copy/judgment-copy.service';
import { NamespaceErasureService } from '../erasure/namespace/namespace-erasure.service';
import { EraseService } from '../erasure/namespace/erase.service';
import { ImageReferenceService } from '../erasure/image/image-reference.service';
import { ImageErasureService } from '../erasure/image/image-erasure.service';
import { fanoutWalks } from '../invalidation/fanout/fanout.store';
import { dependentWalks } from '../invalidation/fanout/dependent-walk.store';
import { FanoutWalker } from '../invalidation/fanout/fanout.walker';
import { findLostTurns } from '../invalidation/fanout/turn.store';
import { CountService } from '../group/count.service';
import { GroupDefinitionService } from '../group/group-definition.service';
import { GroupWorker } from '../group/group.worker';
import { ImageService } from '../image/image.service';
import { cancelling } from '../job/cancelling';
import { JobWorker } from '../job/job.worker';
import { stepLinks } from '../invalidation/relation/link-step';
import { linkBuilds } from '../invalidation/relation/link.store';
import { pairWork } from '../pair/pair-index.store';
import { stepPair } from '../pair/pair-step';
import { PairsService } from '../pair/pairs.service';
import { DueWorker } from '../subscription/membership/due.worker';
import { MembershipService } from '../subscription/membership/membership.service';
import { MeterWorker } from '../namespace/metering/meter.worker';
import { QuotaService } from '../namespace/metering/quota.service';
import { NamespaceService } from '../namespace/namespace.service';
import { ScanPool } from '../document/pool/scan.pool';
import { QueryService } from '../read/query/query.service';
import { AskService } from '../read/by-id/ask.service';
import { JudgingService } from '../read/by-id/judging.service';
import { ReadService } from '../read/by-id/read.service';
import { selectionOf } from '../read/by-id/selection';
import { ApplyService } from '../apply/apply.service';
import { RelatedSignal } from '../invalidation/relation/related-signal';
import { DrainService } from '../invalidation/drain/drain.service';
import { RelatedWorker } from '../invalidation/drain/related.worker';
import { DependentWalker } from '../invalidation/fanout/dependent.walker';
import { waitingWalks } from '../invalidation/waiting/waiting-walk.store';
import { WaitingWalker } from '../invalidation/waiting/waiting.walker';
import { Snapshots } from '../namespace/snapshot/snapshots';
import { EndpointCheck } from '../subscription/endpoint-check';
import { SubscriptionService } from '../subscription/subscription.service';
import { UnreadTimesService } from '../subscription/unread-times.service';
import { SummaryService } from '../summary/summary.service';
import { summarySweeps } from '../summary/summary.store';
import { SummaryWorker } from '../summary/summary.worker';
import { SweepWorker } from '../namespace/upkeep/sweep.worker';
import { WalkService } from '../subscription/walk/walk.service';
import { subscriptionWalks } from '../subscription/walk/walk.store';
import { CommitService } from '../write/commit.service';
import { WriteRequest } from '../write/compute';
import { BatchCommit } from '../write/lane/batch-commit';
import { BatchedLane } from '../write/lane/batched-lane';
import { LockedLane } from '../write/lane/locked-lane';
import { OptimisticLane } from '../write/lane/optimistic-lane';
import { LockedWrites } from '../write/locked-writes';
import { ReadBefore } from '../write/read-before';
import { WriteService } from '../write/write.service';
import { FakeNeighbours } from './fake-neighbours';
import { aSnapshot } from './samples';

/** A fresh database with the services of one process over it, for store specs. */
export async function openDocuments(poolSize = 5): Promise<DocumentsHarness> {
  return new DocumentsHarness(await openFreshDatabase(documentsSchema, poolSize));
}

/** A worker without its loop. */
interface Turns {
  /** @returns whether there was something to do */
  turn(): Promise<boolean>;
}

/** Specs drain by hand and wait for no rest. */
class RestlessSignal extends RelatedSignal {
  override postpones(): boolean {
    return false;
  }
}

/** The services of one process over a real database. The other services are fakes behind the bus. */
export class DocumentsHarness {
  readonly metrics = new Metrics('documents', 'spec');
  /** What is logged, at every level. */
  readonly log = keepLog();
  readonly logger = this.log.logger;
  readonly snapshots: Snapshots;
  readonly writes: WriteService;
  readonly lockedWrites: LockedWrites;
  readonly answers: ApplyService;
  readonly judgmentCopies: JudgmentCopyService;
  readonly fitCopies: FitCopyService;
  readonly reads: ReadService;
  readonly queries: QueryService;
  readonly namespaces: NamespaceService;
  readonly subscriptions: SubscriptionService;
  readonly walks: Turns;
  readonly due: DueWorker;
  readonly byFilter: ByFilterService;
  readonly deletions: NamespaceErasureService;
  readonly jobs: JobHandler;
  readonly jobWorker: Turns;
  readonly meter: MeterWorker;
  readonly sweep: SweepWorker;
  readonly links: Turns;
  readonly pairs: PairsService;
  readonly pairWalks: Turns;
  readonly signal = new RestlessSignal();
  readonly drains: DrainService;
  readonly asks: AskService;
  readonly related: RelatedWorker;
  readonly fanouts: Turns;
  readonly readers: Turns;
  readonly waiting: Turns;
  readonly groups: GroupDefinitionService;
  readonly groupWorker: GroupWorker;
  readonly summaries: SummaryService;
  readonly summaryWorker: Turns;
  readonly images: ImageService;
  readonly detachment: ImageReferenceService;
  readonly erasures: ImageErasureService;
  readonly neighbours = new FakeNeighbours();
  /** All statements of a spec run on one pool. */
  readonly scans: ScanPool;
  private revision = 0;

  constructor(
    readonly database: Database,
    readonly groupKeys = 10_000,
  ) {
    const { logger, metrics } = this;
    this.scans = { of: () => database } as unknown as ScanPool;
    const { bus } = this.neighbours;
    const config = { publicUrl: 'https://api.example', scanLimit: 200_000, groupKeys };
    const jobs = new Jobs(database, 'documents');
    const members = new MembershipService(movedClock, config, metrics);
    const effects = new Effects(database, new Vault(testMasterKey));
    const quotas = new QuotaService(database, bus, logger);
    const { scans } = this;
    this.snapshots = new Snapshots(database);
    const { signal } = this;
    const before = new ReadBefore(movedClock, this.snapshots);
    const committing = new CommitService(database, signal);
    this.lockedWrites = new LockedWrites(before, committing, members);
    const batches = new BatchCommit(database, effects, committing);
    this.writes = new WriteService(
      quotas,
      new BatchedLane(database, effects, before, batches),
      new OptimisticLane(database, before, committing),
      new LockedLane(effects, this.lockedWrites),
    );
    this.answers = new ApplyService(database, this.snapshots, members, signal);
    const walks = new WalkService(database, movedClock, logger, metrics, this.snapshots, members, scans);
    this.walks = { turn: () => subscriptionWalks.stepNext(database, (row) => walks.step(row)) };
    this.due = new DueWorker(database, this.snapshots, members);
    this.judgmentCopies = new JudgmentCopyService(database, walks);
    this.fitCopies = new FitCopyService(database, walks);
    this.drains = new DrainService(database, this.snapshots);
    this.asks = new AskService(database, movedClock, this.drains);
    const judging = new JudgingService(bus, this.answers);
    this.reads = new ReadService(database, movedClock, this.snapshots, this.asks, judging);
    this.pairs = new PairsService(database, movedClock, logger);
    this.pairWalks = { turn: () => pairWork.stepNext(database, (row) => stepPair(database, logger, row)) };
    this.queries = new QueryService(database, movedClock, config, this.snapshots, scans, this.pairs);
    this.namespaces = new NamespaceService(database, effects, bus, this.snapshots, quotas);
    this.subscriptions = new SubscriptionService(
      ...([database, effects, new EndpointCheck(bus), walks, new UnreadTimesService(scans, logger)] as const),
    );
    const leases = new Leases(database, randomUUID());
    this.meter = new MeterWorker(database, leases);
    this.sweep = new SweepWorker(database, effects, leases);
    const walk = new ByFilterWalk(database, movedClock, this.snapshots, this.lockedWrites, jobs, scans);
    this.byFilter = new ByFilterService(
      ...([database, effects, movedClock, logger, this.snapshots, this.lockedWrites, jobs, walk] as const),
    );
    const erasing = new EraseService(database, movedClock, this.snapshots, members, jobs);
    this.deletions = new NamespaceErasureService(database, effects, bus, movedClock, erasing, jobs);
    this.links = { turn: () => linkBuilds.stepNext(database, (row) => stepLinks(database, logger, row)) };
    this.related = new RelatedWorker(database, this.drains, this.signal);
    const fanouts = new FanoutWalker(database, logger, this.snapshots);
    this.fanouts = { turn: () => this.stepFanouts(fanouts) };
    const readers = new DependentWalker(database, logger, this.snapshots);
    this.readers = { turn: () => dependentWalks.stepNext(database, (row) => readers.step(row)) };
    const waiting = new WaitingWalker(database, logger, this.snapshots);
    this.waiting = { turn: () => waitingWalks.stepNext(database, (row) => waiting.step(row)) };
    this.groups = new GroupDefinitionService(database, effects);
    this.summaries = new SummaryService(database, effects, quotas);
    const summaries = new SummaryWorker(database, movedClock, logger, this.lockedWrites);
    this.summaryWorker = { turn: () => summarySweeps.stepNext(database, (row) => summaries.step(row)) };
    const counting = new CountService(movedClock, config);
    this.groupWorker = new GroupWorker(database, logger, this.snapshots, counting);
    this.images = new ImageService(database, effects, quotas);
    this.detachment = new ImageReferenceService(database, logger, this.lockedWrites);
    this.erasures = new ImageErasureService(effects, this.detachment);
    this.jobs = new JobHandler(jobs, cancelling);
    const worker = new JobWorker(this.deletions, this.byFilter);
    this.jobWorker = { turn: () => jobs.stepNext((job) => worker.step(job)) };
  }

  /** Queries that are refused where they would look at more documents than a limit. */
  queriesWithin(scanLimit: number): QueryService {
    const { database, snapshots, scans, pairs } = this;
    return new QueryService(database, movedClock, { scanLimit }, snapshots, scans, pairs);
  }

  /** Another process over the same rows, with nothing in memory. */
  another(): DocumentsHarness {
    return new DocumentsHarness(this.database, this.groupKeys);
  }

  close(): Promise<void> {
    return this.database.close();
  }

  call(organization: string, effectId?: string, plan: Caller['plan'] = 'scale'): Call {
    const caller: Caller = { organization, role: 'read_write', scope: '*', plan, actor: 'key:key_spec' };
    return new Call(Date.now() + 30_000, caller, effectId);
  }

  /** Moves related changes on until every namespace has been looked at and none has more. */
  async drainRelated(): Promise<void> {
    while (await this.related.turn());
  }

  /** A turn of a walk that may be claimed now: specs move walks and settings by hand, which wakes nobody. */
  private async stepFanouts(walker: FanoutWalker): Promise<boolean> {
    await findLostTurns(this.database);
    return fanoutWalks.stepNext(this.database, (row) => walker.step(row));
  }

  /** Counts until every change is in the groups and no build is left. Takes away leases of killed processes first. */
  async countGroups(): Promise<void> {
    await this.database.query('update group_build set lease_until = null');
    // A round that a kill cut short ends without work; the next one begins anew.
    while ((await this.groupWorker.turn()) || (await this.groupWorker.turn()));
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

  /** A write by filter, and the reply that its caller gets. */
  async writeByFilter(organization: string, namespace: string, write: ByFilterWrite, effectId?: string) {
    const { status, body } = await this.byFilter.write(namespace, write, this.call(organization, effectId));
    return { status, body: JSON.parse(body) as DocumentWritten & JobView };
  }

  /** Turns of a worker until a job has ended. Takes away the lease of another process first, as time would. */
  async finish(organization: string, id: string, maxTurns = 300): Promise<JobView> {
    for (let turn = 0; turn < maxTurns; turn++) {
      const job = await this.jobs.get({ id }, this.call(organization));
      if (job.finished_at !== null) return job;
      await this.database.query('update job set lease_until = null where id = $1', [id]);
      await this.jobWorker.turn();
    }
    throw new Error(`the job ${id} does not end`);
  }

  async read(organization: string, namespace: string, ids: string[]): Promise<DocumentsView> {
    const call = this.call(organization);
    const { documents, missing, remaining } = await this.reads.read(
      ...([namespace, ids, selectionOf(undefined), 'stored', call] as const),
    );
    return { documents: documents.map((text) => JSON.parse(text) as DocumentView), missing, remaining };
  }

  async query(organization: string, namespace: string, query: QueryBody): Promise<QueryView> {
    return (await this.queries.query(namespace, query, this.call(organization))).json<QueryView>();
  }

  /** Puts a judgment in force, or changes it. */
  async putJudgment(
    organization: string,
    namespace: string,
    name: string,
    others: Partial<JudgmentSnapshot> = {},
  ): Promise<void> {
    this.revision += 1;
    const column = { ...aSnapshot(organization, namespace, name), revision: this.revision, ...others };
    await this.judgmentCopies.apply({ column, outcomes: {} });
  }

  async applyAnswers(organization: string, namespace: string, answers: RecordedAnswer[]): Promise<void> {
    await this.answers.apply({ organization, namespace }, answers);
  }

  /** The facts and events of an organization in the outbox, oldest first. @param subject with `%` for any text */
  async published<T>(organization: string, subject: string): Promise<T[]> {
    const { rows } = await this.database.query<{ payload: string }>(
      'select payload from outbox where subject like $1 order by id',
      [subject],
    );
    const payloads = rows.map(({ payload }) => JSON.parse(payload) as T & { organization: string });
    return payloads.filter((payload) => payload.organization === organization);
  }
}
