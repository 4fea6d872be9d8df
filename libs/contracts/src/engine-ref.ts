import { engineNames } from '@app/definition';
import type { EngineName } from '@app/definition';
import { OneOf, Text } from './field';

/** An engine by name, with an exact version or `current`, which is not pinned. */
export class EngineRef {
  @OneOf(engineNames) name: EngineName;
  @Text({ min: 1, max: 128 }) version: string;
}
