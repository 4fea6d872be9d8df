import { Service } from '@app/contracts';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceEnvironment, testEnvironment } from '../boot/environment';
import { buildBundle } from './bundle';
import { ServiceChild } from './service-child';

/** One service in a process of its own, beside a spec of project `real`: for what only a process has, such as memory. */
export class LoneService {
  private constructor(private readonly child: ServiceChild) {}

  /**
   * Starts it with as much memory for JavaScript as Node takes in a container of that limit: a quarter.
   * @param containerMiB limit of the container, in MiB
   * @param env settings beside those of every spec
   */
  static async start(service: Service, containerMiB: number, env: Record<string, string>): Promise<LoneService> {
    const { adminUrl, urls, natsUrl } = testEnvironment();
    const all = {
      PATH: process.env['PATH'] ?? '',
      TEST_DATABASE_URL: adminUrl,
      TEST_DATABASE_URLS: JSON.stringify(urls),
      TEST_NATS_URL: natsUrl,
      NODE_OPTIONS: `--max-old-space-size=${containerMiB / 4}`,
      ...serviceEnvironment(service, env),
    };
    const log = join(mkdtempSync(join(tmpdir(), 'lone-')), `${service}.log`);
    const child = new ServiceChild(service, 0, await buildBundle(), all, log, () => undefined);
    await child.start();
    return new LoneService(child);
  }

  get isRunning(): boolean {
    return this.child.isRunning;
  }

  /** The most memory that the process has held so far, in bytes (`VmHWM` of Linux). */
  get peakBytes(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
  }

  stop(): Promise<void> {
    return this.child.stop();
  }
}
