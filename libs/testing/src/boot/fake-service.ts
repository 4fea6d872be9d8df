import { BusConnection, Call, Entry, Requester } from '@app/bus';
import { RequestServer } from '@app/bus/testing';
import { Caller, FactMessage, RequestMessage, Service, subjectsOf } from '@app/contracts';
import { Metrics, createLogger } from '@app/observability';
import { testEnvironment } from './environment';

/** The caller in a spec, unless it says otherwise: a read_write key of everything, on the largest plan. */
export function callerOf(organization: string, others: Partial<Caller> = {}): Caller {
  return { organization, role: 'read_write', scope: '*', plan: 'scale', actor: 'key:key_spec', ...others };
}

/** Another service, played by a spec: answers requests, says facts, and asks. */
export class FakeService {
  readonly metrics: Metrics;
  readonly requester: Requester;
  private readonly answerer: RequestServer;

  private constructor(readonly connection: BusConnection) {
    this.metrics = new Metrics(connection.service, 'spec');
    this.requester = new Requester(connection, this.metrics);
    this.answerer = new RequestServer(connection, connection.logger, this.metrics);
  }

  static async open(service: Service, table: Entry[] = []): Promise<FakeService> {
    const nats = new URL(testEnvironment().natsUrl);
    const logger = createLogger({ service, replica: 'fake', level: 'fatal' });
    const { host, username: user, password } = nats;
    const connection = await BusConnection.open({
      url: `nats://${host}`,
      service,
      user,
      password,
      replica: 'fake',
      logger,
    });
    const fake = new FakeService(connection);
    for (const entry of table) if (entry.kind !== 'on') fake.answerer.serve(entry);
    await connection.nc.flush();
    return fake;
  }

  ask<Q extends object, R extends object>(
    message: RequestMessage<Q, R>,
    query: Q,
    caller: Caller,
    effectId?: string,
  ): Promise<R> {
    return this.requester.ask(message, query, new Call(Date.now() + 20_000, caller, effectId));
  }

  /** As `Bus.room`. */
  room(call: Call): Promise<void> {
    return this.answerer.waitForRoom(call);
  }

  /** Says a fact straight into its stream, as the relay would. */
  async say<P extends object>(message: FactMessage<P>, payload: P, subject = subjectsOf(message)[0]): Promise<void> {
    await this.connection.js.publish(subject, JSON.stringify(payload));
  }

  async stop(): Promise<void> {
    await this.answerer.drain();
    await this.connection.close();
  }
}
