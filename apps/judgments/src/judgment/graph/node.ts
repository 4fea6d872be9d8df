import type { Definition } from '@app/definition';

/** A judgment of an organization, as the graph of who reads whom has it. */
export interface GraphNode {
  scope: string;
  name: string;
  /** Hash of the active version; nodes with equal hashes have equal definitions. */
  hash: string;
  definition: Definition;
  /** Names of the judgments whose answers it reads. */
  reads: readonly string[];
}
