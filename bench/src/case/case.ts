import { Figures, Goal } from './figures';

/** How much of something at its normal size and under `--short`; `option` names the option that sets it by hand. */
export interface Size {
  normal: number;
  short: number;
  option?: SizeOption;
}

export type SizeOption = 'seconds' | 'documents' | 'outcomes';

/** The servers that cases run on, and all that a measurement needs of them. */
export interface Site {
  /** Called after preparations, before the first case that needs them. */
  settle?(): Promise<void>;
  /** Called before each case: what an earlier case left to be counted is forgotten. */
  reset?(): void;
  stop(): Promise<void>;
}

/** What must stand on a site before a case is measured. The bench makes it once, however many cases need it. */
export interface Preparation<S extends Site> {
  name: string;
  size: Size;
  /**
   * @param setting has the preparation's own size
   * @returns what a person should read about it, if anything
   * @throws LeftOut when the cases that need it cannot or should not run here
   */
  make(site: S, setting: Setting<S>): Promise<string | void>;
}

export interface Setting<S extends Site> {
  /** Of the preparation that is made, or of the case that is measured. */
  size: number;
  isShort: boolean;
  /** Connections that send at once. */
  clients: number;
  /** How much of a preparation stands. */
  sizeOf(preparation: Preparation<S>): number;
}

export interface Round<S extends Site> extends Setting<S> {
  site: S;
  /** From 1; round 0 warms up and is not counted. */
  number: number;
}

/** One row of the bench. */
export interface Case<S extends Site> {
  name: string;
  goal: Goal | null;
  needs: readonly Preparation<S>[];
  /** What one round does: seconds of load, or events, documents, changes. */
  size: Size;
  /** Counted rounds at most, for a case whose round is long; it has no round that warms up. */
  maxRounds?: number;
  /** The case takes long: it runs when `--only` names it, and under `--short`. */
  isOnDemand?: true;
  round(round: Round<S>): Promise<Figures>;
  /** @throws Error when the service did something else than what was measured */
  check?(site: S, setting: Setting<S>): Promise<void>;
}

/** Thrown by a preparation: the cases that need it do not run, and none of them has failed. */
export class LeftOut extends Error {}
