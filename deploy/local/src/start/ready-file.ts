import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** `none`: there is none to judge; `judging`: it is under way, the service answers all the while. */
export type ExampleState = 'none' | 'judging' | 'judged' | 'failed';

/** What a script must know of a service that runs. */
export interface Ready {
  /** Of the first gateway; ends in /v1. */
  base_url: string;
  base_urls: string[];
  api_key: string;
  /** Signs the first owner in once, within an hour. */
  sign_in_link: string;
  owner: { email: string; password: string };
  example: ExampleState;
  /** Where the example was judged; null until it is. */
  example_namespace: string | null;
}

/** The file of `--ready-file`: there from the moment when requests are answered. Without a path nothing is written. */
export class ReadyFile {
  constructor(private readonly path: string | undefined) {}

  /** An old file would tell a waiting script a lie. */
  remove(): void {
    if (this.path) rmSync(this.path, { force: true });
  }

  /** A script that reads meanwhile finds the file before or this one, whole. */
  write(ready: Ready): void {
    if (!this.path) return;
    writeFileSync(`${this.path}.new`, `${JSON.stringify(ready)}\n`, { mode: 0o600 });
    renameSync(`${this.path}.new`, this.path);
  }
}
