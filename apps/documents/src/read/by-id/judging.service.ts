import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { NamespaceRef, UsageView } from '@app/contracts';
import { Judged, RefusedAnswer, judge } from '@app/contracts/judgments';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { ApplyService } from '../../apply/apply.service';
import { Demand, ToJudge, judgeQuery } from './judge-query';
import { maxResponseBytes } from './page';

/** What judging led to: the answers that were refused, and the usage. */
export interface JudgingOutcome {
  refused: RefusedAnswer[];
  /** What judgments has not answered in time, and may never have heard of; left out for nothing. */
  unanswered?: ToJudge[];
  /** Null when nothing was billed. */
  usage: UsageView | null;
}

/** Asks judgments for answers, waits for the reply, and applies it. */
@Injectable()
export class JudgingService {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    private readonly applying: ApplyService,
  ) {}

  async judge(ref: NamespaceRef, demand: Demand, toJudge: readonly ToJudge[], call: Call): Promise<JudgingOutcome> {
    const parts = splitByBytes(toJudge);
    const replies = await Promise.all(parts.map((part) => this.ask(judgeQuery(ref, demand, part), call)));
    const judged = replies.filter((reply) => reply !== null);
    const unanswered = parts.filter((_, i) => replies[i] === null).flat();
    const answers = judged.flatMap((part) => part.answers);
    await this.applying.apply(ref, answers);
    return {
      refused: judged.flatMap(({ refused }) => refused),
      unanswered,
      usage: sumOf(judged.map(({ usage }) => usage)),
    };
  }

  /** @returns null when judgments does not answer in time; it judges on, and this read shows what is stored */
  private async ask(query: string, call: Call): Promise<Judged | null> {
    try {
      const reply = await this.bus.requester.askRaw(judge, query, call);
      return reply.json<Judged>();
    } catch (error) {
      if (error instanceof Problem && (error.kind === 'unavailable' || error.kind === 'limited')) return null;
      throw error;
    }
  }
}

/** Parts that fit into one message each. */
function splitByBytes(toJudge: readonly ToJudge[]): ToJudge[][] {
  const parts: ToJudge[][] = [[]];
  let bytes = 0;
  for (const one of toJudge) {
    const size = Buffer.byteLength(one.document.state) + Buffer.byteLength(one.document.attributes);
    if (bytes > 0 && bytes + size > maxResponseBytes) {
      parts.push([]);
      bytes = 0;
    }
    bytes += size;
    parts[parts.length - 1].push(one);
  }
  return parts;
}

/** The usage of several requests together; null when nothing was billed. */
export function sumOf(usages: readonly UsageView[]): UsageView | null {
  const sum: UsageView = { judgment_units: 0, tokens: 0, cost_usd: 0, by_judgment: {} };
  for (const usage of usages) {
    sum.judgment_units += usage.judgment_units;
    sum.tokens += usage.tokens;
    sum.cost_usd = Math.round((sum.cost_usd + usage.cost_usd) * 1e6) / 1e6;
    for (const [name, units] of Object.entries(usage.by_judgment)) {
      sum.by_judgment[name] = (sum.by_judgment[name] ?? 0) + units;
    }
  }
  return sum.judgment_units > 0 ? sum : null;
}
