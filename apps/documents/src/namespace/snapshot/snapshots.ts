import { DATABASE } from '@app/boot';
import type { NamespaceRef } from '@app/contracts';
import { scopeChain } from '@app/definition';
import type { ActiveEngine } from '@app/definition';
import { jsonBytes } from '@app/json';
import { Database, Queryable } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EngineSnapshot, loadEngines } from './engine.store';
import { InForce, compileInForce } from './in-force';
import { Revisions, readRevisions } from './revision.store';
import { OrganizationSnapshot, SharedSnapshot, loadNamespace, loadOrganization } from './snapshot.store';

const mib = 1024 * 1024;
/** Objects in memory take several times the bytes of their JSON, and these count JSON. */
const maxOrganizationBytes = 48 * mib;
const maxNamespaceBytes = 64 * mib;
/** What a subscription takes in the index of each namespace where it is in force. */
const indexedBytes = 300;
const frameBytes = 500;

/**
 * What is in force, in memory. Every statement reads the revisions together with its rows, and what was compiled for
 * another revision is loaded again before it decides anything.
 */
@Injectable()
export class Snapshots {
  private readonly organizations = new LRUCache<string, SharedSnapshot>({
    maxSize: maxOrganizationBytes,
    sizeCalculation: bytesOfOrganization,
  });
  private readonly namespaces = new LRUCache<string, InForce>({
    maxSize: maxNamespaceBytes,
    sizeCalculation: bytesOfNamespace,
  });
  private engines: EngineSnapshot = { revision: -1, engines: [], epochs: new Map() };

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** What memory holds of a namespace, of any revision. */
  known(ref: NamespaceRef): InForce | undefined {
    return this.namespaces.get(keyOf(ref));
  }

  /** What memory holds of a namespace, of any revision; loads it when memory holds nothing. */
  async readRemembered(ref: NamespaceRef, from: Queryable = this.database): Promise<InForce> {
    return this.known(ref) ?? this.compile(ref, this.organizations.get(ref.organization), from);
  }

  /** What is in force as of these revisions, or later ones when they have moved meanwhile. */
  async readAt(ref: NamespaceRef, revisions: Revisions, from: Queryable = this.database): Promise<InForce> {
    const known = this.namespaces.get(keyOf(ref));
    const isSame = known?.revision === revisions.organization && this.engines.revision === revisions.engines;
    if (known && isSame) return known;
    if (this.engines.revision !== revisions.engines) this.remember(await loadEngines(from));
    const shared = this.organizations.get(ref.organization);
    return this.compile(ref, shared?.revision === revisions.organization ? shared : undefined, from);
  }

  /** What is in force now. Under the organization's lock it stays in force until the transaction ends. */
  async readCurrent(ref: NamespaceRef, from: Queryable): Promise<InForce> {
    return this.readAt(ref, await readRevisions(from, ref.organization), from);
  }

  /** The active engines, read anew: a setting that names an engine must see one that was activated a moment ago. */
  async readActiveEngines(): Promise<ActiveEngine[]> {
    this.remember(await loadEngines(this.database));
    return this.engines.engines.filter(({ active }) => active);
  }

  /** Forgets the namespaces that were compiled with other engines. */
  private remember(engines: EngineSnapshot): void {
    if (engines.revision !== this.engines.revision) this.namespaces.clear();
    this.engines = engines;
  }

  private async compile(ref: NamespaceRef, shared: SharedSnapshot | undefined, from: Queryable): Promise<InForce> {
    if (this.engines.revision < 0) this.remember(await loadEngines(from));
    const snapshot = (shared && (await loadNamespace(from, ref.namespace, shared))) ?? (await this.load(ref, from));
    const compiled = compileInForce(ref.namespace, snapshot, this.engines);
    this.namespaces.set(keyOf(ref), compiled);
    return compiled;
  }

  private async load(ref: NamespaceRef, from: Queryable): Promise<OrganizationSnapshot> {
    const { shared, snapshot } = await loadOrganization(from, ref);
    this.organizations.set(ref.organization, shared);
    return snapshot;
  }
}

function keyOf({ organization, namespace }: NamespaceRef): string {
  return `${organization} ${namespace}`;
}

function bytesOfOrganization({ judgments, fits, readers, deferred, subscriptions, groups }: SharedSnapshot): number {
  const byScope = [deferred, subscriptions, groups].map((map) => [...map.values()]);
  return frameBytes + jsonBytes([judgments, fits, readers, ...byScope]);
}

function bytesOfNamespace({ namespace, judgments, hidden, subscriptions }: InForce): number {
  const inForce = scopeChain(namespace).reduce((sum, scope) => sum + (subscriptions.get(scope)?.length ?? 0), 0);
  return frameBytes + jsonBytes([judgments, hidden]) + indexedBytes * inForce;
}
