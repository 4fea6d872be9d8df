export interface Packed {
  manifest: Record<string, unknown>;
  /** Texts of the archive by their path in the package. */
  files: ReadonlyMap<string, string>;
}
export function faultsOf(packed: Packed, version: string): string[];
export function warningsOf(packed: Packed): string[];
