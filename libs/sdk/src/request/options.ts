import type { Schema } from './operation-types';

/** Options of one call; the client's own stand where a call names none. */
export interface CallOptions {
  /** Ends the call and every wait of it; work that the service began goes on. */
  signal?: AbortSignal;
  /** Milliseconds an attempt may take, to the last byte of the reply. Default 40,000: the service stops at 35,000. */
  timeoutMs?: number;
  /**
   * Milliseconds of all attempts and the waits between them, at most a day. Default 180,000. The wait for a job is not part
   * of it.
   */
  totalMs?: number;
  /** Further attempts after the first, 0 to 100. Default 6; a fault of the service (500) is repeated twice at most. */
  retries?: number;
  /** Replaces the random key that all attempts of a write share. With the same key a later process gets the first reply. */
  idempotencyKey?: string;
  /** A form of the reply other than JSON, such as `text/html`: the data is then its text. */
  accept?: string;
  /** `false` returns a job at once instead of waiting for its result. */
  wait?: boolean;
  /** Milliseconds to wait for a job. Default: without bound, since a run may take an hour. */
  jobMs?: number;
  /** Called with the job at each poll. */
  onProgress?: (job: Schema<'JobView'>) => void;
}

/** Time and chance, which specs replace. */
export interface Runtime {
  nowMs(): number;
  /** Resolves after `ms`. @throws the signal's reason when it is aborted before */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A random number in [0, 1). */
  random(): number;
  fetch: typeof fetch;
}

export interface ClientOptions extends Pick<CallOptions, 'timeoutMs' | 'totalMs' | 'retries'> {
  /** Ends in `/v1`. Default: JUDGMENT_BASE_URL. With a key, `http:` needs a loopback address or `allowInsecureHttp`. */
  baseUrl?: string;
  /**
   * Sends the key over http to any address, within a network of your own such as a cluster: others on the network can read
   * it. Default: whether JUDGMENT_ALLOW_HTTP is `1`.
   */
  allowInsecureHttp?: boolean;
  /** Default: JUDGMENT_API_KEY. A function is asked at the first request, and once more when the service answers 401. */
  apiKey?: string | (() => string | Promise<string>);
  /**
   * `session` on a page of the service's own origin: the browser sends the session's cookie, and no key is sent. `baseUrl`
   * is then `/v1` of that origin. Default `key`.
   */
  auth?: 'key' | 'session';
  /** A key in a browser can be read by everyone who opens the page, hence this word. */
  dangerouslyAllowBrowser?: boolean;
  /** Requests in flight in one namespace. Default 16; the service refuses the 33rd read. */
  maxConcurrent?: number;
  /** Called after each attempt with what was sent, without the key and the body. */
  log?: (line: { method: string; path: string; attempt: number; status: number | null; ms: number }) => void;
  runtime?: Partial<Runtime>;
}
