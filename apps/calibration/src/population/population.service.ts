import { BUS, CLOCK, DATABASE, LOGGER } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { countAnswers } from '@app/contracts/documents';
import type { Clock, Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { scopeOf } from '../figure/fit/fit';
import { Judgment } from '../judgment/judgment';
import { ownCaller } from '../judgment/own-caller';
import { LabelQuery } from '../outcome/label/label.store';
import { AnswerCounts } from '../outcome/label/label-row';
import { LoadedLabels, formOf } from '../outcome/label/load-labels';
import { answerCounts, countedBy, keptCounts } from './answer-count';
import { CountKey, KeptCount, findCount, keepCount } from './answer-count.store';
import { keepAnswerWeek } from './answer-week.store';

const hourMs = 3_600_000;
/** Counts are asked for once an hour. */
const freshMs = hourMs;
/** Older ones, such as of the last night, serve while documents does not answer. */
const usableMs = 36 * hourMs;
/** So long a read waits for documents, and so long what nobody waits for. */
const readMs = 2_000;
const nightMs = 10_000;
/** Kept of the caller's time for the reply. */
const replyMs = 500;

/** Whose labels are held against all answers, and who waits for it. */
export interface PopulationAbout {
  judgment: Judgment;
  query: LabelQuery;
  /** The call that waits; null where nobody does. */
  call: Pick<Call, 'leftMs'> | null;
  /** Whether labels of a composite judgment are read as the fit in force combines answers of now. */
  isCombined?: boolean;
}

/** Gives labels the counts of all current answers that they should stand for. */
@Injectable()
export class PopulationService {
  constructor(
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The same labels with `set.population`, which stays null without labels and where documents does not answer in time. Those of a
   * composite judgment get none until they are read as its answers of now are: their recorded p is of several fits.
   */
  async fill<Labels extends LoadedLabels>(loaded: Labels, about: PopulationAbout): Promise<Labels> {
    const { epoch, set } = loaded;
    if (epoch === null || set.y.length === 0) return loaded;
    const isRead = set.form.parts.length === 0 || about.isCombined;
    const found = isRead ? await this.read(about, epoch) : null;
    // Of documents that are all deleted labels stay, and stand for no answer of now.
    const population = found?.counts.some((answers) => answers > 0) ? found : null;
    const counted = { ...loaded.counted, areAnswersMissing: found === null };
    return { ...loaded, set: { ...set, population }, counted };
  }

  /** Counts of the current answers of a judgment's active version in an epoch; null where they cannot be had. */
  async read(about: PopulationAbout, epoch: string): Promise<AnswerCounts | null> {
    const { judgment, query } = about;
    const form = formOf(judgment);
    const { selection, version } = query;
    const by = countedBy(form);
    if (by === null) return null;
    const key: CountKey = {
      organization: selection.organization,
      judgment_id: selection.judgmentId,
      namespace: selection.namespace ?? `${selection.prefix}*`,
      version,
      engine_version: epoch,
      fitScope: scopeOf(judgment),
    };
    const kept = await findCount(this.database, key);
    // What a composite answers depends on its fit.
    const isOfNow = kept !== null && (kept.is_of_fit || form.parts.length === 0);
    if (isOfNow && this.isYounger(kept, freshMs)) return countsOf(kept);
    const found = await this.ask(about, key, by);
    return found ?? (isOfNow && this.isYounger(kept, usableMs) ? countsOf(kept) : null);

    function countsOf({ counts, sampled, counted_at: countedAt }: KeptCount): AnswerCounts {
      return answerCounts(form, counts, { sampled, countedAt });
    }
  }

  private async ask(
    { judgment, query, call }: PopulationAbout,
    key: CountKey,
    by: NonNullable<ReturnType<typeof countedBy>>,
  ): Promise<AnswerCounts | null> {
    const leftMs = call ? Math.min(readMs, call.leftMs - replyMs) : nightMs;
    if (leftMs <= 0) return null;
    const form = formOf(judgment);
    const { organization, judgment_id, namespace, version, engine_version } = key;
    const asked = {
      organization,
      judgment_id,
      namespace,
      version,
      engine_version,
      ...by,
      without: query.excludedPrefixes,
    };
    try {
      const countedAt = new Date(this.clock.now());
      const found = await this.bus.requester.ask(countAnswers, asked, Call.within(leftMs, ownCaller(organization)));
      const kept = { counts: keptCounts(form, found), sampled: found.sampled, countedAt };
      await keepCount(this.database, key, kept);
      const counted = answerCounts(form, kept.counts, kept);
      const ofWeek = { engine_version, counted_at: countedAt, sampled: kept.sampled, counts: [...counted.counts] };
      await keepAnswerWeek(this.database, key, ofWeek);
      return counted;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // The report says that the answers were not counted.
      this.logger.warn({ err: error, organization, judgment_id, namespace }, 'current answers were not counted');
      return null;
    }
  }

  private isYounger({ counted_at }: KeptCount, ms: number): boolean {
    return Math.abs(this.clock.now() - counted_at.getTime()) < ms;
  }
}
