import { OneOf } from '../field';
import { engineSources } from './views';

/** What stood behind the engine's name in an epoch that a reply names. A service of an earlier build does not say. */
export function EngineSourceField(): PropertyDecorator {
  return OneOf(engineSources, {
    optional: true,
    nullable: true,
    meaning:
      'What stood behind the engine’s name in that epoch. `built_in`: no model answered; the built-in engine compared words. Null without an epoch, and of epochs that ended before a build that keeps it.',
  });
}
