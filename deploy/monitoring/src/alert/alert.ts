/** Samples of a metric at one minute each, as promtool reads them: `0x10` is ten more of the value, `0+1x10` grows. */
export interface Series {
  series: string;
  values: string;
}

/**
 * An alert, with what the person who is woken by it needs. `page`: someone acts now; `ticket`: someone acts this day;
 * `info`: nobody need act, but someone may ask.
 */
export interface Alert {
  name: string;
  severity: 'page' | 'ticket' | 'info';
  expr: string;
  /** How long the expression holds before the alert fires, as Prometheus writes durations. */
  for: string;
  /** One sentence; `{{ $labels.x }}` and `{{ $value }}` are filled in. */
  summary: string;
  /** What users notice, and why. */
  meaning: string;
  /** Where to look, in this order. */
  look: readonly string[];
  /** What to do, in this order. */
  mend: readonly string[];
  /** Samples of which the alert fires at the 30th minute, and of which it does not; `alsoQuiet`: where two kinds matter. */
  test: { fires: readonly Series[]; quiet: readonly Series[]; alsoQuiet?: readonly Series[] };
}

export interface AlertGroup {
  name: string;
  alerts: readonly Alert[];
}
