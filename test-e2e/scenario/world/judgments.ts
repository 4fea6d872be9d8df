import type { JudgmentChange } from '@app/contracts/judgments';
import { Scenario } from '../scenario';
import { featuresOf } from './numbers';
import { NumberFilter, Policy, Step, World } from './world';

/** Where judgments of a world stand, from the widest. The documents are in the last. */
export interface Places {
  wide: Scenario;
  narrow: Scenario;
  namespace: Scenario;
}

type Name = 'late' | 'base';

/** The judgments of a world, and their changes. It keeps what is in force for the documents. */
export class WorldJudgments {
  private readonly narrow = new Set<Name>();
  private isDetached = false;
  private widePolicy: Policy;
  private wideScope: NumberFilter | null;
  private baseAppliesTo: NumberFilter | undefined;

  constructor(
    private readonly places: Places,
    private readonly world: World,
  ) {
    this.widePolicy = world.policy;
    this.wideScope = world.scope ?? null;
    this.baseAppliesTo = world.base_applies_to;
  }

  /** When the answers of the reader are judged. */
  get policy(): Policy {
    return this.isDetached || this.narrow.has('late') ? this.own.policy : this.widePolicy;
  }

  /** The documents that its fan-outs concern; null for all. */
  get scope(): NumberFilter | null {
    return this.isDetached || this.narrow.has('late') ? this.own.scope : this.wideScope;
  }

  /** Of a template below, or of a copy, which keeps what held when it was made. */
  private own: { policy: Policy; scope: NumberFilter | null } = { policy: 'on_change', scope: null };

  async makeBase(): Promise<void> {
    await this.make(this.places.wide, this.base('Is it so?'));
  }

  async makeReader(): Promise<void> {
    await this.make(this.places.wide, this.reader('Is it late?', this.widePolicy, this.wideScope));
  }

  async take({ do: kind, number, policy }: Step): Promise<void> {
    const at = this.isDetached
      ? this.places.namespace
      : this.narrow.has('late')
        ? this.places.narrow
        : this.places.wide;
    switch (kind) {
      case 'scope': {
        const scope: NumberFilter | null = number === 0 ? null : { 'attributes.n': { gte: number } };
        await this.patch(at, { freshness: { fanout: { scope: scope && { where: scope } } } });
        if (at === this.places.wide) this.wideScope = scope;
        else this.own = { ...this.own, scope };
        return;
      }
      case 'policy':
        await this.patch(at, { freshness: { policy } });
        if (at === this.places.wide) this.widePolicy = policy;
        else this.own = { ...this.own, policy };
        return;
      case 'narrow':
        if (this.narrow.has('late') || this.isDetached) return;
        this.own = { policy: 'on_change', scope: null };
        await this.make(this.places.narrow, this.reader('Is it really late?', 'on_change', null));
        this.narrow.add('late');
        return;
      case 'narrow-base':
        if (this.narrow.has('base')) return;
        await this.make(this.places.narrow, this.base('Is it really so?'));
        this.narrow.add('base');
        return;
      case 'detach':
        if (this.isDetached || this.narrow.has('late')) return;
        this.own = { policy: this.widePolicy, scope: this.wideScope };
        await this.places.namespace.change('POST', '/late/detach');
        this.isDetached = true;
        return;
      case 'applies':
        this.baseAppliesTo = { 'attributes.n': { lte: number } };
        await this.make(
          this.narrow.has('base') ? this.places.narrow : this.places.wide,
          this.base(this.narrow.has('base') ? 'Is it really so?' : 'Is it so?'),
        );
        return;
      default:
        await this.widen();
    }
  }

  /** What was made below goes, so that the widest judgments are in force again. */
  private async widen(): Promise<void> {
    if (this.isDetached) await this.places.namespace.change('DELETE', '/late');
    this.isDetached = false;
    // The reader first: it reads the other.
    for (const name of ['late', 'base'] as const) {
      if (this.narrow.delete(name)) await this.places.narrow.change('DELETE', `/${name}`);
    }
  }

  private base(question: string): object {
    return {
      name: 'base',
      type: 'bool',
      question,
      applies_to: this.baseAppliesTo,
      context: { fields: ['state.tier', 'attributes.n'] },
      freshness: { policy: 'on_change', debounce_ms: 0 },
    };
  }

  private reader(question: string, policy: Policy, scope: NumberFilter | null): object {
    const { related, numbers, applies_to } = this.world;
    return {
      name: 'late',
      type: 'bool',
      question,
      applies_to,
      context: { fields: ['state.text'], related },
      features: featuresOf(Object.keys(related), numbers),
      freshness: { policy, debounce_ms: 0, fanout: { debounce_ms: 0, ...(scope && { scope: { where: scope } }) } },
    };
  }

  private async make(place: Scenario, definition: object): Promise<void> {
    await confirmed((body) => place.judgment(body), definition);
  }

  private async patch(place: Scenario, patch: { freshness: object }): Promise<void> {
    await confirmed((body) => place.change('PATCH', '/late', body), patch);
  }
}

/** Sends a change, and once more with the token of the reply where it has one. */
async function confirmed(send: (body: object) => Promise<JudgmentChange>, body: object): Promise<void> {
  const { status, confirm } = await send(body);
  if (status === 'confirmation_required') await send({ ...body, confirm });
}
