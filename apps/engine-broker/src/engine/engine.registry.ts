import { BUS, LOGGER, METRICS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Ask, EngineList } from '@app/contracts/engines';
import { EngineName } from '@app/definition';
import { EngineClient, openEngine, systemClock } from '@app/engines';
import { enginesMetrics } from '@app/metrics';
import { Metrics } from '@app/observability';
import type { Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { FailureWindow, firstBackoffMs, nextBackoffMs } from '../circuit/circuit';
import { EpochTally } from '../epoch/tally';
import { extensionClient } from '../extension/extension.client';
import { PermitGate } from '../permit/permit-gate';
import { Engine, rateOf } from './engine';
import { EngineRow, profileOf, viewOf } from './engine-row';
import { measureEngines } from './engine-gauges';
import { EngineSetup, aboutOf } from './engine-setup';
import { UnusableClient } from './unusable.client';
import { EngineStore } from './engine.store';

/** The engines of this process: entered at start, read again when a row has changed and every few seconds, asked from memory. */
@Injectable()
export class EngineRegistry {
  private readonly engines = new Map<string, Engine>();
  private readonly closing = new Set<Promise<void>>();
  /** Engines whose circuit is being opened. */
  private readonly opening = new Map<string, Promise<void>>();
  private readonly epochs;
  /** Of the rows as they were read last. */
  private digest = '';

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(METRICS) metrics: Metrics,
    private readonly store: EngineStore,
  ) {
    this.epochs = metrics.counter(enginesMetrics.epochs);
    measureEngines(metrics, () => this.all());
  }

  /**
   * Stores what is configured and opens the clients; of engines that are open already, changes those whose entry is
   * another now. What is under way ends on the connections it began on.
   */
  async configure(setups: EngineSetup[]): Promise<void> {
    for (const setup of setups) {
      const engine = this.engines.get(setup.name);
      if (engine !== undefined && isDeepStrictEqual(engine.setup, setup)) continue;
      if (!setup.isActive && setup.entry.dialect !== 'built_in') {
        this.logger.warn({ engine: setup.name }, 'an entry is configured for an engine that has no active version');
      }
      const row = await this.store.enter(profileOf(setup));
      if (engine === undefined) {
        this.engines.set(setup.name, this.open(setup, row));
        continue;
      }
      this.logger.info({ ...aboutOf(setup), epoch: row.epoch }, 'an engine was configured anew');
      if (engine.row.epoch !== row.epoch) this.countEpoch(setup.name, 'configured');
      if (engine.setup.identity !== setup.identity) engine.failures.clear();
      engine.setup = setup;
      this.adopt(engine, row);
      engine.rate = rateOf(setup, row);
      this.reopen(setup, engine.rate.in_flight);
    }
  }

  /** The identity stored of an engine, by this run or the one before; null before its first. */
  async readIdentityOf(name: EngineName): Promise<string | null> {
    return (await this.store.readAll()).find((row) => row.name === name)?.identity ?? null;
  }

  all(): Engine[] {
    return [...this.engines.values()];
  }

  /** @throws TypeError for a name that has no subject: a defect */
  get(name: EngineName): Engine {
    const engine = this.engines.get(name);
    if (engine === undefined) throw new TypeError(`no engine ${name} was entered`);
    return engine;
  }

  list(): EngineList {
    return { engines: this.all().map(({ row, setup }) => viewOf(row, setup)) };
  }

  /** Whether a row has changed since they were read last; what this process changed counts. */
  haveRowsChanged(): Promise<boolean> {
    return this.store.haveChanged(this.digest);
  }

  /** Takes over what other replicas and operators have changed. */
  async refresh(): Promise<void> {
    this.digest = await this.store.readDigest();
    for (const row of await this.store.readAll()) {
      const engine = this.engines.get(row.name);
      if (engine !== undefined) this.adopt(engine, row);
    }
  }

  /** Counts an epoch that this process opened. */
  countEpoch(engine: EngineName, cause: 'configured' | 'reported' | 'canary'): void {
    this.epochs.inc({ engine, cause });
  }

  /** Once, however many failures ask for it at a time. */
  async openCircuit(engine: Engine, cause: string): Promise<void> {
    const { name } = engine.setup;
    const opening = this.opening.get(name) ?? this.storeOpen(engine, cause).finally(() => this.opening.delete(name));
    this.opening.set(name, opening);
    return opening;
  }

  private async storeOpen(engine: Engine, cause: string): Promise<void> {
    const { name } = engine.setup;
    engine.failures.clear();
    this.logger.error({ engine: name, cause }, 'circuit open: the engine is not asked');
    this.adopt(engine, await this.store.openCircuit(name, firstBackoffMs));
  }

  /** True when it is this replica's turn to probe the engine. */
  takeProbe(engine: Engine, seconds: number): Promise<boolean> {
    return this.store.takeProbe(engine.setup.name, seconds);
  }

  async keepCircuitOpen(engine: Engine): Promise<void> {
    const backoffMs = nextBackoffMs(engine.row.circuit_backoff_ms);
    this.adopt(engine, await this.store.openCircuit(engine.setup.name, backoffMs));
  }

  async closeCircuit(engine: Engine): Promise<void> {
    // What was decided before is stored before; that it could not be was told where it was asked for.
    await this.opening.get(engine.setup.name)?.catch(() => undefined);
    engine.failures.clear();
    this.logger.info({ engine: engine.setup.name }, 'circuit closed: the engine answers again');
    this.adopt(engine, await this.store.closeCircuit(engine.setup.name));
  }

  async close(): Promise<void> {
    for (const { gate, shared } of this.opened.values()) {
      gate.close();
      this.retire(shared.client);
    }
    await Promise.all(this.closing);
  }

  private readonly opened = new Map<string, { gate: PermitGate; shared: { client: EngineClient } }>();

  private open(setup: EngineSetup, row: EngineRow): Engine {
    const rate = rateOf(setup, row);
    const shared = { client: clientOf(setup, rate.in_flight) };
    const gate = new PermitGate();
    this.opened.set(setup.name, { gate, shared });
    const engine: Engine = {
      setup,
      row,
      gate,
      rate,
      slices: [],
      heldAtMs: -Infinity,
      failures: new FailureWindow(() => performance.now()),
      tally: new EpochTally(),
      returned: new Set(),
      clientFor: (ask: Ask, call: Call) =>
        engine.setup.isExtension ? extensionClient(this.bus.requester, setup.name, ask, call) : shared.client,
    };
    return engine;
  }

  /** Takes over a row that was read or written just now. */
  adopt(engine: Engine, row: EngineRow): void {
    // A row read before a change of our own is older than what we know.
    if (row.revision < engine.row.revision) return;
    engine.row = row;
    const rate = rateOf(engine.setup, row);
    if (rate.in_flight !== engine.rate.in_flight) this.reopen(engine.setup, rate.in_flight);
    engine.rate = rate;
  }

  /** The pool of connections is as large as what may be under way; what is under way ends on the old one. */
  private reopen(setup: EngineSetup, inFlight: number): void {
    const opened = this.opened.get(setup.name);
    if (opened === undefined) return;
    this.retire(opened.shared.client);
    opened.shared.client = clientOf(setup, inFlight);
  }

  private retire(client: EngineClient): void {
    const closed = client
      .close()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'connections of an engine did not close'))
      .finally(() => this.closing.delete(closed));
    this.closing.add(closed);
  }
}

function clientOf({ entry, problem, isPublicOnly }: EngineSetup, inFlight: number): EngineClient {
  if (problem !== null) return new UnusableClient(problem);
  return openEngine({ ...entry, rate: { ...entry.rate, in_flight: inFlight } }, { clock: systemClock, isPublicOnly });
}
