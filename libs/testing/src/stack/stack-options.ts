import type { Service } from '@app/contracts';

/** `previous`: the build of the version before this one. */
export type Build = 'this' | 'previous';

/** Settings of single services beside the usual ones, as a process finds them in its environment; `all`: of every one. */
export type ServiceSettings = Partial<Record<Service | 'all', Record<string, string>>>;

/** What a stack is from its opening to its end: files that need different ones cannot share it. */
export interface StackForm {
  /** Processes of each service. */
  replicas?: number;
  /** Processes of single services beyond `replicas`; gateways have an address each and are counted there. */
  more?: Partial<Record<Service, number>>;
  /** Engine entries by name; the simulator behind `jev` and `gpt-6-luna` when left out. */
  engines?: object;
  /** Puts a proxy before Postgres for each service, which `StackClient.postgresProxy` orders about. */
  postgresProxies?: boolean;
  /** A second Postgres that each commit waits for, and proxies before them; `StackClient.postgres` fails over to it. */
  postgresStandby?: boolean;
  /** Three NATS servers, each with a copy of every stream. */
  natsCluster?: boolean;
  /** Which build migrates the schemas and starts: this one, unless said. */
  build?: Build;
  /** One more process of each service, which runs once a test starts it. */
  spare?: boolean;
}

/** What a test file needs of a stack. Plain JSON: it travels from a test's process to the keeper's. */
export interface StackOptions extends StackForm {
  /** Moves the clock. Such a file also takes a stack whose clock another file has moved on. */
  movesClock?: boolean;
  /** Takes a stack that no file has used: it looks at what all files before would have left. */
  untouched?: boolean;
  /** Each service in a process of its own: for a file that kills or starts one, arms a kill point, or looks at one alone. */
  processes?: boolean;
  /** Implies `processes`. Only the services whose settings differ are started anew. */
  settings?: ServiceSettings;
  /** The file's, for the log of openings. */
  name: string;
}
