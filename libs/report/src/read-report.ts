/** Both ends of a 95 % interval; the types of the API's clients do not say that they are numbers. */
export type Ends = readonly unknown[] | null | undefined;

/** The figures of one reading that people are shown, as the API names them. A report of earlier builds lacks some. */
export interface ReadingFigures {
  log_loss?: number | null;
  log_loss_interval?: Ends;
  brier?: number | null;
  brier_interval?: Ends;
  ece?: number | null;
  ece_noise_floor?: { mean: number; high: number } | null;
  auroc?: number | null;
  auroc_interval?: Ends;
  precision_at_5?: number | null;
  precision_at_5_interval?: Ends;
  precision_at_10?: number | null;
  precision_at_10_interval?: Ends;
  accuracy?: number | null;
  accuracy_interval?: Ends;
  accuracy_of_value?: number | null;
  accuracy_of_value_interval?: Ends;
  mean_absolute_error?: number | null;
  kappa?: number | null;
}

/** What this library reads of a report. */
export interface ReadReport {
  /** `bool`, `choice` or `score`; a client's types allow what a later API may add. */
  type: string;
  /** `raw`, `calibrated` or `features`. */
  read_with: string;
  base_rate: number | null;
  classes: readonly { value: string | null; share: number }[];
  labels: { used: number; count: number; documents?: number };
  held_out: {
    raw: ReadingFigures | null;
    calibrated: ReadingFigures | null;
    /** Always saying the base rate; reports that were counted before it have none. */
    base_rate?: ReadingFigures | null;
    /** 1 - log loss of what reads use / log loss of the base rate. */
    skill?: number | null;
    skill_interval?: Ends;
  };
  drift: { worse: boolean } | null;
}

/** The reading that answers are given with: raw, or as the fit reads them, with features too. */
export function readingInUse({
  read_with,
  held_out,
}: Pick<ReadReport, 'read_with' | 'held_out'>): 'raw' | 'calibrated' {
  return read_with === 'raw' || held_out.calibrated === null ? 'raw' : 'calibrated';
}
