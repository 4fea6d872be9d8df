/** The specification's closed list of error codes, each with its HTTP status [ERR-02]. */
export const statusByCode = {
  invalid_request: 400,
  invalid_image: 400,
  unknown_image: 400,
  unauthorized: 401,
  budget_exceeded: 402,
  plan_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  image_erased: 410,
  too_large: 413,
  engine_version_unavailable: 422,
  insufficient_labels: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  engine_unavailable: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusByCode;
export const errorCodes = Object.keys(statusByCode) as ErrorCode[];

/** What a failure means to its receiver: decides acknowledgement on the bus, the log level, and whether to retry. */
export type Kind = 'invalid' | 'forbidden' | 'missing' | 'conflict' | 'limited' | 'unavailable' | 'defect';

export const kindByCode = {
  invalid_request: 'invalid',
  invalid_image: 'invalid',
  unknown_image: 'invalid',
  unauthorized: 'forbidden',
  budget_exceeded: 'conflict',
  plan_required: 'forbidden',
  forbidden: 'forbidden',
  not_found: 'missing',
  conflict: 'conflict',
  image_erased: 'missing',
  too_large: 'invalid',
  engine_version_unavailable: 'invalid',
  insufficient_labels: 'conflict',
  idempotency_key_reused: 'conflict',
  rate_limited: 'limited',
  internal: 'defect',
  engine_unavailable: 'unavailable',
  unavailable: 'unavailable',
} as const satisfies Record<ErrorCode, Kind>;
