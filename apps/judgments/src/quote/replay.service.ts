import { DATABASE } from '@app/boot';
import type { NamespaceRef } from '@app/contracts';
import type { RelatedEstimate } from '@app/contracts/judgments';
import {
  Definition,
  Fanout,
  FanoutScope,
  Freshness,
  canSpread,
  fanoutInEffect,
  RelationSpec,
  isTemplate,
  optionsFrom,
  relationClass,
  relationSpecs,
} from '@app/definition';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readNamespaceFanout } from '../judgment/catalog/fanout.store';
import { readsRelated } from '../document/related-reads';
import { Replay, isAutomatic } from './amounts';
import { judgedWithin } from './judged-within';
import { replayOf, scaled } from './replay';
import { StoredDocuments } from './stored-documents';

/** Namespaces of a prefix whose relations are measured; the others count as their mean (docs/contract.md#13-limits). */
const sampledNamespaces = 20;

export interface ToReplay extends NamespaceRef {
  definition: Definition;
  freshness: Freshness;
}

/** Finds how often judging follows changes of related documents. */
@Injectable()
export class ReplayService {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly stored: StoredDocuments,
  ) {}

  /**
   * Measured in the namespace, or in up to 20 of a prefix.
   * @returns null for a definition that reads no related documents
   * @throws Problem while documents cannot answer
   */
  async readFor({ definition, freshness, ...ref }: ToReplay): Promise<Replay | null> {
    if (!readsRelated(definition)) return null;
    const { organization, namespace: scope } = ref;
    const fanout = fanoutInEffect(freshness.fanout ?? {}, await readNamespaceFanout(this.db, { organization, scope }));
    const { names, count } = await this.readNamespacesOf(ref);
    const sampled = await Promise.all(
      names.map(async (namespace) => this.replayIn({ organization, namespace }, definition, freshness, fanout)),
    );
    const related = scaled(sampled, count);
    return {
      related: isAutomatic(freshness) ? related : { ...related, judgments_per_day: 0 },
      rollingLimit: canSpread(definition) ? fanout.rolling_limit : null,
    };
  }

  private async replayIn(
    ref: NamespaceRef,
    definition: Definition,
    freshness: Freshness,
    fanout: Fanout,
  ): Promise<RelatedEstimate> {
    const relations = followedSpecs(definition);
    const measured = await Promise.all(
      relations.map(async (spec) => {
        const spreads = relationClass(spec) !== 'entity';
        const within: FanoutScope = spreads ? (fanout.scope ?? {}) : {};
        const scope = judgedWithin(definition.applies_to, within);
        return { spreads, ...(await this.stored.measure({ ...ref, spec, scope })) };
      }),
    );
    return replayOf(measured, { freshness, fanout });
  }

  /** The namespace itself; of a prefix those with the lowest hash of their name, which favours none, and how many it has. */
  private async readNamespacesOf(ref: NamespaceRef): Promise<{ names: string[]; count: number }> {
    if (!isTemplate(ref.namespace)) return { names: [ref.namespace], count: 1 };
    let names: string[] = [];
    let count = 0;
    for await (const page of this.stored.readNamespaces(ref)) {
      count += page.length;
      names = lowestByHash([...names, ...page], sampledNamespaces);
    }
    return { names, count };
  }
}

/** The relations to other documents; one whose documents are options is followed in what they show, too. */
function followedSpecs(definition: Definition): RelationSpec[] {
  const from = optionsFrom(definition);
  return Object.entries(relationSpecs(definition)).flatMap(([name, spec]) => {
    if (relationClass(spec) === 'self') return [];
    const shown = from?.from === name ? from.show : [];
    return [{ ...spec, fields: [...new Set([...spec.fields, ...shown])] }];
  });
}

function lowestByHash(names: readonly string[], max: number): string[] {
  const hashed = names.map((name) => ({ name, hash: createHash('sha256').update(name).digest('hex') }));
  return hashed
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, max)
    .map(({ name }) => name);
}
