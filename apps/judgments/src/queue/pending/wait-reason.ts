import type { WaitReason } from '@app/contracts/judgments';
import { deferred, fanout } from './lane';

const named = (reason: WaitReason): string => `'${reason}'`;

/**
 * SQL of what a row `p` of the queue waits for, in the namespace `n`: `budget`: its budget; `fanout_limit`: room for
 * fan-out; `claimed`: an engine is asked; `debounce`: more changes, or the next try; `turn`: a process that takes it, and
 * through it a slot of the engine.
 * @param noMoney condition under which nothing of the namespace is judged for want of money
 */
export function reasonOf(noMoney: string): string {
  return `case
            when ${noMoney} then ${named('budget')}
            when p.lane = ${deferred} or (p.lane = ${fanout} and n.fanout_held) then ${named('fanout_limit')}
            when p.claim_id is not null then ${named('claimed')}
            when p.due_at > app.now() then ${named('debounce')}
            else ${named('turn')} end`;
}
