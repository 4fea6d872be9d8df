import { OneOf, Text } from './field';

export const engineNames = ['jev', 'gpt-6-luna', 'pplx-decider'] as const;
export type EngineName = (typeof engineNames)[number];

/** Which engine answers: an exact version, or `current` for one that is not pinned. */
export class EngineRef {
  @OneOf(engineNames) name: string;
  @Text({ min: 1, max: 128 }) version: string;
}
