/** One row of fixtures/bad-inputs.json. */
export interface Row {
  id: string;
  group: string;
  /** RAW rows go over a bare socket. */
  method: string;
  path: string | null;
  auth: string;
  headers: Record<string, string | string[]>;
  body?: unknown;
  raw_base64?: string | null;
  body_gen?: GeneratedBody;
  setup?: string;
  expect: Expected;
  also_ok?: { status: number; code: string }[];
  /** `seed` follows from the specification, `recommended` is advice. */
  strength: 'seed' | 'recommended';
  /** The same request with its fault mended, of rows whose group does not say what that is. */
  twin?: { method: string; path: string; body?: unknown };
}

export interface Expected {
  status: number;
  code: string | null;
  details?: Record<string, unknown>;
  /** `details.reason`. */
  reason?: string;
  headers?: Record<string, string>;
  absent_headers?: string[];
  /** The row is met as well by this success. */
  or_success?: string;
  max_ms?: number;
  within_ms?: number;
  max_s?: number;
  slow_bytes_per_s?: number;
  exact_successes?: number;
  connection_closed?: boolean;
  responses_max?: number;
}

export interface GeneratedBody {
  kind: string;
  depth?: number;
  bytes?: number | string;
  digits?: number;
}

/** What came back, whichever way it went. */
export interface Seen {
  status: number;
  headers: Record<string, string>;
  text: string;
  tookMs: number;
}
