import { Bus, Call } from '@app/bus';
import { AllowanceBorrowed, BorrowAllowance, borrowAllowance } from '@app/contracts';
import { Logger, Loop } from '@app/observability';
import { Leases } from '@app/persistence';
import { Problem } from '@app/problem';
import { Subscription } from 'nats';
import { RateLimiter, Demand, Grant } from './rate-limiter';
import { Presence } from './presence.service';
import { LocalAllowance } from './local-allowance';

const leaseSeconds = 3;
const renewMs = 500;
/**
 * A keeper stops counting for others this long after the renewal it last sent. The lease is free 3 s after that renewal:
 * more than a second later, so that what the old keeper let in has left every window when the next one begins.
 */
const keepMs = 1900;
/** A new keeper knows nothing of what others let in alone just before: it spends only its share for a window. */
const modestMs = 1100;
const borrowTimeoutMs = 1000;
const purseIdleMs = 10_000;

/**
 * Rate limits over all gateways: one holds the lease and counts for everyone, the others borrow. Without a keeper each
 * takes the limit divided by the live gateways.
 */
export class RateLimits {
  private readonly account = new RateLimiter();
  private readonly purses = new Map<string, LocalAllowance>();
  private readonly loop: Loop;
  private subscription: Subscription | undefined;
  private keepsUntilMs = 0;
  private modestUntilMs = 0;
  private aloneUntilMs = 0;

  constructor(
    private readonly bus: Bus,
    private readonly leases: Leases,
    private readonly presence: Presence,
    logger: Logger,
  ) {
    this.loop = new Loop({ name: 'allowance keeper', idleMs: renewMs, logger, turn: () => this.renew() });
  }

  async start(): Promise<void> {
    await this.renew();
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    // What was let in stays in others' windows of a second: the lease is left to run out by itself.
    this.abdicate();
  }

  get isLeader(): boolean {
    return performance.now() < this.keepsUntilMs;
  }

  /** One request of a key: at once when this gateway keeps, or has borrowed enough. */
  take(demand: Demand): Grant | Promise<Grant> {
    const nowMs = performance.now();
    if (nowMs < this.keepsUntilMs) return this.account.take(demand, 1, nowMs, this.shareOf(nowMs));
    if (nowMs < this.aloneUntilMs) return this.alone(demand, nowMs);
    const taken = this.purseOf(demand.key).take(demand, nowMs);
    return taken instanceof Promise ? taken.catch((error: unknown) => this.onSilence(error, demand)) : taken;
  }

  /** Answers another gateway, as keeper. */
  lend(query: BorrowAllowance): AllowanceBorrowed {
    const nowMs = performance.now();
    if (nowMs >= this.keepsUntilMs) throw new Problem('unavailable', 'This gateway no longer keeps count.');
    const demand = {
      key: query.key,
      organization: query.organization,
      keyLimit: query.key_limit,
      organizationLimit: query.organization_limit,
    };
    const grant = this.account.take(demand, query.requests, nowMs, this.shareOf(nowMs), true);
    return {
      granted: grant.granted,
      key_remaining: grant.keyRemaining,
      organization_remaining: grant.organizationRemaining,
    };
  }

  private alone(demand: Demand, nowMs: number): Grant {
    return this.account.take(demand, 1, nowMs, 1 / this.presence.live());
  }

  /** No keeper answers: count alone for a moment, with a share that holds when every other gateway does the same. */
  private onSilence(error: unknown, demand: Demand): Grant {
    if (!(error instanceof Problem)) throw error;
    const nowMs = performance.now();
    this.aloneUntilMs = nowMs + renewMs;
    return this.alone(demand, nowMs);
  }

  private shareOf(nowMs: number): number {
    return nowMs < this.modestUntilMs ? 1 / this.presence.live() : 1;
  }

  private purseOf(key: string): LocalAllowance {
    const known = this.purses.get(key);
    if (known) return known;
    const purse = new LocalAllowance((query) =>
      this.bus.requester.ask(borrowAllowance, { borrower: this.presence.id, ...query }, Call.within(borrowTimeoutMs)),
    );
    this.purses.set(key, purse);
    return purse;
  }

  private async renew(): Promise<boolean> {
    const sentAtMs = performance.now();
    this.account.sweep(sentAtMs);
    for (const [key, purse] of this.purses) if (sentAtMs - purse.usedAtMs > purseIdleMs) this.purses.delete(key);
    if (this.subscription && sentAtMs >= this.keepsUntilMs) this.abdicate();
    const lease = await this.leases.take('keeper', leaseSeconds);
    if (!lease) {
      this.abdicate();
      return false;
    }
    if (!this.isLeader) this.modestUntilMs = performance.now() + modestMs;
    this.keepsUntilMs = sentAtMs + keepMs;
    this.listen();
    return false;
  }

  /** Only the keeper hears requests for allowance: it is one process at a time, not the service's queue group. */
  private listen(): void {
    if (this.subscription) return;
    this.subscription = this.bus.connection.nc.subscribe(borrowAllowance.subject, {
      callback: (error, message) => {
        if (error || performance.now() >= this.keepsUntilMs) return;
        message.respond(JSON.stringify(this.lend(message.json<BorrowAllowance>())));
      },
    });
  }

  private abdicate(): void {
    this.keepsUntilMs = 0;
    this.subscription?.unsubscribe();
    this.subscription = undefined;
  }
}
