import { CONFIG } from '@app/boot';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../app.config';

interface Place {
  namespaceId: string;
  /** Asks in flight that the share allows, at least one. */
  most: number;
  running: number;
  waiting: (() => void)[];
}

/** Limits how many fan-out asks of one namespace an engine has in flight from this process. */
@Injectable()
export class FanoutSlots {
  private readonly places = new Map<string, Place>();
  private readonly slots: number;

  constructor(@Inject(CONFIG) { asksInFlight }: Pick<JudgmentsConfig, 'asksInFlight'>) {
    this.slots = asksInFlight;
  }

  /**
   * Runs work once the namespace has fewer asks in flight than its share allows.
   * @param share of the engine's slots, above 0 and up to 1
   */
  async run<T>(namespaceId: string, engine: string, share: number, work: () => Promise<T>): Promise<T> {
    const key = `${namespaceId} ${engine}`;
    const most = Math.max(1, Math.floor(share * this.slots));
    const place = this.places.get(key) ?? { namespaceId, most, running: 0, waiting: [] };
    place.most = most;
    this.places.set(key, place);
    // An ask that ends hands its slot on, so that no ask that comes meanwhile takes it.
    if (place.running < most) place.running += 1;
    else await new Promise<void>((resolve) => place.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = place.running <= place.most ? place.waiting.shift() : undefined;
      if (next) next();
      else place.running -= 1;
      if (place.running === 0) this.places.delete(key);
    }
  }

  /** Namespaces with as many asks waiting as may be in flight: to claim more would only hold the capacity of others. */
  saturated(): string[] {
    const full = [...this.places.values()].filter(({ waiting, most }) => waiting.length >= most);
    return full.map(({ namespaceId }) => namespaceId);
  }
}
