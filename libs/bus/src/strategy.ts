import { CustomTransportStrategy, Server } from '@nestjs/microservices';
import { Bus } from './bus';
import { Entry } from './table';

/**
 * Nest's transport over the bus: core NATS for requests and JetStream for facts, from the one table that a service
 * declares in app.consumers.ts. Nest's own NATS transport has no streams.
 */
export class BusStrategy extends Server implements CustomTransportStrategy {
  constructor(
    private readonly bus: Bus,
    private readonly table: () => Entry[],
  ) {
    super();
  }

  listen(callback: (error?: Error) => void): void {
    this.bus.serve(this.table()).then(
      () => callback(),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async close(): Promise<void> {
    await this.bus.drain();
  }

  override on(): void {
    throw new Error('The bus has no transport events; declare the message in app.consumers.ts.');
  }

  override unwrap<T>(): T {
    return this.bus as T;
  }
}
