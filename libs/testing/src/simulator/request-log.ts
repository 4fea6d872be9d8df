/** One request as the control routes show it: no state, no question, no key. */
export interface LoggedRequest {
  n: number;
  at: number;
  method: string;
  path: string;
  /** Last four characters of the key; null without one. */
  key: string | null;
  status: number | null;
  fault: string;
  model: string | null;
  questions: number;
  images: number;
}

const KEPT = 1000;

/** The last 1,000 requests. */
export class RequestLog {
  private readonly entries: LoggedRequest[] = [];

  add(entry: LoggedRequest): LoggedRequest {
    if (this.entries.push(entry) > KEPT) this.entries.shift();
    return entry;
  }

  all(): LoggedRequest[] {
    return [...this.entries];
  }

  clear(): void {
    this.entries.length = 0;
  }
}
