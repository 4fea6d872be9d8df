/** A role that one process holds for a while, by the database's clock. */
export interface HeldLease {
  name: string;
  fence: number;
}
