import type { ReadAnswer } from './document-view';
import type { JudgeCounts } from './judge-counts';
import type { ToJudge } from './judge-query';

/** Documents as one statement read them. */
interface ReadRows {
  rows: { documents: readonly { id: string }[]; remaining: readonly string[] };
  answers: ReadonlyMap<string, readonly ReadAnswer[]>;
}

/** What a request that judges one judgment would have judged. */
export class ToBeJudged implements JudgeCounts {
  asked = 0;
  kept = 0;
  readonly missing: string[] = [];
  /** Ids of documents by id of the judgment that is asked about them. */
  readonly byJudgment = new Map<string, string[]>();

  constructor(private readonly judgment: string) {}

  /** Adds what one look found. @param ids of the documents that it looked for */
  add(ids: readonly string[], { rows, answers }: ReadRows, toJudge: readonly ToJudge[]): void {
    const found = new Set([...rows.documents.map(({ id }) => id), ...rows.remaining]);
    this.missing.push(...ids.filter((id) => !found.has(id)));
    let asked = 0;
    for (const { document, answers: own } of toJudge) {
      for (const { judgment } of own) {
        if (judgment.name === this.judgment) asked += 1;
        this.byJudgment.set(judgment.judgmentId, [...(this.byJudgment.get(judgment.judgmentId) ?? []), document.id]);
      }
    }
    const applying = [...answers.values()].filter((own) => own.some(({ judgment }) => judgment.name === this.judgment));
    this.asked += asked;
    this.kept += applying.length - asked;
  }
}
