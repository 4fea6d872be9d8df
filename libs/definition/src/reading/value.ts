/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The part of an array that a recipe reads: elements whose `at` is not older than `within`. */
export interface ArrayWindow {
  /** Dotted path of the timestamp in each element. */
  at: string;
  /** Duration before the time of judging, such as `30d`. */
  within: string;
}

/** How one number is made of many documents. `latest` is the value of the first document in the order that has one. */
export const aggregates = ['count', 'share', 'sum', 'mean', 'min', 'max', 'latest'] as const;
export type Aggregate = (typeof aggregates)[number];
