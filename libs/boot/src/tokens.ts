import { DynamicModule, Module } from '@nestjs/common';
import { Platform } from './platform';

/** Injection tokens of the wires; `@Inject(CLOCK)` and so on. Tests override them, production cannot. */
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

/** Gives every module of a service the wires of its process. */
@Module({})
export class PlatformModule {
  static of(platform: Platform): DynamicModule {
    const wires: [symbol, unknown][] = [
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
    const providers = wires.map(([provide, useValue]) => ({ provide, useValue }));
    return { module: PlatformModule, global: true, providers, exports: wires.map(([token]) => token) };
  }
}
