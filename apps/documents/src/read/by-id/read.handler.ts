import { BUS } from '@app/boot';
import { Call, RawReply } from '@app/bus';
import type { Body, Bus } from '@app/bus';
import type { UsageView } from '@app/contracts';
import type { AnswerState, JudgeDocuments, ReadAnswerState, ReadDocuments } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { JudgePriceService } from './judge-price.service';
import { documentsMissing } from './missing-documents';
import { listBody } from './page';
import { ReadService, PointRead } from './read.service';
import { selectionOf } from './selection';
import { wantedAnswer } from './wanted-answer';

const noUsage: UsageView = { judgment_units: 0, tokens: 0, cost_usd: 0, by_judgment: {} };

@Injectable()
export class ReadHandler {
  constructor(
    private readonly documents: ReadService,
    private readonly prices: JudgePriceService,
    @Inject(BUS) private readonly bus: Pick<Bus, 'waitForRoom'>,
  ) {}

  async read({ namespace, single, read }: ReadDocuments, call: Call): Promise<RawReply> {
    const selection = selectionOf(read.include, read.judgments);
    const mode = read.fresh ?? 'policy';
    // A read that may wait for an engine would keep the room from others meanwhile.
    if (mode === 'stored' && read.ids.length > 1) await this.bus.waitForRoom(call);
    const reading = await this.documents.read(namespace, read.ids, selection, mode, call);
    if (!single) return new RawReply(listOf(reading, reading.usage));
    const [document] = reading.documents;
    if (document === undefined) {
      throw new Problem('not_found', `There is no document \`${read.ids[0]}\` here.`, billed(reading));
    }
    if (!reading.usage) return new RawReply(document);
    return new RawReply(`${document.slice(0, -1)},"usage":${JSON.stringify(reading.usage)}}`);
  }

  /** What is wanted of one answer and what it has seen. @throws Problem not_found */
  async readState({ namespace, document, judgment }: ReadAnswerState, call: Call): Promise<AnswerState> {
    const found = await this.documents.readAnswerOf(namespace, { document, judgment }, call).catch((error: unknown) => {
      throw judgmentMissing(error, judgment);
    });
    if (found === null) throw new Problem('not_found', `There is no document \`${document}\` here.`);
    return { document_version: found.documentVersion, answer: found.answer ? wantedAnswer(found.answer) : null };
  }

  /** Judges documents now: a read that requires a fresh answer of one judgment, or a new one. */
  async judge(query: JudgeDocuments, call: Call): Promise<RawReply> {
    const { namespace, judgment, documents, again_at, priced } = query;
    if (priced !== undefined) return this.price({ ...query, documents: priced }, call);
    const reading = await this.documents
      .judgeNow(namespace, documents, judgment, again_at, call)
      .catch((error: unknown) => {
        throw judgmentMissing(error, judgment);
      });
    if (reading.missing.length > 0) throw documentsMissing(reading.missing, reading.usage);
    return new RawReply(listOf(reading, reading.usage ?? noUsage));
  }

  /** What judging the documents would ask and cost. */
  private async price({ namespace, judgment, documents, again_at }: JudgeDocuments, call: Call): Promise<RawReply> {
    const { missing, ...priced } = await this.prices
      .price(namespace, documents, judgment, again_at, call)
      .catch((error: unknown) => {
        throw judgmentMissing(error, judgment);
      });
    if (missing.length > 0) throw documentsMissing(missing);
    return new RawReply(JSON.stringify({ documents: [], ...priced, usage: noUsage }));
  }
}

/** The refusal of a request that names its judgment in its path; other errors stay. */
function judgmentMissing(error: unknown, judgment: string): unknown {
  if (!(error instanceof Problem) || error.details.reason !== 'unknown_path') return error;
  return new Problem('not_found', `There is no judgment \`${judgment}\` here.`);
}

/** The `usage` in the details of a refusal, when answers were judged and billed before it. */
function billed({ usage }: PointRead): { usage?: UsageView } {
  return usage ? { usage } : {};
}

function listOf({ documents, remaining, missing, counts }: PointRead, usage: UsageView | null): Body {
  return listBody(documents, JSON.stringify({ remaining, missing, ...counts, ...(usage && { usage }) }));
}
