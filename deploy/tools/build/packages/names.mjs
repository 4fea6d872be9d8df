/** Packages, and files of them, that come from the bundle. A package that is loaded by one of these belongs here, too. */
export const inside = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/microservices',
  '@nestjs/platform-fastify',
  // Of the stacks of tests: a second copy of @nestjs/core would not know the services' modules.
  '@nestjs/testing',
  'ajv',
  'ajv-formats',
  'ajv/dist/2020',
  'big.js',
  'cockatiel',
  'cookie',
  'fastify',
  'ipaddr.js',
  'lru-cache',
  'nats',
  'nats/lib/nats-base-client/internal_mod',
  'nats/lib/src/node_transport',
  'nodemailer',
  'pino',
  'prom-client',
  'reflect-metadata',
  'rxjs',
  'undici',
  'uuid',
];

/**
 * Packages that the bundle loads from node_modules: with native parts, hooked by instrumentation, or for other uses. TypeORM
 * alone would be a quarter of the code that each service reads, and a migration, which uses it, runs once. class-validator
 * and class-transformer are for specs; Nest would load them for a pipe that no service has.
 */
export const outside = [
  '@grpc',
  '@opentelemetry',
  'argon2',
  'class-transformer',
  'class-validator',
  'ioredis',
  'pg',
  'pg-native',
  'sharp',
  'typeorm',
];
