import { BUS, DATABASE, EFFECTS } from '@app/boot';
import { Bus, Call, replicate } from '@app/bus';
import { NamespaceRef } from '@app/contracts';
import { namespaceSpend } from '@app/contracts/billing';
import {
  Applied,
  ListNamespaces,
  NamespaceChanged,
  NamespaceCreateBody,
  NamespaceList,
  NamespaceMade,
  NamespaceSettings,
  NamespaceState,
  NamespaceStateFound,
  NamespaceView,
  namespaceChanged,
} from '@app/contracts/documents';
import { periodicCost } from '@app/contracts/judgments';
import { Database, Effects, Queryable, Tx, addToOutbox, decodeCursor, factRow } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { QuotaService } from './metering/quota.service';
import { Snapshots } from './snapshot/snapshots';
import { ensureNamespace } from './ensure-namespace';
import { readAbsentIds } from './absent.store';
import { Spend, changedFact, namespaceView, refOf } from './namespace-view';
import { readNamespaceLevel } from './namespace-level.store';
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
import { assertWritable, noNamespace } from './refusal';
import { mergeSettings, noSettings } from './settings';

const listLimit = 100;

/** Settings of namespaces. Documents keeps them, and billing and judgments keep copies. */
@Injectable()
export class NamespaceService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Bus,
    private readonly snapshots: Snapshots,
    private readonly quotas: QuotaService,
  ) {}

  async create(body: NamespaceCreateBody, call: Call): Promise<NamespaceView> {
    const { name, ...given } = body;
    const ref = { organization: call.who.organization, namespace: name };
    const engines = given.default_engine ? await this.snapshots.readActiveEngines() : [];
    const settings = mergeSettings(noSettings, given, engines);
    const assertWithinQuota = await this.quotas.readFor(call.who);
    await this.effects.runOnce('documents.namespace', call, async (tx) => {
      assertWithinQuota({ namespaces: 1, documents: 0, bytes: 0 });
      const row = await insertNamespace(tx, ref, settings);
      if (!row) {
        const taken = await findNamespace(tx, ref);
        const reason = taken?.deleting ? { reason: 'deleting' as const } : {};
        const message = taken?.deleting
          ? `The namespace \`${name}\` is being deleted; create it again when its job has ended.`
          : `A namespace \`${name}\` exists; change it by PATCH.`;
        throw new Problem('conflict', message, reason);
      }
      await publishChange(tx, row);
      return { status: 201, body: '' };
    });
    return this.replicateSettings(ref, call);
  }

  async change(name: string, patch: NamespaceSettings, call: Call): Promise<NamespaceView> {
    const ref = { organization: call.who.organization, namespace: name };
    const engines = patch.default_engine ? await this.snapshots.readActiveEngines() : [];
    await this.effects.runOnce('documents.namespace', call, async (tx) => {
      const row = await readExisting(tx, ref, true);
      assertWritable(row);
      await publishChange(tx, await updateSettings(tx, row.id, mergeSettings(settingsOf(row), patch, engines)));
      return { status: 200, body: '' };
    });
    return this.replicateSettings(ref, call);
  }

  /**
   * Makes a namespace without settings unless it exists: a first judgment needs one.
   * @throws Problem `conflict`, reason `deleting`; `plan_required`
   */
  async make(name: string, call: Call): Promise<NamespaceMade> {
    const ref = { organization: call.who.organization, namespace: name };
    const known = await findNamespace(this.database, ref);
    if (known) {
      assertWritable(known);
      return { made: false };
    }
    const assertWithinQuota = await this.quotas.readFor(call.who);
    return this.database.transaction('documents.namespace-make', async (tx) => ({
      made: await ensureNamespace(tx, ref, assertWithinQuota),
    }));
  }

  /** Whether a namespace exists and may be written to, and which documents it lacks of those that are named. */
  async readState({ documents, ...ref }: NamespaceState): Promise<NamespaceStateFound> {
    const row = await findNamespace(this.database, ref);
    const found = { exists: row !== null, deleting: row?.deleting ?? false };
    if (documents === undefined) return found;
    return { ...found, absent: row ? await readAbsentIds(this.database, row.id, documents) : documents };
  }

  async get(name: string, call: Call): Promise<NamespaceView> {
    const row = await readExisting(this.database, { organization: call.who.organization, namespace: name });
    return this.readView(row, await this.readSpendOf(row, call), call);
  }

  async list(query: ListNamespaces, call: Call): Promise<NamespaceList> {
    const { organization, scope } = call.who;
    const [prefix, limit] = [query.prefix ?? '', query.limit ?? listLimit];
    if (query.delimiter) {
      const cursor = decodeCursor('namespace-level', query.cursor);
      const level = { prefix, from: cursor && cursor[0], limit };
      const { items, prefixes, nextCursor } = await readNamespaceLevel(this.database, organization, scope, level);
      return { namespaces: items, prefixes, next_cursor: nextCursor };
    }
    const after = decodeCursor('namespaces', query.cursor);
    const page = {
      prefix,
      after: after && after[0],
      limit,
    };
    const { items, nextCursor } = await listNamespaces(this.database, organization, scope, page);
    return { namespaces: items, next_cursor: nextCursor };
  }

  /** The committed settings, once billing and judgments have acknowledged them. A retry sends the same again. */
  private async replicateSettings(ref: NamespaceRef, call: Call): Promise<NamespaceView> {
    const row = await readExisting(this.database, ref);
    const { applied, unacknowledged } = await replicate<NamespaceChanged, Applied>(
      this.bus.requester,
      namespaceChanged,
      changedFact(row),
      call,
    );
    if (unacknowledged.length > 0) {
      const message = 'The settings are stored but not yet in force everywhere; send the same again.';
      throw new Problem('unavailable', message, {}, { retryAfterS: 1 });
    }
    const { paused, paused_revision: revision = 0, spend_month_usd } = applied.get('billing') ?? {};
    if (paused === undefined || spend_month_usd === undefined) {
      return this.readView(row, await this.readSpendOf(row, call), call);
    }
    await setPaused(this.database, row.id, paused, revision);
    return this.readView(row, { paused, spend_month_usd }, call);
  }

  private readSpendOf(row: NamespaceRow, call: Call): Promise<Spend> {
    return this.bus.requester.ask(namespaceSpend, refOf(row), call);
  }

  private async readView(row: NamespaceRow, spend: Spend, call: Call): Promise<NamespaceView> {
    const [numbers, periodicUsd] = await Promise.all([
      readNumbers(this.database, row.id),
      this.readPeriodicUsd(row, call),
    ]);
    return namespaceView(row, numbers, spend, periodicUsd);
  }

  /** What intervals cost a month. Judgments knows it; a namespace without an interval needs no request. */
  private async readPeriodicUsd(row: NamespaceRow, call: Call): Promise<number> {
    const ref = refOf(row);
    const { judgments } = await this.snapshots.readCurrent(ref, this.database);
    if (!judgments.some(({ policy }) => policy === 'interval')) return 0;
    return (await this.bus.requester.ask(periodicCost, ref, call)).usd_per_month;
  }
}

/** @throws Problem `not_found` */
async function readExisting(from: Queryable, ref: NamespaceRef, lock = false): Promise<NamespaceRow> {
  const row = await findNamespace(from, ref, lock);
  if (row) return row;
  throw noNamespace(ref);
}

async function publishChange(tx: Tx, row: NamespaceRow): Promise<void> {
  await addToOutbox(tx, [factRow(namespaceChanged, changedFact(row))]);
}
