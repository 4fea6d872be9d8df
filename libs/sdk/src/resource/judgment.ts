import type { Caller } from '../request/caller';
import type { QueryOf, ResultOf, Schema } from '../request/operation-types';
import type { CallOptions } from '../request/options';
import type { Operation } from '../result/operation';
import type { PageOperation } from '../result/page';
import type { PageQuery, WithNumbers } from '../shape/query';
import { Alternatives } from './alternatives';
import { type Change, changing } from './change';
import { Outcomes } from './outcomes';

/** Parameters that are numbers, and texts on the wire. */
type Figures = 'at_least' | 'cost_false_positive' | 'cost_false_negative' | 'positive_from';

/** One judgment. */
export class Judgment {
  readonly outcomes: Outcomes;
  readonly alternatives: Alternatives;
  private readonly path: { ns: string; name: string };

  constructor(
    private readonly caller: Caller,
    ns: string,
    name: string,
  ) {
    this.path = { ns, name };
    this.outcomes = new Outcomes(caller, this.path);
    this.alternatives = new Alternatives(caller, this.path);
  }

  /** Its active version, settings and state. */
  read(options?: CallOptions): Operation<Schema<'JudgmentView'>> {
    return this.caller.call('judgment_read', { path: this.path }, options);
  }

  /** Its figures by day, oldest first; the last is today. */
  stats(query?: QueryOf<'judgment_stats'>, options?: CallOptions): Operation<Schema<'JudgmentFigures'>> {
    return this.caller.call('judgment_stats', { path: this.path, query }, options);
  }

  /** How a number of its current answers is distributed in the namespace. */
  distribution(
    query?: QueryOf<'judgment_distribution'>,
    options?: CallOptions,
  ): Operation<Schema<'AnswerDistribution'>> {
    return this.caller.call('judgment_distribution', { path: this.path, query }, options);
  }

  /** Changes settings; thresholds hold for every answer at once. */
  update(body: Schema<'JudgmentPatchBody'>, options?: CallOptions): Operation<Change> {
    return changing(this.caller, 'judgment_update', { path: this.path, body }, options);
  }

  delete(options?: CallOptions): Operation<Schema<'Deleted'>> {
    return this.caller.call('judgment_delete', { path: this.path }, options);
  }

  versions(options?: CallOptions): PageOperation<Schema<'VersionList'>, Schema<'VersionItem'>> {
    return this.caller.list('judgment_versions', { path: this.path }, 'query', (page) => page.versions, options);
  }

  activate(body: Schema<'ActivateBody'>, options?: CallOptions): Operation<Change> {
    return changing(this.caller, 'judgment_activate', { path: this.path, body }, options);
  }

  detach(options?: CallOptions): Operation<Change> {
    return this.caller.call('judgment_detach', { path: this.path }, options);
  }

  /** Judges documents now. An answer that is fresh is kept, unless `again` asks for a new one; each new answer is charged. */
  judge(body: Schema<'JudgeBody'>, options?: CallOptions): Operation<Schema<'JudgedDocuments'>> {
    return this.caller.call('judgment_judge', { path: this.path, body }, options);
  }

  /** What the engine would read of a document, without asking it. */
  context(body: Schema<'ContextPreviewBody'>, options?: CallOptions): Operation<Schema<'ContextView'>> {
    return this.caller.call('judgment_context', { path: this.path, body }, options);
  }

  /** The price of judging stored documents; with its token in `confirm`, the work itself. */
  backfill(body: Schema<'BackfillBody'>, options?: CallOptions): Operation<ResultOf<'judgment_backfill'>> {
    return this.caller.call('judgment_backfill', { path: this.path, body }, options);
  }

  /** The report: what the probabilities are worth against what happened. */
  calibration(query?: QueryOf<'judgment_calibration'>, options?: CallOptions): Operation<Schema<'CalibrationReport'>> {
    return this.caller.call('judgment_calibration', { path: this.path, query }, options);
  }

  /** Its fits, newest first, and what was read against what was observed by week. Iterated, the fits of every page. */
  calibrationHistory(
    query: PageQuery<QueryOf<'judgment_calibration_history'>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'CalibrationHistory'>, Schema<'PastFit'>> {
    const input = { path: this.path, query };
    return this.caller.list('judgment_calibration_history', input, 'query', (page) => page.fits, options);
  }

  /**
   * The labels of its report with what was read of each, in the order of their answers' ids. Iterated, the labels of every page. Ask
   * without `format`: pages of CSV follow one another by the header `Link`.
   */
  calibrationLabels(
    query: PageQuery<QueryOf<'judgment_calibration_labels'>> = {},
    options?: CallOptions,
  ): PageOperation<Schema<'LabelTable'>, Schema<'LabelItem'>> {
    const input = { path: this.path, query };
    return this.caller.list('judgment_calibration_labels', input, 'query', (page) => page.rows, options);
  }

  /** The price of asking the engine again what it has answered; with its token in `confirm`, the work itself. */
  repeatability(
    body: Schema<'RepeatabilityBody'> = {},
    options?: CallOptions,
  ): Operation<ResultOf<'judgment_repeatability'>> {
    return this.caller.call('judgment_repeatability', { path: this.path, body }, options);
  }

  /** Fits the calibration anew and waits for it. */
  fit(body: Schema<'CalibrationRunBody'> = {}, options?: CallOptions): Operation<Schema<'JobResult'>> {
    return this.caller.call('judgment_fit', { path: this.path, body }, options);
  }

  recommendation(
    query: WithNumbers<QueryOf<'judgment_recommendation'>, Figures>,
    options?: CallOptions,
  ): Operation<Schema<'ThresholdRecommendation'>> {
    const asked = query as QueryOf<'judgment_recommendation'>;
    return this.caller.call('judgment_recommendation', { path: this.path, query: asked }, options);
  }

  /** Answers that a person's label would teach the most about. */
  queue(query?: QueryOf<'judgment_queue'>, options?: CallOptions): Operation<Schema<'QueueView'>> {
    return this.caller.call('judgment_queue', { path: this.path, query }, options);
  }

  suggestParts(options?: CallOptions): Operation<Schema<'SuggestedPartList'>> {
    return this.caller.call('judgment_suggest_parts', { path: this.path }, options);
  }
}
