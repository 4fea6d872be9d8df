import { engineNames } from '@app/definition';
import type { EngineName } from '@app/definition';
import { OneOf, Text } from './field';

/** Which engine answers: an exact version, or `current` for one that is not pinned. */
export class EngineRef {
  @OneOf(engineNames) name: EngineName;
  @Text({ min: 1, max: 128 }) version: string;
}
