import { DocumentText } from './read.store';
import { ReadAnswer } from './document-view';
import { FreshMode } from '@app/contracts';

/** A document with the answers that are to be judged before it is shown. */
export interface ToJudge {
  document: DocumentText;
  answers: ReadAnswer[];
}

/** `policy` judges what is not fresh and judged on read, unless judging is paused; `require` whatever is not fresh. */
export function mustJudge(answer: ReadAnswer, mode: FreshMode, paused: boolean): boolean {
  if (answer.status === 'fresh' || mode === 'stored') return false;
  return mode === 'require' || (!paused && answer.judgment.policy === 'on_read');
}

/** The query of `judgments.judge` as JSON text: the fields just read, with `wanted` of the judgments asked of each. */
export function judgeQuery(
  organization: string,
  namespace: string,
  mode: FreshMode,
  asked: readonly ToJudge[],
): string {
  const judgments = new Set(asked.flatMap(({ answers }) => answers.map(({ judgment }) => judgment.judgmentId)));
  const documents = asked.map(({ document, answers }) => {
    const wanted = answers.map(({ judgment, row }) => [judgment.judgmentId, row?.wanted ?? Number(document.version)]);
    return `{"id":${JSON.stringify(document.id)},"version":${document.version},"created_at":"${document.created_at.toISOString()}","updated_at":"${document.updated_at.toISOString()}","attributes":${document.attributes},"state":${document.state},"images":${document.images},"wanted":${JSON.stringify(Object.fromEntries(wanted))}}`;
  });
  const head = JSON.stringify({ organization, namespace, judgments: [...judgments], mode }).slice(0, -1);
  return `${head},"documents":[${documents.join(',')}]}`;
}
