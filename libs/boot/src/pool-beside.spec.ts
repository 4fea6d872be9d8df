import { Database, PoolBesideOptions } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { CustomTransportStrategy, MicroserviceOptions, Server } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { DatabaseBeside } from './pool-beside';

/** What happened to the pool and to the bus, in its order. */
let happened: string[];

const shared = {
  openBeside: ({ poolSize }: PoolBesideOptions) => {
    happened.push(`${poolSize} opened`);
    return Promise.resolve({
      query: (statement: string) => Promise.resolve(happened.push(statement)),
      close: () => Promise.resolve(happened.push('closed')),
    });
  },
} as unknown as Database;

@Injectable()
class Readers extends DatabaseBeside {
  constructor() {
    super(shared, { name: 'readers', poolSize: 2 });
  }
}

/** As the bus: its end waits for a request that is under way and still needs the database. */
class Draining extends Server implements CustomTransportStrategy {
  constructor(private readonly readers: () => Readers) {
    super();
  }

  listen(callback: () => void): void {
    callback();
  }

  async close(): Promise<void> {
    await this.readers().query('a request under way');
  }

  override on(): void {
    throw new Error('It has no events.');
  }

  override unwrap<T>(): T {
    return this as unknown as T;
  }
}

it('closes after the bus has drained, so that requests under way are answered [T34]', async () => {
  happened = [];
  const module = await Test.createTestingModule({ providers: [Readers] }).compile();
  const app = module.createNestApplication(new FastifyAdapter(), { logger: false });
  const strategy = new Draining(() => app.get(Readers));
  app.connectMicroservice<MicroserviceOptions>({ strategy }, { inheritAppConfig: false });
  await app.init();
  await app.startAllMicroservices();
  await app.close();
  expect(happened).toEqual(['2 opened', 'a request under way', 'closed']);
});
