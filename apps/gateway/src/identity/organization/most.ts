/** How much of what people and keys are an organization may have; the operator raises each with `limits`. */
export const defaultMost = {
  keys: 1000,
  members: 10_000,
  /** Members who have never come in. */
  invitations: 1000,
  /** Live sessions of one person; the oldest ends when another begins. */
  sessionsPerPerson: 200,
} as const;

/** Those that the operator set for an organization; null means the default. */
export type OrganizationMost = { [limit in keyof typeof defaultMost]: number | null };
