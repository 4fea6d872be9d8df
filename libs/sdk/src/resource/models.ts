import type { Caller } from '../request/caller';
import type { Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';

type Engine = Schema<'ModelView'>['engine'];

/**
 * What stands behind the engine names, for all organizations of the installation. Only owners whom the operator lists may see and
 * change it, signed in (`auth: 'session'`).
 */
export class Models {
  constructor(private readonly caller: Caller) {}

  /** What stands behind each name, and which providers may be set. No reply has a key. */
  list(options?: CallOptions): Operation<Schema<'ModelList'>> {
    return this.caller.call('models_list', {}, options);
  }

  /** Puts a model behind a name and opens a new epoch. A key that is left out stays, while provider and address do. */
  set(engine: Engine, body: Schema<'ModelBody'>, options?: CallOptions): Operation<Schema<'ModelView'>> {
    return this.caller.call('models_set', { path: { engine }, body }, options);
  }

  /** Takes an owner's model away; the reply tells what stands there now. */
  remove(engine: Engine, options?: CallOptions): Operation<Schema<'ModelView'>> {
    return this.caller.call('models_remove', { path: { engine } }, options);
  }

  /** Asks a model, or what stands behind the name, one question of each type; ten times a minute. Nothing is stored. */
  try(engine: Engine, body: Schema<'TryModelBody'> = {}, options?: CallOptions): Operation<Schema<'ModelTrial'>> {
    return this.caller.call('models_try', { path: { engine }, body }, options);
  }
}
