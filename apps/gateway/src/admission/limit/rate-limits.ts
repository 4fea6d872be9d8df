import { BUS, LEASES } from '@app/boot';
import { Bus, Call, Listener } from '@app/bus';
import { AllowanceBorrowed, BorrowAllowance, borrowAllowance } from '@app/contracts/gateway';
import { Leases, RoleLease } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AdmissionDatabase } from '../database/admission-database';
import { LocalAllowance } from './local-allowance';
import { Presence } from './presence';
import { Demand, Grant, RateLimiter } from './rate-limiter';
import { grantMs } from './sliding-window';

/** Name of the limit leader's lease: two builds that run at the same time must agree on it. */
const leaseName = 'keeper';
/** How long the lease lasts while another gateway asks for it, and what it leaves the leader at the least that it asks for it. */
const leaseSeconds = 3;
/** Between two looks at the lease, or two renewals, in milliseconds. */
export const renewMs = 500;
/**
 * A leader stops counting for others this long after it sent the latest renewal, or the latest look that found its lease
 * long and asked for by nobody. The lease ends 3 s after that at the earliest, more than a second later, so that what the old
 * leader let in has left every window when the next one begins. What it granted to a gateway far away may be spent half a
 * second later: then a second may see more than the limit, by the share that a new leader grants at first.
 */
const leadMs = 1900;
/** A new leader does not know what other gateways let in alone, so for one window it grants only its share. */
const cautiousMs = 1100;
const borrowTimeoutMs = 1000;
const allowanceIdleMs = 10_000;

/**
 * Rate limits over all gateways. One gateway, the limit leader, holds a lease and counts for all; the others borrow from
 * it. Without a leader each gateway grants its share: the limit divided by the live gateways.
 */
@Injectable()
export class RateLimits {
  private readonly limiter = new RateLimiter();
  private readonly allowances = new Map<string, LocalAllowance>();
  private listener: Listener | undefined;
  private leadsUntilMs = 0;
  private cautiousUntilMs = 0;
  private aloneUntilMs = 0;
  private hasResigned = false;
  private readonly lease: RoleLease;

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LEASES) leases: Leases,
    private readonly presence: Presence,
    private readonly database: AdmissionDatabase,
  ) {
    this.lease = leases.role({ name: leaseName, shortS: leaseSeconds });
  }

  /** Leads no more. The lease runs out within 3 s: what this leader let in stays in the windows of a second. */
  async endLead(): Promise<void> {
    this.hasResigned = true;
    this.stepDown();
    // One that cannot be reached is left to run out.
    await this.lease.leaveSoon().catch(() => undefined);
  }

  get isLeader(): boolean {
    return performance.now() < this.leadsUntilMs;
  }

  /** Takes one request of a key: at once when this gateway leads or the leader granted it enough, else after asking. */
  take(demand: Demand): Grant | Promise<Grant> {
    const nowMs = performance.now();
    if (nowMs < this.leadsUntilMs) return this.limiter.take(demand, 1, nowMs, this.shareOf(nowMs));
    if (nowMs < this.aloneUntilMs) return this.takeAlone(demand, nowMs);
    const taken = this.allowanceOf(demand.key).take(demand, nowMs);
    return taken instanceof Promise ? taken.catch((error: unknown) => this.takeWithoutLeader(error, demand)) : taken;
  }

  /** Grants requests to another gateway. @throws Problem `unavailable` when this gateway does not lead */
  grant(query: BorrowAllowance): AllowanceBorrowed {
    const nowMs = performance.now();
    if (nowMs >= this.leadsUntilMs) throw new Problem('unavailable', 'This gateway is not the limit leader.');
    const demand = {
      key: query.key,
      organization: query.organization,
      keyLimit: query.key_limit,
      organizationLimit: query.organization_limit,
    };
    const withinMs = query.spend_within_ms ?? grantMs;
    const { granted, ...left } = this.limiter.take(demand, query.requests, nowMs, this.shareOf(nowMs), withinMs);
    return { granted, key_remaining: left.keyRemaining, organization_remaining: left.organizationRemaining };
  }

  private takeAlone(demand: Demand, nowMs: number): Grant {
    return this.limiter.take(demand, 1, nowMs, 1 / this.presence.live());
  }

  /** No leader replies: count alone for a moment, with a share that holds when every other gateway does the same. */
  private takeWithoutLeader(error: unknown, demand: Demand): Grant {
    if (!(error instanceof Problem)) throw error;
    const nowMs = performance.now();
    this.aloneUntilMs = nowMs + renewMs;
    return this.takeAlone(demand, nowMs);
  }

  private shareOf(nowMs: number): number {
    return nowMs < this.cautiousUntilMs ? 1 / this.presence.live() : 1;
  }

  private allowanceOf(key: string): LocalAllowance {
    const known = this.allowances.get(key);
    if (known) return known;
    const allowance = new LocalAllowance((query) =>
      this.bus.requester.ask(borrowAllowance, { borrower: this.presence.id, ...query }, Call.within(borrowTimeoutMs)),
    );
    this.allowances.set(key, allowance);
    return allowance;
  }

  /** Whether the lease is to be taken or renewed. One that lasts on and that nobody asks for counts as renewed by this look. */
  async look(): Promise<boolean> {
    const sentAtMs = performance.now();
    this.sweep(sentAtMs);
    if (!this.isLeader || (await this.database.finds(this.lease.due))) return true;
    // A look that took too long says nothing about now.
    if (!this.isLeader) return true;
    this.leadsUntilMs = sentAtMs + leadMs;
    return false;
  }

  /** Takes the lease when it is free, and renews it while this gateway leads. */
  async renew(): Promise<void> {
    const sentAtMs = performance.now();
    this.sweep(sentAtMs);
    if (this.listener && sentAtMs >= this.leadsUntilMs) this.stepDown();
    const lease = this.hasResigned ? null : await this.lease.take();
    if (!lease || this.hasResigned) return this.stepDown();
    if (!this.isLeader) this.cautiousUntilMs = performance.now() + cautiousMs;
    this.leadsUntilMs = sentAtMs + leadMs;
    this.listen();
  }

  private sweep(nowMs: number): void {
    this.limiter.sweep(nowMs);
    for (const [key, { usedAtMs }] of this.allowances)
      if (nowMs - usedAtMs > allowanceIdleMs) this.allowances.delete(key);
  }

  /** Only the leader subscribes to requests for allowance, so they are not in the service's table of messages. */
  private listen(): void {
    this.listener ??= this.bus.connection.listeners.listen(borrowAllowance.subject, (message) => {
      if (performance.now() < this.leadsUntilMs)
        message.respond(JSON.stringify(this.grant(message.json<BorrowAllowance>())));
    });
  }

  private stepDown(): void {
    this.leadsUntilMs = 0;
    this.listener?.end();
    this.listener = undefined;
  }
}
