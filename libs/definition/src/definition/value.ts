/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The part of an array that a recipe reads: elements whose `at` is not older than `within`. */
export interface ArrayWindow {
  /** Dotted path of the timestamp in each element. */
  at: string;
  /** Duration before the time of judging, such as `30d`. */
  within: string;
}
