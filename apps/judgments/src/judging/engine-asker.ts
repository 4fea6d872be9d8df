import { Ask, EngineReply, lanes } from '@app/contracts/engines';
import { Injectable } from '@nestjs/common';
import type { Claim } from '../queue/pending/pending';
import { Outcome } from '../record/outcome';
import { EngineRequests } from './engine-requests';
import type { PlannedAsk } from './planned-ask';
import { settleAnswers, settleFailure, toAsk } from './settle';

/** What an ask came to: outcomes to record, or milliseconds to wait before its rows are claimed again. */
export type AskResult =
  | { outcomes: Outcome[] }
  | {
      waitMs: number;
      /** Nobody was asked: the ask would have begun too late. */
      isUnasked?: true;
    };

/** The claim that an ask belongs to, and when it began to hold. */
export type Asking = Pick<Claim, 'organization' | 'namespace' | 'claimedAtMs'>;

/** Puts the asks of claims to the engines. */
@Injectable()
export class EngineAsker {
  constructor(private readonly requests: EngineRequests) {}

  /** Puts an ask to its engine. A fault of the engine or the broker becomes outcomes or a wait, never an error. */
  async ask(ask: PlannedAsk, claim: Asking, lane: number, reservedUsd: number): Promise<AskResult> {
    const reply = await this.put(ask, toAsk(ask, claim, lanes[lane]), claim);
    return 'answers' in reply ? { outcomes: settleAnswers(ask, reply, reservedUsd) } : reply;
  }

  /** Puts one request of an ask to its engine. @returns the reply, or what the ask has come to without one */
  async put(ask: PlannedAsk, request: Ask, { claimedAtMs }: Asking): Promise<EngineReply | AskResult> {
    const traceparent = ask.groups[0].row.traceparent ?? undefined;
    const reply = await this.requests.put({ engine: ask.engine.name, ask: request, claimedAtMs, traceparent });
    return 'failure' in reply ? { outcomes: settleFailure(ask, reply.failure) } : reply;
  }
}
