import { Agreement, AgreementCount } from './agreement';
import { judgedBy, ReadDocument, readAnswers } from '../data/answer';
import { Folder } from '../data/folder';
import { OutcomeRow } from '../data/row';
import { Target } from '../target';

export interface Comparison {
  agreements: Agreement[];
  /** The first few judged documents with their answers, to show. */
  examples: ReadDocument[];
}

const shownExamples = 6;

async function* readAll(targets: readonly Target[], on: Parameters<typeof judgedBy>[0], names: string[]) {
  for (const target of targets) for await (const page of readAnswers(target, judgedBy(on), names)) yield* page;
}

/** Reads all answers in pages and compares them with the outcomes of the set. */
export async function compareWithOutcomes(targets: readonly Target[], folder: Folder): Promise<Comparison> {
  // Outcomes are small; what must not be held are documents, which come and go by the page.
  const outcomes = new Map(folder.judgments.map(({ key }) => [key, new Map<string, OutcomeRow['outcome']>()]));
  for await (const { row } of folder.readOutcomes()) outcomes.get(row.question)?.set(row.doc, row.outcome);

  const counts = new Map(folder.judgments.map((spec) => [spec.key, new AgreementCount(spec)]));
  const examples: ReadDocument[] = [];
  for (const on of new Set(folder.judgments.map((spec) => spec.on))) {
    const names = folder.judgments.filter((spec) => spec.on === on).map(({ key }) => key);
    let shown = 0;
    for await (const document of readAll(targets, { on }, names)) {
      if (shown < shownExamples) examples.push(document);
      shown += 1;
      for (const name of names) {
        const answer = document.answers[name];
        const outcome = outcomes.get(name)?.get(document.id);
        if (answer !== undefined && outcome !== undefined) counts.get(name)?.add(answer, outcome);
      }
    }
  }
  return { agreements: [...counts.values()].map(({ agreement }) => agreement), examples };
}
