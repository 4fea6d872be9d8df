import { BUS, CLOCK } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { countEpochs, maxCounted } from '@app/contracts/documents';
import type { CountEpochs, JudgmentToCount } from '@app/contracts/documents';
import type { Clock } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { sendPatiently } from '../document/patiently';
import type { Candidate } from './candidate.store';
import { Counted, Held, isOld } from './hold';

type Epochs = CountEpochs['epochs'];

/** Counts of all judgments of an organization together, in milliseconds. */
const countingMs = 6_000;
const maxOrganizations = 500;
const uncounted: Counted = { answers: null, atLeast: false };

/**
 * Counts the answers of the built-in engine that judgments still hold. Documents counts, one organization at a time, and what it
 * found is held in this process.
 */
@Injectable()
export class BuiltInCountService {
  private readonly held = new LRUCache<string, Map<string, Held>>({ max: maxOrganizations });
  private readonly underWay = new Map<string, Promise<unknown>>();

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem while documents cannot answer */
  async read(
    organization: string,
    candidates: readonly Candidate[],
    epochs: Epochs,
  ): Promise<(candidate: Candidate) => Counted> {
    // Several readers of one organization wait for one count.
    while (this.underWay.has(organization)) await this.underWay.get(organization);
    const held = this.held.get(organization) ?? new Map<string, Held>();
    const nowMs = this.clock.now();
    const old = candidates.filter((one) => isOld(held.get(keyOf(one)), dependsOn(one, epochs), nowMs));
    if (old.length > 0) {
      const count = this.count(organization, old, epochs, held);
      // After a failure each reader that waits counts by itself.
      this.underWay.set(
        organization,
        count.catch(() => undefined),
      );
      try {
        await count;
      } finally {
        this.underWay.delete(organization);
      }
      this.held.set(organization, held);
    }
    return (candidate) => held.get(keyOf(candidate)) ?? uncounted;
  }

  private async count(
    organization: string,
    candidates: readonly Candidate[],
    epochs: Epochs,
    held: Map<string, Held>,
  ): Promise<void> {
    const call = Call.within(countingMs);
    for (let at = 0; at < candidates.length; at += maxCounted.judgments) {
      const page = candidates.slice(at, at + maxCounted.judgments);
      const query = { organization, judgments: page.map(toCount), epochs: [...epochs] };
      const beganAtMs = this.clock.now();
      const { counts } = await sendPatiently(call, () => this.bus.requester.ask(countEpochs, query, call));
      const countedAtMs = this.clock.now();
      const tookMs = (countedAtMs - beganAtMs) / page.length;
      for (const [place, one] of page.entries()) {
        const { answers, at_least: atLeast } = counts[place];
        held.set(keyOf(one), { answers, atLeast, of: dependsOn(one, epochs), countedAtMs, tookMs });
      }
    }
  }
}

function keyOf({ id, scope }: Candidate): string {
  return `${id} ${scope}`;
}

function dependsOn({ active_version: version, without }: Candidate, epochs: Epochs): string {
  const [newest] = epochs;
  return JSON.stringify([version, without.length, epochs.length, newest?.engine, newest?.engine_version]);
}

function toCount({ id, scope, without, applies_to }: Candidate): JudgmentToCount {
  return { judgment_id: id, namespace: scope, without, applies_to };
}
