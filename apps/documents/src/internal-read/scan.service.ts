import type { ScanDocuments, ScannedDocuments } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import { Injectable } from '@nestjs/common';
import { AskService } from '../read/by-id/ask.service';
import { noParts } from '../read/by-id/fitting-sql';
import { readDocuments } from '../read/by-id/read.store';
import { CallTime, ScanPool } from '../document/pool/scan.pool';
import { Snapshots } from '../namespace/snapshot/snapshots';
import { ReaderPool } from '../document/pool/reader.pool';
import { Selected, selectedBy } from './scan-sql';
import { readPrefixPage, readPrefixTotals, scanPage } from './scan.store';
import { Totals, readTotals } from './totals.store';

const nothing: Totals = { count: 0, changesPerDay: 0, observedDays: 0 };

/** Scans the ids of documents in order, and their counts and rates of change, for estimates and backfills. */
@Injectable()
export class ScanService {
  constructor(
    private readonly pool: ReaderPool,
    private readonly snapshots: Snapshots,
    private readonly pools: ScanPool,
    private readonly asks: AskService,
  ) {}

  async scan(query: ScanDocuments, call?: CallTime): Promise<ScannedDocuments> {
    const { limit } = query;
    if (isTemplate(query.namespace)) return this.scanPrefix(query, call);
    const state = await readDocuments(this.pool, query, [], noParts);
    const inForce = state && (await this.snapshots.readAt(query, state.revisions, this.pool));
    const judgment = query.judgment === undefined ? undefined : inForce?.byId.get(query.judgment);
    if (!state || !inForce || (query.judgment !== undefined && !judgment)) {
      return scanned(query, [], query.totals ? nothing : null);
    }
    const { namespaceId, paused } = state;
    // Each statement has parameters of its own, so each selects anew.
    const select = (): Selected => selectedBy(query, { namespaceId, inForce }, paused, judgment);
    const scans = this.pools.of(query.organization, call);
    const ids = limit > 0 ? await scanPage(scans, select(), query.after, limit) : [];
    const totals = query.totals ? await readTotals(scans, namespaceId, select) : null;
    if (query.mark === true && judgment && ids.length > 0) {
      // The job that scans judges them, and scans again when it is stopped before.
      const asked = ids.map((document) => ({ document, judgment, isMissing: true, isOpen: true }));
      await this.asks.ask({ namespaceId, inForce }, asked, false);
    }
    return scanned(query, ids, totals);
  }

  /** The namespaces of a template prefix by name; the totals are of all of them together. */
  private async scanPrefix(query: ScanDocuments, call?: CallTime): Promise<ScannedDocuments> {
    const { after, limit, holding = false } = query;
    const scans = this.pools.of(query.organization, call);
    const names = limit > 0 ? await readPrefixPage(scans, query, { after, limit, holding }) : [];
    return scanned(query, names, query.totals ? await readPrefixTotals(scans, query) : null);
  }
}

function scanned({ limit }: ScanDocuments, ids: string[], totals: Totals | null): ScannedDocuments {
  const next = limit > 0 && ids.length === limit ? ids[ids.length - 1] : null;
  return {
    ids,
    next,
    count: totals?.count ?? null,
    changes_per_day: totals?.changesPerDay ?? null,
    ...(totals && { observed_days: totals.observedDays }),
  };
}
