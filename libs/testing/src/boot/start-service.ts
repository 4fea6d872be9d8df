import { Platform, Running, ServiceDefinition, openPlatform, rootOf, serve } from '@app/boot';
import { Settings } from '@app/config';
import { INestApplication } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { movedClock } from '../clock/clock';
import { serviceEnvironment } from './environment';

export interface Override {
  token: symbol | string | (new (...args: never[]) => unknown);
  value: unknown;
}

export interface StartOptions {
  /** Providers put in the place of the production ones: resolver, dialer, authorities. */
  overrides?: Override[];
  env?: Record<string, string>;
  /** The whole environment, when the process's own is not the specs'. */
  wholeEnv?: Record<string, string | undefined>;
}

/** Boots a service's own module in this process, with the moved clock and the given overrides. */
export async function startService<S extends Settings>(
  definition: ServiceDefinition<S>,
  options: StartOptions = {},
): Promise<Running> {
  const env = options.wholeEnv ?? serviceEnvironment(definition.service, options.env);
  const platform = await openPlatform(definition, env, movedClock);
  const app = definition.create
    ? await definition.create(rootOf(definition, platform as unknown as Platform), platform)
    : await testingApp(definition, platform as unknown as Platform, options.overrides ?? []);
  return serve(definition, app, platform);
}

async function testingApp(
  definition: { module: ServiceDefinition['module'] },
  platform: Platform,
  overrides: Override[],
): Promise<INestApplication> {
  const builder = Test.createTestingModule({ imports: [rootOf(definition, platform)] });
  for (const { token, value } of overrides) builder.overrideProvider(token).useValue(value);
  const compiled = await builder.compile();
  return compiled.createNestApplication(new FastifyAdapter(), { logger: ['error', 'warn'] });
}
