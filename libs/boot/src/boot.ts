import { BusStrategy, Entry } from '@app/bus';
import { Config, Environment, Settings } from '@app/config';
import { Measuring, flushSpans, serveAdmin } from '@app/observability';
import { INestApplication, INestApplicationContext, Module, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MicroserviceOptions } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Server } from 'node:http';
import { databaseClockLoop } from './database-clock';
import { endProcess } from './end-process';
import { Operate, operatorOf } from './operator';
import { Platform, ServiceSchema, openPlatform } from './platform';
import { showsProcess } from './process-state';
import { PlatformModule } from './tokens';
import { platformSettings } from './settings';
import { WorkerEntry } from './worker/worker';

/** A service as a process: its schema, its Nest module, its table of messages and its workers. */
export interface ServiceDefinition<S extends Settings = Settings> extends ServiceSchema<S> {
  module: Type;
  consumers(app: INestApplicationContext): Entry[];
  /** Started in this order after the bus serves the table; stopped in reverse order before the bus drains. */
  workers?(app: INestApplicationContext): WorkerEntry[];
  /** Makes the application when a plain one does not suffice: the gateway's has an HTTP server. */
  create?(root: Type, platform: Platform<S>): Promise<INestApplication>;
  /** Opens the service's own port, as the last step. */
  listen?(app: INestApplication, platform: Platform<S>): Promise<void>;
  /** Closes that port, as the first step of the end: what is under way there still needs the workers. */
  unlisten?(app: INestApplication): Promise<void>;
}

export interface Running {
  app: INestApplication;
  platform: Platform;
  adminPort: number;
  stop(): Promise<void>;
}

/** The root module: the platform's providers and the service's own module. */
export function rootOf(definition: { module: Type }, platform: Platform): Type {
  @Module({ imports: [PlatformModule.of(platform), definition.module] })
  class Root {}
  return Root;
}

/** Starts an application that is already made: its table on the bus, its workers, and its ports. */
export async function serve<S extends Settings>(
  definition: ServiceDefinition<S>,
  app: INestApplication,
  platform: Platform<S>,
): Promise<Running> {
  const strategy = new BusStrategy(platform.bus, () => [...definition.consumers(app), ...showsProcess(platform)]);
  app.connectMicroservice<MicroserviceOptions>({ strategy }, { inheritAppConfig: false });
  await app.init();
  await app.startAllMicroservices();
  const workers = (definition.workers?.(app) ?? []).map((open) => open(platform));
  for (const worker of workers) await worker.start();
  const own = platform.config as unknown as { adminPort: number; adminHost: string };
  const admin = await serveAdmin(own.adminPort, own.adminHost, platform.health, platform.metrics);
  const measuring = measuringOf(platform);
  measuring.start();
  const clock = databaseClockLoop(platform.database, platform.logger).start();
  await definition.listen?.(app, platform);
  platform.health.start();
  platform.logger.info('ready');
  const stop = async (): Promise<void> => {
    platform.health.drain();
    // Requests that are under way still read the clock.
    await definition.unlisten?.(app);
    await Promise.all([measuring.stop(), clock.stop()]);
    await platform.leases.release('measuring').catch(() => undefined);
    for (const worker of [...workers].reverse()) await worker.stop();
    await app.close();
    await new Promise((resolve) => admin.close(resolve));
    await platform.close();
  };
  return { app, platform: platform as unknown as Platform, adminPort: portOf(admin), stop };
}

/** Longer than the pause between two measurements and the time of one. */
const measuringLeaseS = 12;

function measuringOf<S extends Settings>({ metrics, logger, leases }: Platform<S>): Measuring {
  const mayMeasure = async (): Promise<boolean> => (await leases.take('measuring', measuringLeaseS)) !== null;
  return new Measuring({ metrics, logger, mayMeasure });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts a service in this process, as `main.ts` does. @param env the process's own environment when left out */
export async function start<S extends Settings>(definition: ServiceDefinition<S>, env?: Environment): Promise<Running> {
  const platform = await openPlatform(definition, env);
  const root = rootOf(definition, platform as unknown as Platform);
  const app = definition.create
    ? await definition.create(root, platform)
    : await NestFactory.create(root, new FastifyAdapter(), { logger: ['error', 'warn'], abortOnError: false });
  return serve(definition, app, platform);
}

/**
 * `main.ts` of a service: runs until SIGTERM, Ctrl-C or the end of its supervisor, then drains. Called as
 * `main.js operator ...` it carries out that command and ends.
 * @param operate its operator's commands, when it has some of its own
 */
export async function run<S extends Settings>(
  definition: ServiceDefinition<S>,
  operate: Operate = operatorOf(definition),
): Promise<void> {
  const [mode, ...args] = process.argv.slice(2);
  if (mode === 'operator') {
    process.exitCode = await operate(args);
    return;
  }
  const running = await start(definition).catch((error: unknown) => {
    process.stderr.write(
      `${definition.service} cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  });
  endOnSignals(running);
}

/**
 * Ends the process in order on SIGTERM, Ctrl-C or the end of its supervisor: it says that it is not ready, goes on for the
 * stop delay, then takes no new work and ends what is under way. Past the drain limit it ends anyway, with an error. Spans are
 * sent, and an exit that hangs is cut short.
 * @param last runs when all has ended
 */
export function endOnSignals(running: Running, last: () => Promise<void> = () => Promise.resolve()): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    const { stopDelayS, drainLimitS } = running.platform.config as Config<typeof platformSettings>;
    const atLimit = (): void => {
      running.platform.logger.error({ drain_limit_s: drainLimitS }, 'the process did not end within its drain limit');
      void endProcess(1, flushSpans);
    };
    setTimeout(atLimit, (stopDelayS + drainLimitS) * 1000).unref();
    running.platform.health.drain();
    setTimeout(() => {
      running
        .stop()
        .then(last)
        .then(
          () => endProcess(0, flushSpans),
          (error: unknown) => {
            running.platform.logger.error({ err: error }, 'the process did not end in order');
            return endProcess(1, flushSpans);
          },
        );
    }, stopDelayS * 1000);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
}
