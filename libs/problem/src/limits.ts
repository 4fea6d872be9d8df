/** The closed list of `details.limit` of `rate_limited`: the limit that was met. Add a line for a new limit. */
export const limitNames = [
  'access_changes_per_second',
  'address_changes',
  'concurrent_reads_per_namespace',
  'drafts_per_day_per_judgment',
  'drafts_per_day_per_org',
  'idempotency_key',
  'long_polls_per_session',
  'model_tries',
  'reply_bytes_per_org',
  'request_bytes_per_org',
  'requests_per_second_per_key',
  'requests_per_second_per_org',
  'sign_in_attempts',
  'sign_ins_at_once',
] as const;

/** The closed list of `details.rate_limit`: what the limit is counted by. */
export const rateLimitScopes = ['per_key', 'per_org', 'per_account', 'per_address', 'per_gateway'] as const;
