import { BUS, CLOCK, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { namespaceSpend } from '@app/contracts/billing';
import { AlternativesQuote } from '@app/contracts/calibration';
import { isTemplate, shownVersion } from '@app/definition';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment } from '../../judgment/judgment';
import { TableKey } from '../sample/key';
import { StoredScore } from '../score/score.store';
import { Candidate, narrowingsIn } from '../subject/candidate';
import { Subject } from '../subject/subject';
import { SubjectService, settingOf } from '../subject/subject.service';
import { TableBasis, TableRow, TableState } from '../table/state';
import { readProgress, readQuoted, readUsedIn } from './state.store';

/** Collects the state that a table is made of. */
@Injectable()
export class StateService {
  constructor(
    private readonly subjects: SubjectService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The state of a judgment that has no table of its own. */
  bare(judgment: Judgment, basis: TableBasis, plan: string): TableState {
    return {
      ...this.common(judgment, plan),
      basis,
      labels: { count: 0, sampled: false, usedIn: null },
      rows: [],
      quote: null,
      run: null,
      isBudgetPaused: false,
      month: { scored: 0, quoted: null },
    };
  }

  async readFor(subject: Subject, quote: AlternativesQuote | null, plan: string, call: Call): Promise<TableState> {
    const { key, judgment, labelled, month, scored, run } = subject;
    const [progress, usedIn, quoted, isBudgetPaused, salt] = await Promise.all([
      run ? readProgress(this.database, run.run) : null,
      labelled ? readUsedIn(this.database, labelled.key, month) : null,
      readQuoted(this.database, key, month),
      this.isPaused(key, call),
      this.subjects.readSalt(),
    ]);
    const { sample } = labelled ?? {};
    return {
      ...this.common(judgment, plan),
      basis: subject.basis,
      labels: { count: sample?.labels.length ?? 0, sampled: sample?.isSampled ?? false, usedIn },
      rows: rowsOf(subject, salt),
      quote,
      run: progress && {
        done: progress.done,
        total: progress.total,
        rowsLeft: progress.rows_left,
        waitsForBudget: isBudgetPaused,
      },
      isBudgetPaused,
      month: { scored, quoted },
    };
  }

  private common(
    judgment: Judgment,
    plan: string,
  ): Pick<TableState, 'plan' | 'nowMs' | 'version' | 'setting' | 'thresholds'> {
    const { automatic, skip_engines: skipEngines, outcomes } = settingOf(judgment);
    const version = shownVersion(judgment.copied, judgment.active_version);
    const { thresholds } = judgment;
    return { plan, nowMs: this.clock.now(), version, setting: { automatic, skipEngines, outcomes }, thresholds };
  }

  /** A template has many budgets: its run leaves out nobody, and waits where a namespace is paused. */
  private async isPaused({ organization, scope }: TableKey, call: Call): Promise<boolean> {
    if (isTemplate(scope)) return false;
    return (await this.bus.requester.ask(namespaceSpend, { organization, namespace: scope }, call.hop())).paused;
  }
}

/** Engine and named rows, and the narrowings that were scored. */
function rowsOf({ active, candidates, scores }: Subject, salt: Buffer): TableRow[] {
  const scoreOf = ({ id, inK }: Candidate): StoredScore | undefined =>
    scores.find(({ alternative, in_k }) => alternative === id && in_k === inK);
  const paid = candidates.map((row): TableRow => ({ ...row, score: scoreOf(row)?.score ?? null }));
  const free = scores.some(({ in_k }) => !in_k) ? narrowingsIn(active, salt) : [];
  const tuned = free.flatMap((row): TableRow[] => {
    const found = candidates.some(({ id }) => id === row.id) ? undefined : scoreOf(row);
    return found ? [{ ...row, score: found.score }] : [];
  });
  return [...paid, ...tuned];
}
