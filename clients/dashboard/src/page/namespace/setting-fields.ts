import type { Schema } from '@app/sdk/client';
import { msOf, numberOf, secondsOf } from '../../format/typed-number';

export type EngineRef = Schema<'EngineRef'>;
type View = Pick<Schema<'NamespaceView'>, 'default_engine' | 'pinned' | 'fanout'>;

/** Settings of a namespace as they are typed: seconds and counts as text, empty where nothing is typed. */
export interface NamespaceFields {
  /** Null: the engine of the service. */
  engine: EngineRef | null;
  pinned: boolean;
  isFanoutOn: boolean;
  share: string;
  debounce: string;
  maxWait: string;
  rollingLimit: string;
  blockCap: string;
}

export function fieldsOf({ default_engine: engine, pinned, fanout }: View): NamespaceFields {
  return {
    engine,
    pinned,
    isFanoutOn: fanout.enabled,
    share: String(fanout.share),
    debounce: secondsOf(fanout.debounce_ms),
    maxWait: secondsOf(fanout.max_wait_ms),
    rollingLimit: String(fanout.rolling_limit),
    blockCap: String(fanout.block_cap),
  };
}

/** The members that a person changed, and no other. An emptied field goes back to the default of the service. */
export function changesOf(view: View, typed: NamespaceFields): Schema<'NamespaceSettings'> {
  const before = fieldsOf(view);
  const isMoved = (member: keyof NamespaceFields) => JSON.stringify(typed[member]) !== JSON.stringify(before[member]);
  const fanout = {
    ...(isMoved('isFanoutOn') && { enabled: typed.isFanoutOn }),
    ...(isMoved('share') && { share: numberOf(typed.share) }),
    ...(isMoved('debounce') && { debounce_ms: msOf(typed.debounce) }),
    ...(isMoved('maxWait') && { max_wait_ms: msOf(typed.maxWait) }),
    ...(isMoved('rollingLimit') && { rolling_limit: numberOf(typed.rollingLimit) }),
    ...(isMoved('blockCap') && { block_cap: numberOf(typed.blockCap) }),
  };
  return {
    ...(isMoved('engine') && { default_engine: typed.engine }),
    ...(isMoved('pinned') && { pinned: typed.pinned }),
    ...(Object.keys(fanout).length > 0 && { fanout }),
  };
}
