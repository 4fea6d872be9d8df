import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Judged, RefusedAnswer, UsageView, judge, FreshMode } from '@app/contracts';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { FoldService } from '../recorded-answer/apply.service';
import { ToJudge, judgeQuery } from './judging';
import { maxResponseBytes } from './page';

/** What asking led to: which answers were refused and why, and what it cost. */
export interface Asked {
  refused: RefusedAnswer[];
  usage: UsageView | null;
}

/** Asks judgments for answers, waits, and folds the reply before anybody reads on. */
@Injectable()
export class JudgingService {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    private readonly fold: FoldService,
  ) {}

  async ask(
    organization: string,
    namespace: string,
    mode: FreshMode,
    asked: readonly ToJudge[],
    call: Call,
  ): Promise<Asked> {
    const parts = await Promise.all(
      partsOf(asked).map(async (part) => {
        const query = judgeQuery(organization, namespace, mode, part);
        try {
          const reply = await this.bus.requester.askRaw(judge, query, call);
          return reply.json<Judged>();
        } catch (error) {
          // Late or away: the work goes on or is asked again; this read shows what is stored.
          if (error instanceof Problem && (error.kind === 'unavailable' || error.kind === 'limited')) return null;
          throw error;
        }
      }),
    );
    const judged = parts.filter((part) => part !== null);
    await this.fold.fold(
      organization,
      namespace,
      judged.flatMap(({ answers }) => answers),
    );
    return { refused: judged.flatMap(({ refused }) => refused), usage: sumOf(judged.map(({ usage }) => usage)) };
  }
}

/** Parts whose payload the bus carries. */
function partsOf(asked: readonly ToJudge[]): ToJudge[][] {
  const parts: ToJudge[][] = [[]];
  let bytes = 0;
  for (const one of asked) {
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

/** Usage of several asks together; null when nothing was billed. */
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
