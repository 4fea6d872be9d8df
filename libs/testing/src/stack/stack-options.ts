import type { Service } from '@app/contracts';

/** `previous`: the build of the version before this one. */
export type Build = 'this' | 'previous';

/** How a stack is configured. Plain JSON: it travels from a test's process to the keeper's. */
export interface StackOptions {
  /** Processes of each service. */
  replicas?: number;
  /** Processes of single services beyond `replicas`; gateways have an address each and are counted there. */
  more?: Partial<Record<Service, number>>;
  /** Engine entries by name; the simulator behind `jev` and `gpt-6-luna` when left out. */
  engines?: object;
  /** Further members of the simulator's entries, by engine name. */
  entries?: Record<string, object>;
  /** Puts a proxy before Postgres for each service, which `StackClient.postgresProxy` orders about. */
  postgresProxies?: boolean;
  /** A second Postgres that each commit waits for, and proxies before them; `StackClient.postgres` fails over to it. */
  postgresStandby?: boolean;
  /** Three NATS servers, each with a copy of every stream. */
  natsCluster?: boolean;
  /** Further environment of every service. */
  env?: Record<string, string>;
  /** Which build migrates the schemas and starts: this one, unless said. */
  build?: Build;
  /** One more process of each service, which runs once a test starts it. */
  spare?: boolean;
  /** Names the folder of the logs, `.state/e2e/<name>-<keeper>`. */
  name: string;
}
