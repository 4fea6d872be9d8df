/** All that a scenario needs to reach a stack, which another process keeps. */
export interface StackAddresses {
  /** One a gateway, ending in /v1. */
  baseUrls: string[];
  /** Keys of organization `acme` (plan scale), and one of organization `other`. */
  keys: { rw: string; rw2: string; ro: string; other: string };
  engineUrl: string;
  /** Administrator's address of the database. */
  adminUrl: string;
  /** Folder of the services' logs, `<service>-<replica>.log`. */
  logs: string;
  /** Where the operator's commands run. */
  bundle: string;
  gatewayEnv: Record<string, string>;
  /** How far the clock stood ahead of real time when the file took the stack, in milliseconds. */
  aheadMs: number;
  /** Where the process is asked that keeps the stack. */
  keeperUrl: string;
}
