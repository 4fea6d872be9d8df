/**
 * How a metric comes by its value: a counter and a histogram are written as things happen, a gauge is read from memory
 * at each scrape, a measured gauge costs a query, so that one replica of the service asks for it every five seconds.
 */
export type Kind = 'counter' | 'histogram' | 'gauge' | 'measured';

/** One metric. Prometheus knows it by its name; its unit is the name's last word before `_total`. */
export interface Metric<K extends Kind = Kind, L extends string = string> {
  readonly kind: K;
  readonly name: string;
  readonly labels: readonly L[];
  /** What its value is, in one sentence. */
  readonly meaning: string;
  /** What an operator learns from it, or does by it. */
  readonly why: string;
}

interface Words<L extends string> {
  meaning: string;
  why: string;
  labels?: readonly L[];
}

function declare<K extends Kind>(kind: K) {
  return <const L extends string = never>(name: string, { meaning, why, labels = [] }: Words<L>): Metric<K, L> => ({
    kind,
    name: `judgment_${name}`,
    labels,
    meaning,
    why,
  });
}

export const counter = declare('counter');
/** A histogram of seconds. */
export const histogram = declare('histogram');
export const gauge = declare('gauge');
export const measured = declare('measured');
