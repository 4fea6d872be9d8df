import { BUS, DATABASE, EFFECTS } from '@app/boot';
import { Bus, Call, replicate } from '@app/bus';
import {
  Applied,
  ListNamespaces,
  NamespaceChanged,
  NamespaceCreateBody,
  NamespaceList,
  NamespaceSettings,
  NamespaceView,
  namespaceChanged,
  namespaceSpend,
  periodicCost,
} from '@app/contracts';
import { Database, Effects, Tx, addToOutbox, decodeCursor, factRow } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { QuotaService } from '../metering/quota.service';
import { Columns } from '../snapshot/snapshots.service';
import { lagP90 } from './lag';
import {
  NamespaceRow,
  findNamespace,
  insertNamespace,
  listNamespaces,
  readNumbers,
  setPaused,
  settingsOf,
  updateSettings,
} from './namespace.store';
import { budgetView, fanoutInEffect, mergeSettings, noSettings } from './settings';

interface Spend {
  paused: boolean;
  spend_month_usd: number;
}

const listLimit = 100;

/** A namespace's settings: ours by row, billing's and judgments' by announcement. */
@Injectable()
export class NamespaceService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Bus,
    private readonly columns: Columns,
    private readonly quotas: QuotaService,
  ) {}

  async create(body: NamespaceCreateBody, call: Call): Promise<NamespaceView> {
    const { organization } = call.who;
    const { name, ...given } = body;
    const engines = given.default_engine ? await this.columns.activeEngines() : [];
    const settings = mergeSettings(noSettings, given, engines);
    const assertRoom = await this.quotas.of(call.who);
    await this.effects.once('documents.namespace', call, async (tx) => {
      assertRoom({ namespaces: 1, documents: 0, bytes: 0 });
      const row = await insertNamespace(tx, organization, name, settings);
      if (!row) {
        const taken = await findNamespace(tx, organization, name);
        const reason = taken?.deleting ? { reason: 'deleting' as const } : {};
        throw new Problem('conflict', `A namespace \`${name}\` exists; change it by PATCH.`, reason);
      }
      await this.say(tx, row);
      return { status: 201, body: '' };
    });
    return this.announced(organization, name, call);
  }

  async change(name: string, patch: NamespaceSettings, call: Call): Promise<NamespaceView> {
    const { organization } = call.who;
    const engines = patch.default_engine ? await this.columns.activeEngines() : [];
    await this.effects.once('documents.namespace', call, async (tx) => {
      const row = await this.existing(tx, organization, name, true);
      if (row.deleting) throw new Problem('conflict', 'The namespace is being deleted.', { reason: 'deleting' });
      await this.say(tx, await updateSettings(tx, row.id, mergeSettings(settingsOf(row), patch, engines)));
      return { status: 200, body: '' };
    });
    return this.announced(organization, name, call);
  }

  async get(name: string, call: Call): Promise<NamespaceView> {
    const row = await this.existing(this.database, call.who.organization, name);
    return this.view(row, await this.spendOf(row, call), call);
  }

  async list(query: ListNamespaces, call: Call): Promise<NamespaceList> {
    const { organization, scope } = call.who;
    const after = decodeCursor(query.cursor, 1);
    const page = {
      prefix: query.prefix ?? '',
      after: after ? String(after[0]) : null,
      limit: query.limit ?? listLimit,
    };
    const { items, nextCursor } = await listNamespaces(this.database, organization, scope, page);
    return { namespaces: items, next_cursor: nextCursor };
  }

  private async existing(
    from: Parameters<typeof findNamespace>[0],
    organization: string,
    name: string,
    lock = false,
  ): Promise<NamespaceRow> {
    const row = await findNamespace(from, organization, name, lock);
    if (row) return row;
    throw new Problem('not_found', `There is no namespace \`${name}\`; a first write or a create makes it.`);
  }

  private async say(tx: Tx, row: NamespaceRow): Promise<void> {
    await addToOutbox(tx, [factRow(namespaceChanged, factOf(row))]);
  }

  /** The committed settings, once billing and judgments go by them; a retry announces the same again. */
  private async announced(organization: string, name: string, call: Call): Promise<NamespaceView> {
    const row = await this.existing(this.database, organization, name);
    const { applied, unacknowledged } = await replicate<NamespaceChanged, Applied>(
      this.bus.requester,
      namespaceChanged,
      factOf(row),
      call,
    );
    if (unacknowledged.length > 0) {
      throw new Problem(
        'unavailable',
        'The settings are stored but not yet in force everywhere; send the same again.',
        {},
        { retryAfterS: 1 },
      );
    }
    const { paused, paused_revision: revision = 0, spend_month_usd } = applied.get('billing') ?? {};
    if (paused === undefined || spend_month_usd === undefined)
      return this.view(row, await this.spendOf(row, call), call);
    await setPaused(this.database, row.id, paused, revision);
    return this.view(row, { paused, spend_month_usd }, call);
  }

  private spendOf({ organization, name }: NamespaceRow, call: Call): Promise<Spend> {
    return this.bus.requester.ask(namespaceSpend, { organization, namespace: name }, call);
  }

  /** Judgments knows what a judging costs; without an interval nothing is asked. */
  private async periodicUsd({ organization, name: namespace }: NamespaceRow, call: Call): Promise<number> {
    const { judgments } = await this.columns.current(organization, namespace, this.database);
    if (!judgments.some(({ policy }) => policy === 'interval')) return 0;
    return (await this.bus.requester.ask(periodicCost, { organization, namespace }, call)).usd_per_month;
  }

  private async view(row: NamespaceRow, spend: Spend, call: Call): Promise<NamespaceView> {
    const [{ documents, bytes, lags }, periodicUsd] = await Promise.all([
      readNumbers(this.database, row.id),
      this.periodicUsd(row, call),
    ]);
    return {
      name: row.name,
      created_at: row.created_at.toISOString(),
      budget: budgetView(row.budget_usd),
      budget_paused: spend.paused,
      pinned: row.pinned,
      default_engine: row.default_engine,
      deleting: row.deleting,
      stats: {
        documents,
        bytes,
        spend_month_usd: spend.spend_month_usd,
        periodic_cost_usd_per_month: periodicUsd,
        freshness_lag_p90_ms: lagP90(lags),
      },
      fanout: fanoutInEffect(row.fanout),
    };
  }
}

function factOf(row: NamespaceRow): NamespaceChanged {
  return {
    organization: row.organization,
    namespace: row.name,
    revision: Number(row.revision),
    budget_usd: row.budget_usd,
    pinned: row.pinned,
    default_engine: row.default_engine,
    fanout: fanoutInEffect(row.fanout),
  };
}
