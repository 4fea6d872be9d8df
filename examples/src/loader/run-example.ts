import { Agreement } from './agreement';
import { ReadDocument } from './answer';
import { ApiClient } from './api.client';
import { compareWithOutcomes } from './compare';
import { uploadDocuments, UploadResult } from './document.upload';
import { loadFolder } from './folder';
import { createJudgments } from './judgment.create';
import { countFresh, countJudged, Judged, sumOf, waitUntilJudged } from './judging.wait';
import { LineProblem } from './line';
import { EngineRef } from './mapping';
import { OutcomeResult, postOutcomes } from './outcome.post';
import { ProgressFile } from './progress';
import { recipesFor } from './recipe';
import { createSubscriptions } from './subscription.create';
import { openTarget } from './target';
import { Spend, spendOf } from './usage';

export interface ExampleProgress {
  phase: 'documents' | 'judging' | 'outcomes';
  done: number;
  total: number;
}

export interface RunExampleOptions {
  /** Base address of the service, ending in `/v1`. */
  baseUrl: string;
  apiKey: string;
  /** Folder of a set in the shared format. */
  folder: string;
  /** Default `examples/<name of the folder>`. */
  namespace?: string;
  onProgress?(progress: ExampleProgress): void;
  onWarning?(message: string): void;
  fetch?: typeof fetch;
  /** Freshness of all judgments; default the set's own, else on_change with a debounce of 1 s. */
  freshness?: Record<string, unknown>;
  /** Default `jev` at `current`. */
  engine?: EngineRef;
  /** Where progress is kept, so that a broken run goes on where it stopped; null keeps none. Default null. */
  stateFolder?: string | null;
  /** Documents in a request, 100 to 500; default 250. */
  batchSize?: number;
  /** Requests at a time; default 4. */
  inFlight?: number;
  /** Default 500. */
  pollMs?: number;
  /** Default 10 s. */
  stallMs?: number;
  /** Default 120 s. */
  giveUpMs?: number;
}

export interface ExampleSummary {
  namespace: string;
  folder: string;
  documents: UploadResult & { perSecond: number };
  judgments: Record<string, string>;
  /** Names of the subscriptions: what they tell of stands in the feed. */
  subscriptions: string[];
  judged: { answers: number; perSecond: number; byJudgment: Judged };
  outcomes: OutcomeResult;
  agreements: Agreement[];
  /** What this run cost; null when the service does not report usage. */
  cost: Spend | null;
  problems: LineProblem[];
  warnings: string[];
  examples: ReadDocument[];
  seconds: number;
}

const secondsSince = (start: number) => Math.max(0.001, (performance.now() - start) / 1_000);

/**
 * Loads a set through the public API: judgments, subscriptions, documents, judging, outcomes, comparison. May be run again at any
 * time: what is there already stays as it is.
 * @throws Problem as the API refuses, or when the folder holds no set
 */
export async function runExample(options: RunExampleOptions): Promise<ExampleSummary> {
  const start = performance.now();
  const warnings: string[] = [];
  const warn = (message: string) => {
    warnings.push(message);
    options.onWarning?.(message);
  };
  const report = (phase: ExampleProgress['phase'], done: number, total: number) =>
    options.onProgress?.({ phase, done, total });

  const folder = await loadFolder(options.folder);
  const recipes = recipesFor(folder.name);
  const api = new ApiClient(options);
  await api.reach();
  const target = await openTarget(api, options.namespace ?? `examples/${folder.name}`);
  const identity = [options.baseUrl, target.namespace, target.createdAt, folder.path, folder.fingerprint];
  const progress = await ProgressFile.open(options.stateFolder ?? null, identity);

  const spentBefore = await spendOf(target);
  const engine = options.engine ?? { name: 'jev', version: 'current' };
  const created = await createJudgments(target, folder, recipes, { engine, freshness: options.freshness });
  created.warnings.forEach(warn);
  const subscriptions = await createSubscriptions(target, folder);

  const totalsBefore = await countJudged(target, folder.judgments);
  const freshBefore = sumOf(await countFresh(target, folder.judgments, totalsBefore)).fresh;
  const uploadStart = performance.now();
  const documents = await uploadDocuments(target, folder, recipes, progress, {
    batchSize: options.batchSize ?? 250,
    inFlight: options.inFlight ?? 4,
    onDone: (done) => report('documents', done, folder.documents),
  });
  const uploadSeconds = secondsSince(uploadStart);

  const byJudgment = await waitUntilJudged(target, folder.judgments, {
    pollMs: options.pollMs ?? 500,
    stallMs: options.stallMs ?? 10_000,
    giveUpMs: options.giveUpMs ?? 120_000,
    onDone: (done, total) => report('judging', done, total),
    onWarning: warn,
  });
  const judgedSeconds = secondsSince(uploadStart);
  const answers = Math.max(0, sumOf(byJudgment).fresh - freshBefore);

  let posted = 0;
  const outcomes = await postOutcomes(target, folder, progress, (count) =>
    report('outcomes', (posted += count), folder.outcomes),
  );
  const { agreements, examples } = await compareWithOutcomes(target, folder);
  const spentAfter = await spendOf(target);
  return {
    namespace: target.namespace,
    folder: folder.path,
    documents: { ...documents, perSecond: (documents.written + documents.unchanged) / uploadSeconds },
    judgments: created.status,
    subscriptions,
    judged: { answers, perSecond: answers / judgedSeconds, byJudgment },
    outcomes,
    agreements,
    cost: spentBefore && spentAfter ? spentAfter.minus(spentBefore) : null,
    problems: [...folder.problems, ...documents.problems, ...outcomes.problems],
    warnings,
    examples,
    seconds: secondsSince(start),
  };
}
