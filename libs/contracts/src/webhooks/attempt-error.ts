/** Why an attempt at a delivery failed [WHK-25]. */
export const attemptErrors = ['timeout', 'dns', 'tls', 'connect', 'blocked_address', 'http_status'] as const;
export type AttemptError = (typeof attemptErrors)[number];
