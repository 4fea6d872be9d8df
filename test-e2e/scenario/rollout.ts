import { Service, services } from '@app/contracts';
import { Build, Stack } from '@app/testing/stack';

/**
 * Replaces processes one by one, as Kubernetes does it: one more of the new build starts, and once it is ready one of the
 * former stops. The stack needs `spare`.
 */
export class Rollout {
  /** The place of each service in which nothing runs. */
  private readonly free = new Map<Service, number>();

  /** @param replicas of each service, beside the spare one */
  constructor(
    private readonly stack: Stack,
    private readonly replicas: number,
  ) {
    for (const service of services) this.free.set(service, replicas);
  }

  /** @param steps services that are replaced at the same time, step by step */
  async replaceAll(
    build: Build,
    steps: readonly Service[][],
    afterEach?: (step: number) => Promise<void>,
  ): Promise<void> {
    for (const [index, step] of steps.entries()) {
      await Promise.all(step.map((service) => this.replace(build, service)));
      await afterEach?.(index);
    }
  }

  async replace(build: Build, service: Service): Promise<void> {
    for (let turn = 0; turn < this.replicas; turn += 1) {
      const place = this.freePlaceOf(service);
      const former = (place + 1) % (this.replicas + 1);
      await this.stack.services.run(build, service, place);
      await this.stack.services.stop(service, former);
      this.free.set(service, former);
    }
  }

  /** Kills a process and starts it again as the same build, as after the loss of its machine. */
  async evict(build: Build, service: Service): Promise<void> {
    const place = (this.freePlaceOf(service) + 1) % (this.replicas + 1);
    await this.stack.services.kill(service, place);
    await this.stack.services.run(build, service, place);
  }

  private freePlaceOf(service: Service): number {
    return this.free.get(service) ?? this.replicas;
  }
}
