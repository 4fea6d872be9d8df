import { Injectable } from '@nestjs/common';
import { shownVersion, storedVersion } from '@app/definition';
import { LRUCache } from 'lru-cache';
import { EffectiveJudgment, Judgment, Override, asVersion, inForce } from '../definition/judgment';
import { JudgmentStore } from '../definition/judgment.store';
import { OverrideStore } from '../definition/override.store';
import { queueKey, readQueueKey } from '../pending/queue-key';

interface Shelf {
  revision: number;
  judgments: Map<string, Judgment>;
  /** By row and version, of versions that are judged ahead. */
  versions: Map<string, Judgment | null>;
  /** By namespace. */
  own: Map<string, Own>;
}

/** What a namespace has of judgments that go by a template's id. */
interface Own {
  copies: Map<string, Judgment>;
  overrides: Map<string, Override>;
}

const maxOrganizations = 1000;

/** Definitions in memory, by organization and its revision: another revision forgets them all. */
@Injectable()
export class CatalogService {
  private readonly shelves = new LRUCache<string, Shelf>({ max: maxOrganizations });

  constructor(
    private readonly store: JudgmentStore,
    private readonly overrides: OverrideStore,
  ) {}

  /**
   * Judgments as they hold in a namespace, by id, or by the queue's key of a version; ids that nothing has are left out,
   * archived ones are not.
   * @param revision the organization's, when the caller has just read it
   */
  async inForce(
    organization: string,
    namespace: string,
    ids: readonly string[],
    revision?: number,
  ): Promise<Map<string, EffectiveJudgment>> {
    const shelf = this.shelfOf(organization, revision ?? (await this.store.revisionOf(organization)));
    const asked = ids.map((key) => ({ key, ...readQueueKey(key) }));
    const missing = asked.map(({ judgmentId }) => judgmentId).filter((id) => !shelf.judgments.has(id));
    if (missing.length > 0) {
      for (const judgment of await this.store.byIds(organization, missing)) shelf.judgments.set(judgment.id, judgment);
    }
    let own = shelf.own.get(namespace);
    if (!own) {
      own = await this.ownOf(organization, namespace);
      shelf.own.set(namespace, own);
    }
    const found = new Map<string, EffectiveJudgment>();
    for (const { key, judgmentId, version } of asked) {
      const active = own.copies.get(judgmentId) ?? shelf.judgments.get(judgmentId);
      const judgment = active && version !== null ? await this.versionOf(shelf, active, version) : active;
      if (judgment) found.set(key, inForce(judgment, namespace, own.overrides.get(judgmentId)));
    }
    return found;
  }

  /** The judgment as if another version were active; null when it has none of that number, as it stands with answers. */
  private async versionOf(shelf: Shelf, judgment: Judgment, stored: number): Promise<Judgment | null> {
    const key = queueKey(judgment.row, stored);
    const known = shelf.versions.get(key);
    if (known !== undefined) return known;
    const shown = shownVersion(judgment.copied, stored);
    const isOwn = storedVersion(judgment.copied, shown) === stored;
    const row = isOwn ? await this.store.version(undefined, judgment.row, shown) : null;
    const found = row && asVersion(judgment, row);
    shelf.versions.set(key, found);
    return found;
  }

  private async ownOf(organization: string, namespace: string): Promise<Own> {
    const [copies, overrides] = await Promise.all([
      this.store.copiesOf(organization, namespace),
      this.overrides.of(organization, namespace),
    ]);
    return {
      copies: new Map(copies.map((copy) => [copy.id, copy])),
      overrides: new Map(overrides.map((override) => [override.judgmentId, override])),
    };
  }

  private shelfOf(organization: string, revision: number): Shelf {
    const known = this.shelves.get(organization);
    if (known?.revision === revision) return known;
    const shelf: Shelf = { revision, judgments: new Map(), versions: new Map(), own: new Map() };
    // An older reading must not push out what a newer one put in place.
    if (!known || known.revision < revision) this.shelves.set(organization, shelf);
    return shelf;
  }
}
