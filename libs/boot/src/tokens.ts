import { DynamicModule, Module } from '@nestjs/common';
import { Platform } from './platform';

/** Injection tokens of the platform, as in `@Inject(CLOCK)`. Specs override them; production code cannot. */
export const PLATFORM = Symbol('platform');
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const CLOCK = Symbol('clock');
export const METRICS = Symbol('metrics');
export const HEALTH = Symbol('health');
export const DATABASE = Symbol('database');
export const BUS = Symbol('bus');
export const EFFECTS = Symbol('effects');
export const LEASES = Symbol('leases');
export const VAULT = Symbol('vault');

/** Provides the platform to every module of a service. */
@Module({})
export class PlatformModule {
  static of(platform: Platform): DynamicModule {
    const values: [symbol, unknown][] = [
      [PLATFORM, platform],
      [CONFIG, platform.config],
      [LOGGER, platform.logger],
      [CLOCK, platform.clock],
      [METRICS, platform.metrics],
      [HEALTH, platform.health],
      [DATABASE, platform.database],
      [BUS, platform.bus],
      [EFFECTS, platform.effects],
      [LEASES, platform.leases],
      [VAULT, platform.vault],
    ];
    const providers = values.map(([provide, useValue]) => ({ provide, useValue }));
    return { module: PlatformModule, global: true, providers, exports: values.map(([token]) => token) };
  }
}
