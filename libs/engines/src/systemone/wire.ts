/** The `systemone` request as it goes over the wire (spec engines §1.1); levels stand lowest first. */
export type WireQuestion =
  | { type: 'noul'; instructions: string; criteria?: { true?: string; false?: string } }
  | { type: 'choice'; instructions: string; criteria: Record<string, string> }
  | { type: 'score'; instructions: string; criteria: [lowest: string, next: string, ...higher: string[]] };

export interface WireRequest {
  model: string;
  state: string;
  questions: Record<string, WireQuestion>;
}
