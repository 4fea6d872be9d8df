import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import type { JudgePrice } from '@app/contracts/documents';
import { priceJudging } from '@app/contracts/judgments';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgeCounts } from './judge-counts';
import { ReadService } from './read.service';

/** What a request to judge would do. */
export interface PricedJudging extends JudgeCounts {
  estimate: JudgePrice;
  /** Ids of documents that do not exist. */
  missing: string[];
}

/** Says what a request to judge would ask and cost; nothing is judged. */
@Injectable()
export class JudgePriceService {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    private readonly documents: ReadService,
  ) {}

  /** @param againAt RFC 3339: answers from before it would be asked again @throws Problem `not_found` for the namespace */
  async price(
    namespace: string,
    ids: readonly string[],
    judgment: string,
    againAt: string | undefined,
    call: Call,
  ): Promise<PricedJudging> {
    const { asked, kept, missing, byJudgment } = await this.documents.readToJudge(
      namespace,
      ids,
      judgment,
      againAt,
      call,
    );
    const counts = { asked, kept, missing };
    if (byJudgment.size === 0) return { ...counts, estimate: { judgment_units: 0, cost_usd: 0 } };
    const judgments = [...byJudgment].map(([judgment_id, documents]) => ({ judgment_id, documents }));
    const query = { organization: call.who.organization, namespace, judgments };
    const until = Call.until(call.deadlineAtMs, call.caller);
    return { ...counts, estimate: await this.bus.requester.ask(priceJudging, query, until) };
  }
}
