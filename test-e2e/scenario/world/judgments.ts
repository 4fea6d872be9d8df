import type { JudgmentChange } from '@app/contracts/judgments';
import { Scenario } from '../scenario';
import { Held, Version, baseOf, readerOf } from './definitions';
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
  private hasReturned = false;
  private wide: Held;
  /** Of a template below, or of a copy, which keeps what held when it was made. */
  private own: Held;
  private baseAppliesTo: NumberFilter | undefined;

  constructor(
    private readonly places: Places,
    private readonly world: World,
  ) {
    const version = { question: 'Is it late?', applies_to: world.applies_to, isPlain: world.alone ?? false };
    this.wide = { policy: world.policy, scope: world.scope ?? null, version };
    this.own = this.wide;
    this.baseAppliesTo = world.base_applies_to;
  }

  /** When the answers of the reader are judged. */
  get policy(): Policy {
    return this.held.policy;
  }

  /** The documents that its fan-outs concern; null for all. */
  get scope(): NumberFilter | null {
    return this.held.scope;
  }

  /** The relations that its version in force reads. */
  get related(): World['related'] {
    return this.held.version.isPlain ? {} : this.world.related;
  }

  /** Whether another version has come into force since the last look: nothing judges by itself what it leaves stale. */
  takeReturned(): boolean {
    const { hasReturned } = this;
    this.hasReturned = false;
    return hasReturned;
  }

  private get held(): Held {
    return this.isDetached || this.narrow.has('late') ? this.own : this.wide;
  }

  private hold(held: Partial<Held>): void {
    if (this.isDetached || this.narrow.has('late')) this.own = { ...this.own, ...held };
    else this.wide = { ...this.wide, ...held };
  }

  async makeBase(): Promise<void> {
    await this.make(this.places.wide, baseOf('Is it so?', this.baseAppliesTo));
  }

  async makeReader(): Promise<void> {
    await this.make(this.places.wide, readerOf(this.world, this.wide));
  }

  async take({ do: kind, number, policy, word }: Step): Promise<void> {
    const at = this.isDetached
      ? this.places.namespace
      : this.narrow.has('late')
        ? this.places.narrow
        : this.places.wide;
    switch (kind) {
      case 'scope': {
        const scope: NumberFilter | null = number === 0 ? null : { 'attributes.n': { gte: number } };
        await this.patch(at, { freshness: { fanout: { scope: scope && { where: scope } } } });
        this.hold({ scope });
        return;
      }
      case 'policy':
        await this.patch(at, { freshness: { policy } });
        this.hold({ policy });
        return;
      case 'version': {
        const applies_to = number === 0 ? undefined : { 'attributes.n': { gte: number } };
        return this.become(at, { ...this.held.version, applies_to, isPlain: this.world.alone || word === 'blue' });
      }
      case 'back':
        return this.become(at, this.held.last ?? this.held.version);
      case 'narrow':
        if (this.narrow.has('late') || this.isDetached) return;
        this.own = {
          policy: 'on_change',
          scope: null,
          version: {
            question: 'Is it really late?',
            applies_to: this.world.applies_to,
            isPlain: this.wide.version.isPlain,
          },
        };
        await this.make(this.places.narrow, readerOf(this.world, this.own));
        this.narrow.add('late');
        return;
      case 'narrow-base':
        if (this.narrow.has('base')) return;
        await this.make(this.places.narrow, baseOf('Is it really so?', this.baseAppliesTo));
        this.narrow.add('base');
        return;
      case 'detach':
        if (this.isDetached || this.narrow.has('late')) return;
        this.own = this.wide;
        await this.places.namespace.change('POST', '/late/detach');
        this.isDetached = true;
        return;
      case 'applies':
        this.baseAppliesTo = { 'attributes.n': { lte: number } };
        await this.make(
          this.narrow.has('base') ? this.places.narrow : this.places.wide,
          baseOf(this.narrow.has('base') ? 'Is it really so?' : 'Is it so?', this.baseAppliesTo),
        );
        return;
      default:
        await this.widen();
    }
  }

  /** Another version of the reader, new or not, becomes active. */
  private async become(at: Scenario, version: Version): Promise<void> {
    const { freshness: _, ...definition } = readerOf(this.world, { ...this.held, version });
    await this.make(at, definition);
    this.hold({ version, last: this.held.version });
    this.hasReturned = true;
  }

  /** What was made below goes, so that the widest judgments are in force again. */
  private async widen(): Promise<void> {
    if (this.isDetached) {
      await this.places.namespace.change('DELETE', '/late');
      // The template may have another version.
      this.hasReturned = true;
    }
    this.isDetached = false;
    // The reader first: it reads the other.
    for (const name of ['late', 'base'] as const) {
      if (this.narrow.delete(name)) await this.places.narrow.change('DELETE', `/${name}`);
    }
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
