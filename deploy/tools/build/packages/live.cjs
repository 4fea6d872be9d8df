// A short life of a service, on the bundle of packages alone: its application is made, answers requests and ends. What runs
// in it is compiled when V8's code is kept, so that no start compiles it again.
const { createServer } = require('node:net');

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { at: { type: 'string' } },
};

/** @param {(name: string) => any} load gives a package of the bundle */
module.exports = async function live(load) {
  load('reflect-metadata');
  await Promise.all([makeApplications(load), openBus(load)]);
  const Ajv = load('ajv/dist/2020').default;
  const ajv = new Ajv({ allErrors: true, strict: false });
  load('ajv-formats').default(ajv);
  ajv.compile(schema)({ at: 1 });
  const { Counter, Gauge, Histogram, Registry } = load('prom-client');
  const registers = [new Registry()];
  for (const Metric of [Counter, Gauge])
    new Metric({ name: Metric.name, help: 'one', labelNames: ['of'], registers }).inc({ of: 'it' });
  new Histogram({ name: 'seconds', help: 'one', registers }).observe(1);
  await registers[0].metrics();
};

async function makeApplications(load) {
  const { Controller, Get, Inject, Module } = load('@nestjs/common');
  const { NestFactory } = load('@nestjs/core');
  const { Server } = load('@nestjs/microservices');
  const { FastifyAdapter } = load('@nestjs/platform-fastify');
  const { Test } = load('@nestjs/testing');
  class Store {}
  class Door {
    ask() {
      return {};
    }
  }
  Get('door')(Door.prototype, 'ask', Object.getOwnPropertyDescriptor(Door.prototype, 'ask'));
  Controller()(Door);
  Inject(Store)(Door, undefined, 0);
  class Own {}
  Module({ controllers: [Door], providers: [Store] })(Own);
  class Strategy extends Server {
    listen(done) {
      done();
    }
    close() {}
  }
  const log = { logger: { level: 'fatal' } };
  const made = await NestFactory.create(Own, new FastifyAdapter(log), { logger: false });
  const testing = await Test.createTestingModule({ imports: [Own] }).compile();
  const { request } = load('undici');
  for (const app of [made, testing.createNestApplication(new FastifyAdapter(log), { logger: false })]) {
    app.connectMicroservice({ strategy: new Strategy() }, { inheritAppConfig: false });
    await app.init();
    await app.startAllMicroservices();
    await app.listen(0, '127.0.0.1');
    const { body } = await request(`${await app.getUrl()}/door`);
    await body.dump();
    await app.close();
  }
}

/** A client of NATS up to the end of its greeting. */
async function openBus(load) {
  const { connect } = load('nats');
  const info = { server_id: 'A', version: '2.10.0', proto: 1, headers: true, max_payload: 1_048_576, jetstream: true };
  const server = createServer((socket) => {
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    socket.on('data', (data) => {
      for (const _ of data.toString().match(/PING\r\n/g) ?? []) socket.write('PONG\r\n');
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connection = await connect({ servers: `127.0.0.1:${server.address().port}`, user: 'a', pass: 'b' });
  const subscription = connection.subscribe('one');
  connection.publish('one', '{}');
  await connection.flush();
  subscription.unsubscribe();
  await connection.close();
  server.close();
}
