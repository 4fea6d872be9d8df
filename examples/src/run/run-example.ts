import { Agreement } from '../loader/compare/agreement';
import { ReadDocument } from '../loader/data/answer';
import { compareWithOutcomes } from '../loader/compare/compare';
import { UploadResult } from '../loader/load/document.upload';
import { loadFolder } from '../loader/data/folder';
import { createGroups, Published, publishSummary, readGroups, ReadGroup } from '../loader/load/group.create';
import { countFresh, countJudged, Judged, sumOf, waitUntilJudged } from '../loader/load/judging.wait';
import { createJudgments } from '../loader/load/judgment.create';
import { LineProblem } from '../loader/data/line';
import { OutcomeResult } from '../loader/load/outcome.post';
import { reach } from '../loader/load/reach';
import { recipesFor } from '../loader/recipe/recipe';
import { ExampleProgress, RunExampleOptions } from '../loader/run-options';
import { createSubscriptions } from '../loader/load/subscription.create';
import { openTenancy } from '../loader/load/tenant';
import { TenantLoad } from '../loader/load/tenant.load';
import { Spend, spendOfAll } from '../loader/load/usage';
import { FitRun, runFits } from '../report/fit.run';
import { LaterReport, reportLater, readSplitOf } from '../report/later';
import { ReadReport, readReports } from '../report/report.read';

export interface ExampleSummary {
  namespace: string;
  folder: string;
  tenants: number;
  documents: UploadResult & { perSecond: number };
  judgments: Record<string, string>;
  /** Names of the subscriptions: what they tell of stands in the feed. */
  subscriptions: string[];
  judged: { answers: number; perSecond: number; byJudgment: Judged };
  outcomes: OutcomeResult;
  agreements: Agreement[];
  fits: FitRun[];
  /** Of sets that say when outcomes were known. */
  later: LaterReport[];
  reports: ReadReport[];
  groups: ReadGroup[];
  /** What the set's summary says of each tenant. */
  published: Published[];
  /** What this run cost; null when the service does not report usage. */
  cost: Spend | null;
  problems: LineProblem[];
  warnings: string[];
  examples: ReadDocument[];
  seconds: number;
  /** Seconds of each part; judging runs beside the judged documents and is counted from their first. */
  parts: { documents: number; judging: number; outcomes: number; fits: number };
}

const secondsSince = (start: number) => Math.max(0.001, (performance.now() - start) / 1_000);

/**
 * Loads a set through the public API: documents that are not judged, judgments, subscriptions, groups, the other documents,
 * judging, outcomes, comparison, fits, reports.
 * May be run again at any time: what is there already stays as it is.
 * @throws JudgmentError as the API refuses, Problem when nothing answers or the folder holds no set
 */
export async function runExample(options: RunExampleOptions): Promise<ExampleSummary> {
  const start = performance.now();
  const { pollMs = 500, giveUpMs = 120_000 } = options;
  // A fit of a small set takes less than a look at all its answers.
  const fitPollMs = Math.min(pollMs, 100);
  const warnings: string[] = [];
  const warn = (message: string) => {
    warnings.push(message);
    options.onWarning?.(message);
  };
  const report = (phase: ExampleProgress['phase'], done: number, total: number) =>
    options.onProgress?.({ phase, done, total });

  const folder = await loadFolder(options.folder);
  const { judgments } = folder;
  const recipes = recipesFor(folder.name);
  const api = await reach(options);
  const tenancy = await openTenancy(api, options.namespace ?? `examples/${folder.name}`, folder, recipes);
  const { scope, tenants } = tenancy;
  const targets = tenants.map(({ target }) => target);

  const spentBefore = await spendOfAll(targets);
  const load = await TenantLoad.open({ tenants, whole: folder }, recipes, options);
  const onUploaded = (done: number, total: number) => report('documents', done, total);
  const relatedStart = performance.now();
  // Before the judgments: each of these documents would be a change that spreads to those that point at it.
  await load.upload(false, onUploaded);
  const relatedSeconds = secondsSince(relatedStart);
  const engine = options.engine ?? { name: 'jev', version: 'current' };
  const created = await createJudgments(scope, folder, recipes, { engine, freshness: options.freshness });
  created.warnings.forEach(warn);
  const subscriptions = await createSubscriptions(scope, folder);
  const groupNames = await createGroups(scope, folder, recipes);

  const totalsBefore = await countJudged(targets, judgments);
  const freshBefore = sumOf(await countFresh(targets, judgments, totalsBefore)).fresh;
  const uploadStart = performance.now();
  await load.upload(true, onUploaded);
  const documents = load.uploaded;
  const uploadSeconds = relatedSeconds + secondsSince(uploadStart);

  const byJudgment = await waitUntilJudged(targets, judgments, {
    pollMs,
    stallMs: options.stallMs ?? 10_000,
    giveUpMs,
    onDone: (done, total) => report('judging', done, total),
    onWarning: warn,
  });
  const judgedSeconds = secondsSince(uploadStart);
  const answers = Math.max(0, sumOf(byJudgment).fresh - freshBefore);

  const outcomeStart = performance.now();
  const outcomes = await load.postOutcomes((done, total) => report('outcomes', done, total));
  const outcomeSeconds = secondsSince(outcomeStart);
  const { agreements, examples } = await compareWithOutcomes(targets, folder);

  const split = await readSplitOf(folder);
  const later =
    split === null ? [] : await reportLater(scope, judgments, split, { pollMs: fitPollMs, onWarning: warn });
  const fitStart = performance.now();
  const onDone = (fits: number) => report('fits', fits, judgments.length);
  const fits = await runFits(scope, judgments, { pollMs: fitPollMs, onWarning: warn, onDone });
  const fitSeconds = secondsSince(fitStart);
  // After the fits, so that they show calibrated numbers, too.
  const groupWait = { pollMs: fitPollMs, giveUpMs, onWarning: warn };
  const groups = await readGroups(targets, groupNames, groupWait);
  const published = await publishSummary(tenancy, recipes, groupWait);
  const reports = await readReports(tenancy, judgments, options.reportFolder ?? null);
  const spentAfter = await spendOfAll(targets);
  return {
    namespace: scope.namespace,
    folder: folder.path,
    tenants: tenants.length,
    documents: { ...documents, perSecond: (documents.written + documents.unchanged) / uploadSeconds },
    judgments: created.status,
    subscriptions,
    judged: { answers, perSecond: answers / judgedSeconds, byJudgment },
    outcomes,
    agreements,
    fits,
    later,
    reports,
    groups,
    published,
    cost: spentBefore && spentAfter ? spentAfter.minus(spentBefore) : null,
    problems: [...folder.problems, ...documents.problems, ...outcomes.problems],
    warnings,
    examples,
    seconds: secondsSince(start),
    parts: { documents: uploadSeconds, judging: judgedSeconds, outcomes: outcomeSeconds, fits: fitSeconds },
  };
}
