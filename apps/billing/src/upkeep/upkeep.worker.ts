import { HEALTH, LOGGER } from '@app/boot';
import { Health, Loop } from '@app/observability';
import type { Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { ReservationStore } from '../reservation/reservation.store';
import { UsageService } from '../usage/usage.service';
import { BudgetService } from '../budget/budget.service';
import type { NamespaceKey } from '../budget/budget.store';

const idleMs = 1000;
const pageSize = 200;
const stuckMs = 60_000;
const start: NamespaceKey = { organization: '', namespace: '' };

/** Turns with time: pauses end with the month or with their cause, old reservations go, months are closed. */
@Injectable()
export class Upkeep {
  private readonly loop: Loop;
  private after = start;

  constructor(
    private readonly budgets: BudgetService,
    private readonly reservations: ReservationStore,
    private readonly usage: UsageService,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
  ) {
    this.loop = new Loop({ name: 'upkeep', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'upkeep', check: () => this.loop.stuckFor(stuckMs) });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  private async turn(): Promise<boolean> {
    const next = await this.budgets.endPauses(this.after, pageSize);
    this.after = next ?? start;
    const forgotten = await this.reservations.forgetExpired();
    const more = await this.usage.closeLast();
    return next !== null || forgotten === 1000 || more;
  }
}
