/**
 * Whether the engine of a row has left the row's epoch. One that answers in several versions in turn has not: the row goes on, and an
 * answer of another epoch counts for none of its labels.
 * @param wanted the epoch of the row
 * @param answered the epoch of an answer; null of a skip
 * @param inForce the engine's, as far as its copy tells
 */
export function hasLeft(wanted: string, answered: string | null, inForce: string | null): boolean {
  return answered !== null && answered !== wanted && inForce !== wanted;
}
