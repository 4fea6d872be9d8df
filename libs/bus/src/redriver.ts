import { busMetrics } from '@app/metrics';
import { Logger, Loop, Metrics, WorkFault, runInSpan, logWork } from '@app/observability';
import { killPoint } from '@app/persistence';
import { kindOf } from '@app/problem';
import { DeadLetters, TakenFact, reasonOf } from './dead-letters';
import { levelOf } from './reply';
import { delayAfter, waits } from './settle';
import { Consuming } from './table';

const pollMs = 1000;

/**
 * Handles dead facts again when an operator asks: one at a time, beside the live consumers and without delaying them. It
 * deletes the row after the handler has succeeded; a process that dies in between handles the fact once more, as with
 * any fact. A fact that fails again is dead again, except when another service was unavailable: then it is retried.
 */
export class Redriver {
  private readonly loop: Loop;
  private readonly redriven;
  private consuming: ReadonlyMap<string, Consuming> = new Map();
  private started = false;

  constructor(
    private readonly dead: DeadLetters,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.loop = new Loop({
      name: 'redriver',
      idleMs: pollMs,
      logger,
      look: () => dead.areDue(),
      turn: () => this.turn(),
    });
    this.redriven = metrics.counter(busMetrics.redriven);
    const { deadRows: rows, deadOldest: oldestS } = busMetrics;
    metrics.measuredTogether({ rows, oldestS }, () => dead.measure());
  }

  /** @param consuming what this service consumes, by name of the durable */
  start(consuming: ReadonlyMap<string, Consuming>): void {
    this.consuming = consuming;
    this.started = true;
    this.loop.start();
  }

  /** Finishes the fact under way and takes no other. */
  async stop(): Promise<void> {
    if (this.started) await this.loop.stop();
  }

  private async turn(): Promise<boolean> {
    const fact = await this.dead.take();
    if (!fact) return false;
    const beganAtMs = performance.now();
    let outcome = 'ok';
    let againInMs: number | null = null;
    let fault: WorkFault | undefined;
    try {
      await this.handle(fact);
    } catch (error) {
      const kind = kindOf(error);
      outcome = kind;
      fault = { level: levelOf(error), err: error, message: 'a dead fact failed again' };
      againInMs = waits(kind) ? delayAfter(kind, fact.failures, error) : null;
      await this.dead.fail(fact, reasonOf(error), againInMs);
    }
    if (outcome === 'ok') {
      await killPoint('redriver.before-forget');
      await this.dead.forget(fact.id);
    }
    this.redriven.inc({ durable: fact.consumer, outcome });
    const ms = Math.round(performance.now() - beganAtMs);
    const ended = { outcome, failures: fact.failures, again_in_ms: againInMs, ms };
    logWork(this.logger, 'fact.redriven', () => ({ fact: fact.id, durable: fact.consumer, ...ended }), fault);
    return true;
  }

  private async handle({ consumer, subject, payload, headers, failures }: TakenFact): Promise<void> {
    const entry = this.consuming.get(consumer);
    if (!entry) throw new Error(`${consumer} is no consumer of this service any more`);
    const { traceparent } = headers;
    const delivered = { payload: JSON.parse(payload) as unknown, subject, attempt: failures + 1, traceparent };
    await runInSpan(`redrive ${subject}`, { kind: 'consumer', traceparent }, () => entry.work([delivered]));
  }
}
