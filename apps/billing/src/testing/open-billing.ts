import { Running } from '@app/boot';
import { Call } from '@app/bus';
import { Caller, NamespaceRef } from '@app/contracts';
import {
  BlockClosed,
  BlockExtended,
  BlockOpened,
  ReportDays,
  ReportUsage,
  SpendAsk,
  SpendReserved,
  UsageDays,
  UsageReport,
  closeBlock,
  extendBlock,
  openBlock,
  reportDays,
  reportUsage,
  reserveSpend,
} from '@app/contracts/billing';
import { Applied, namespaceChanged } from '@app/contracts/documents';
import { AnswerRecorded } from '@app/contracts/judgments';
import {
  FakeService,
  callerOf,
  ensureStreams,
  freshSchema,
  setClock,
  startService,
  testEnvironment,
} from '@app/testing';
import { billingSchema } from '../app.schema';
import { billingService } from '../app.service';
import { LedgerService } from '../ledger/ledger.service';
import { prices } from './fixtures';

/** A fact or event as billing published it. */
export interface Published {
  subject: string;
  body: { type?: string; paused?: boolean; revision?: number; data?: object };
}

/** Billing on a fresh schema, and the services that use it, played by the spec. */
export class OpenBilling {
  private constructor(
    /** One or more processes of billing. */
    readonly processes: readonly Running[],
    readonly judgments: FakeService,
    readonly documents: FakeService,
    readonly gateway: FakeService,
    readonly calibration: FakeService,
  ) {}

  static async open(processes: number): Promise<OpenBilling> {
    await setClock(testEnvironment().adminUrl, 0);
    await freshSchema(billingSchema);
    const started: Running[] = [];
    for (let replica = 0; replica < processes; replica++) {
      const env = { PRICES: JSON.stringify(prices), REPLICA: String(replica) };
      started.push(await startService(billingService, { env }));
    }
    await ensureStreams(started[0]);
    return new OpenBilling(
      started,
      await FakeService.open('judgments'),
      await FakeService.open('documents'),
      await FakeService.open('gateway'),
      await FakeService.open('calibration'),
    );
  }

  async stop(): Promise<void> {
    await this.setClock(0);
    const neighbours = [this.judgments, this.documents, this.gateway, this.calibration];
    await Promise.all([...neighbours, ...this.processes].map((one) => one.stop()));
  }

  /** Moves the clock of billing and of its database. @param aheadMs before the true time */
  setClock(aheadMs: number): Promise<void> {
    return setClock(testEnvironment().adminUrl, aheadMs);
  }

  /** Reserves money as judgments does. */
  reserve(
    { organization, namespace }: NamespaceRef,
    asks: SpendAsk[],
    caller: Partial<Caller> = {},
  ): Promise<SpendReserved> {
    return this.judgments.ask(reserveSpend, { organization, namespace, asks }, callerOf(organization, caller));
  }

  /** Draws asks of a run as judgments does. */
  draw({ organization, namespace }: NamespaceRef, block: string, asks: SpendAsk[]): Promise<SpendReserved> {
    return this.judgments.ask(reserveSpend, { organization, namespace, asks, block }, callerOf(organization));
  }

  /** Opens the block of a run with one item, as calibration does. @param units by namespace @param usd by its quote */
  open(
    organization: string,
    block: string,
    units: Record<string, number>,
    usd: number,
    caller: Partial<Caller> = {},
  ): Promise<BlockOpened> {
    const items = [{ units: Object.values(units), cost_usd: usd }];
    const query = { organization, block, namespaces: Object.keys(units), items };
    return this.calibration.ask(openBlock, query, callerOf(organization, caller));
  }

  extend(organization: string, block: string): Promise<BlockExtended> {
    return this.calibration.ask(extendBlock, { organization, block }, callerOf(organization));
  }

  close(organization: string, block: string): Promise<BlockClosed> {
    return this.calibration.ask(closeBlock, { organization, block }, callerOf(organization));
  }

  /** Replicates a namespace's settings as documents does. */
  setBudget(ref: NamespaceRef, revision: number, usd: number | null): Promise<Applied> {
    const fact = settingsOf(ref, revision, usd);
    return this.documents.requester.apply<object, Applied>(namespaceChanged, 'billing', fact, Call.within());
  }

  /** Charges recorded asks without the bus. */
  settle(...facts: AnswerRecorded[]): Promise<void> {
    return this.processes[0].app.get(LedgerService).settle(facts);
  }

  /** Asks for a report as the gateway does. */
  report(organization: string, query: ReportUsage = {}, caller: Partial<Caller> = {}): Promise<UsageReport> {
    return this.gateway.ask(reportUsage, query, callerOf(organization, caller));
  }

  /** Asks for a month by day as the gateway does. */
  days(organization: string, query: ReportDays = {}, caller: Partial<Caller> = {}): Promise<UsageDays> {
    return this.gateway.ask(reportDays, query, callerOf(organization, caller));
  }

  async query<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.processes[0].platform.database.query<R>(text, values)).rows;
  }

  /** Facts and events of a namespace that billing has published so far, oldest first. */
  async published(namespace: string): Promise<Published[]> {
    const rows = await this.query<{ subject: string; payload: string }>(
      `select subject, payload from outbox where payload::jsonb ->> 'namespace' = $1 order by id`,
      [namespace],
    );
    return rows.map(({ subject, payload }) => ({ subject, body: JSON.parse(payload) as Published['body'] }));
  }

  /** Each pause (true) and resume (false) of a namespace in the order of their facts, and the types of its events. */
  async pauses(namespace: string): Promise<{ facts: boolean[]; events: string[] }> {
    const bodies = (await this.published(namespace)).map(({ body }) => body);
    const facts = bodies.filter(({ revision }) => revision !== undefined);
    facts.sort((a, b) => Number(a.revision) - Number(b.revision));
    return {
      facts: facts.map(({ paused }) => paused === true),
      events: bodies.flatMap(({ type }) => type ?? []),
    };
  }
}

export function openBilling({ processes = 1 } = {}): Promise<OpenBilling> {
  return OpenBilling.open(processes);
}

/** Settings of a namespace as documents publishes them. */
export function settingsOf({ organization, namespace }: NamespaceRef, revision: number, budget_usd: number | null) {
  return { organization, namespace, revision, budget_usd, pinned: false, default_engine: null, fanout: {} };
}
