import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Caller } from '@app/contracts';
import { makeNamespace, readNamespaceState } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import { Problem, kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { sendPatiently } from '../../document/patiently';

const stateMs = 5_000;

interface ScopeRef {
  organization: string;
  scope: string;
}

/** Asks documents, which owns them, whether a namespace exists and may be written to. A template prefix always may. */
@Injectable()
export class NamespaceGuard {
  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /** @throws Problem not_found */
  async requireExisting(ref: ScopeRef): Promise<void> {
    const state = await this.readStateOf(ref);
    if (!state.exists) throw missing(ref);
  }

  /**
   * @param mayBeNew the change makes the namespace
   * @throws Problem not_found; conflict, reason `deleting`
   */
  async requireWritable(ref: ScopeRef, mayBeNew: boolean): Promise<void> {
    const state = await this.readStateOf(ref);
    if (!state.exists && !mayBeNew) throw missing(ref);
    if (!state.deleting) return;
    const sentence = `The namespace \`${ref.scope}\` is being deleted; write when its job has ended.`;
    throw new Problem('conflict', sentence, { reason: 'deleting' });
  }

  /** Makes the namespace of a first judgment. @throws Problem conflict, reason `deleting`; plan_required */
  async make({ scope: namespace }: ScopeRef, caller: Caller, call: Call): Promise<void> {
    if (isTemplate(namespace)) return;
    const until = Call.until(call.deadlineAtMs, caller);
    await sendPatiently(until, () => this.bus.requester.ask(makeNamespace, { namespace }, until));
  }

  /** While documents cannot answer, nothing can be told of a namespace, and what is asked of it goes on. */
  private async readStateOf({
    organization,
    scope: namespace,
  }: ScopeRef): Promise<{ exists: boolean; deleting: boolean }> {
    const usable = { exists: true, deleting: false };
    if (isTemplate(namespace)) return usable;
    const call = Call.within(stateMs);
    try {
      return await sendPatiently(call, () =>
        this.bus.requester.ask(readNamespaceState, { organization, namespace }, call),
      );
    } catch (error) {
      if (kindOf(error) === 'unavailable') return usable;
      throw error;
    }
  }
}

function missing({ scope }: ScopeRef): Problem {
  return new Problem('not_found', `There is no namespace \`${scope}\`; a first write or a create makes it.`);
}
