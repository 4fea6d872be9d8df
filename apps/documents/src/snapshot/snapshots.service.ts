import { DATABASE } from '@app/boot';
import type { ActiveEngine } from '@app/definition';
import { Database, Queryable } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InForce } from './in-force';
import {
  EngineCopy,
  OrganizationCopies,
  Revisions,
  SharedCopies,
  loadEngines,
  loadNamespace,
  loadOrganization,
  readRevisions,
} from './snapshot.store';

export type { Revisions } from './snapshot.store';

const organizationsInMemory = 500;
const namespacesInMemory = 5_000;

/**
 * Copies of what is in force, in memory: every statement reads the revisions beside its rows, and what was compiled of
 * another revision is loaded again before it decides anything.
 */
@Injectable()
export class Columns {
  private readonly organizations = new LRUCache<string, SharedCopies>({ max: organizationsInMemory });
  private readonly namespaces = new LRUCache<string, InForce>({ max: namespacesInMemory });
  private engines: { revision: number; engines: EngineCopy[] } = { revision: -1, engines: [] };

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** What memory holds of a namespace, of whatever revision; loaded when it holds nothing. */
  async latest(organization: string, namespace: string, from: Queryable = this.database): Promise<InForce> {
    const known = this.namespaces.get(`${organization} ${namespace}`);
    if (known) return known;
    return this.compile(organization, namespace, this.organizations.get(organization) ?? null, from);
  }

  /** What is in force as of these revisions; loads when memory is older. Reads newer than asked are newer still. */
  async at(organization: string, namespace: string, revisions: Revisions, from?: Queryable): Promise<InForce> {
    const known = this.namespaces.get(`${organization} ${namespace}`);
    if (known && known.revision === revisions.columns && this.engines.revision === revisions.engines) return known;
    const source = from ?? this.database;
    if (this.engines.revision !== revisions.engines) {
      this.engines = await loadEngines(source);
      this.namespaces.clear();
    }
    const copies = this.organizations.get(organization);
    return this.compile(organization, namespace, copies?.revision === revisions.columns ? copies : null, source);
  }

  /** What is in force now: under the organization's lock, until the transaction ends. */
  async current(organization: string, namespace: string, from: Queryable): Promise<InForce> {
    return this.at(organization, namespace, await readRevisions(from, organization), from);
  }

  /** The engines known here, for what must be active. */
  async activeEngines(): Promise<ActiveEngine[]> {
    this.engines = await loadEngines(this.database);
    return this.engines.engines.filter(({ active }) => active);
  }

  private async load(organization: string, namespace: string, from: Queryable): Promise<OrganizationCopies> {
    const { shared, copies } = await loadOrganization(from, organization, namespace);
    this.organizations.set(organization, shared);
    return copies;
  }

  private async compile(
    organization: string,
    namespace: string,
    kept: SharedCopies | null,
    from: Queryable,
  ): Promise<InForce> {
    if (this.engines.revision < 0) this.engines = await loadEngines(from);
    const copies =
      (kept && (await loadNamespace(from, organization, namespace, kept))) ??
      (await this.load(organization, namespace, from));
    const compiled = new InForce(namespace, copies, this.engines.engines);
    this.namespaces.set(`${organization} ${namespace}`, compiled);
    return compiled;
  }
}
