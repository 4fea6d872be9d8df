import { DATABASE } from '@app/boot';
import { NamespaceRef } from '@app/contracts';
import { shownVersion, storedVersion } from '@app/definition';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EffectiveJudgment, Judgment, Override, asVersion, inForce } from '../definition/judgment';
import { readCopiesOf, readJudgmentsById, readRevisionOf } from '../definition/judgment.store';
import { readOverridesOf } from '../definition/override.store';
import { readVersionByNumber } from '../definition/version.store';
import { Target, TargetMap } from './target';

/** What this process knows of an organization's judgments at one revision. */
interface CacheEntry {
  revision: number;
  judgments: Map<string, Judgment>;
  /** Versions that are not active, by row and stored number; null where the judgment has no such version. */
  versions: Map<string, Judgment | null>;
  namespaces: Map<string, NamespaceSettings>;
}

/** What a namespace has of its own under the ids of templates. */
interface NamespaceSettings {
  copies: Map<string, Judgment>;
  overrides: Map<string, Override>;
}

const maxOrganizations = 1000;

/** Definitions in memory, by organization. Another revision of the organization empties its entry. */
@Injectable()
export class CatalogService {
  private readonly entries = new LRUCache<string, CacheEntry>({ max: maxOrganizations });

  constructor(@Inject(DATABASE) private readonly db: Database) {}

  /**
   * Judgments in force in a namespace, with the version of each target. Targets without a judgment or a version are left
   * out, archived judgments are not.
   * @param revision the organization's, when the caller has just read it
   */
  async readInForce(
    ref: NamespaceRef,
    targets: readonly Target[],
    revision?: number,
  ): Promise<TargetMap<EffectiveJudgment>> {
    const { organization, namespace } = ref;
    const entry = this.entryOf(organization, revision ?? (await readRevisionOf(this.db, organization)));
    await this.load(entry, organization, targets);
    let settings = entry.namespaces.get(namespace);
    if (!settings) {
      settings = await this.readSettingsOf(ref);
      entry.namespaces.set(namespace, settings);
    }
    const found = new TargetMap<EffectiveJudgment>();
    for (const target of targets) {
      const { judgmentId, targetVersion } = target;
      const active = settings.copies.get(judgmentId) ?? entry.judgments.get(judgmentId);
      const judgment =
        active && targetVersion !== null ? await this.readVersionOf(entry, active, targetVersion) : active;
      if (judgment) found.set(target, inForce(judgment, namespace, settings.overrides.get(judgmentId)));
    }
    return found;
  }

  private async load(entry: CacheEntry, organization: string, targets: readonly Target[]): Promise<void> {
    const missing = targets.map(({ judgmentId }) => judgmentId).filter((id) => !entry.judgments.has(id));
    if (missing.length === 0) return;
    for (const judgment of await readJudgmentsById(this.db, organization, missing)) {
      entry.judgments.set(judgment.id, judgment);
    }
  }

  /** The judgment as if another version were active; null when it has none under the stored number. */
  private async readVersionOf(entry: CacheEntry, judgment: Judgment, stored: number): Promise<Judgment | null> {
    const key = `${judgment.rowId}\n${stored}`;
    const known = entry.versions.get(key);
    if (known !== undefined) return known;
    const shown = shownVersion(judgment.copied, stored);
    const isOwn = storedVersion(judgment.copied, shown) === stored;
    const row = isOwn ? await readVersionByNumber(this.db, judgment.rowId, shown) : null;
    const found = row && asVersion(judgment, row);
    entry.versions.set(key, found);
    return found;
  }

  private async readSettingsOf({ organization, namespace: scope }: NamespaceRef): Promise<NamespaceSettings> {
    const [copies, overrides] = await Promise.all([
      readCopiesOf(this.db, { organization, scope }),
      readOverridesOf(this.db, { organization, scope }),
    ]);
    return {
      copies: new Map(copies.map((copy) => [copy.id, copy])),
      overrides: new Map(overrides.map((override) => [override.judgmentId, override])),
    };
  }

  private entryOf(organization: string, revision: number): CacheEntry {
    const known = this.entries.get(organization);
    if (known?.revision === revision) return known;
    const entry: CacheEntry = { revision, judgments: new Map(), versions: new Map(), namespaces: new Map() };
    // A reader of an older revision must not replace the entry of a newer one.
    if (!known || known.revision < revision) this.entries.set(organization, entry);
    return entry;
  }
}
