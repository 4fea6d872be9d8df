/** Why an attempt at a delivery failed (spec: Delivery log). */
export const attemptErrors = ['timeout', 'dns', 'tls', 'connect', 'blocked_address', 'http_status'] as const;
export type AttemptError = (typeof attemptErrors)[number];
