import { BUS, CLOCK, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { EngineView, listEngines } from '@app/contracts/engines';
import { EnginesUsedFound, JudgmentView, enginesUsed, getJudgment } from '@app/contracts/judgments';
import {
  AlternativesSetting,
  Definition,
  EngineRef,
  defaultAlternatives,
  isTemplate,
  shownVersion,
} from '@app/definition';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { FitRow, scopeOf } from '../../figure/fit/fit';
import { findFitInForce, findLatestFit } from '../../figure/fit/fit.store';
import { Judgment } from '../../judgment/judgment';
import { JudgmentStore } from '../../judgment/judgment.store';
import { LabelRow } from '../../outcome/label/label-row';
import { TableKey } from '../sample/key';
import { SampleService } from '../sample/sample.service';
import { countScored, readScores } from '../score/score.store';
import { monthOf } from '../table/month';
import { readNamed, readSalt } from './alternative.store';
import { candidatesOf, engineOf } from './candidate';
import { findLastRun, findOpenRun } from './latest-run.store';
import { basisOf } from './table-basis';
import { Subject } from './subject';

/** A judgment with its active definition, which belongs to its copy's version. */
export interface ActiveJudgment {
  judgment: Judgment;
  active: Definition;
  engines: EngineView[];
}

/** Reads what a table is about. Nothing here asks an engine. */
@Injectable()
export class SubjectService {
  private salt: Buffer | null = null;

  constructor(
    private readonly judgments: JudgmentStore,
    private readonly samples: SampleService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  find(organization: string, namespace: string, name: string): Promise<Judgment> {
    return this.judgments.find(organization, namespace, name);
  }

  /**
   * The definition of the copy's active version: judgments and its copy are read one after the other, so a version that is
   * activated in between is read once more.
   * @throws Problem `unavailable` while the version keeps moving
   */
  async readActive(organization: string, judgment: Judgment, call: Call): Promise<ActiveJudgment> {
    const { scope, name } = judgment;
    const [view, { engines }] = await Promise.all([this.readView(scope, name, call), this.readEngines(call)]);
    const reply = { active: view.definition as Definition, engines };
    if (isOfVersion(view, judgment)) return { ...reply, judgment };
    const again = await this.judgments.find(organization, scope, name);
    if (isOfVersion(view, again)) return { ...reply, judgment: again };
    throw new Problem('unavailable', `\`${name}\` gets another version right now; ask again.`, {}, { retryAfterS: 1 });
  }

  async load(organization: string, found: Judgment, call: Call): Promise<Subject> {
    const { judgment, active, engines } = await this.readActive(organization, found, call);
    const { judgment_id, scope, active_version: version } = judgment;
    const key: TableKey = { organization, judgment_id, scope };
    const month = monthOf(this.clock.now());
    const setting = settingOf(judgment);
    const present = engineOf(engines, active.engine)?.engine_version ?? null;
    const [used, named, salt, run, lastRun, scored, fit] = await Promise.all([
      this.bus.requester.ask(enginesUsed, { organization, namespaces: [scope] }, call.hop()),
      readNamed(this.database, key, version),
      this.readSalt(),
      findOpenRun(this.database, key),
      findLastRun(this.database, key),
      countScored(this.database, key, month),
      this.readFitOf(organization, judgment, present),
    ]);
    const labelled =
      fit && (await this.readLabelled(key, judgment, fit, setting, { month, paused: pausedBelow(scope, used) }));
    const sent = isTemplate(scope)
      ? await this.readSentFrom(organization, labelled?.sample.labels ?? [], call)
      : used.sent;
    const labels = await this.presentLabels(key, judgment, setting, month, { fit, present, labelled });
    return {
      key,
      judgment,
      setting,
      month,
      active,
      engines,
      sent,
      labelled,
      scored,
      run,
      lastRun,
      basis: basisOf({ engine: active.engine, engines, fit, labels, lastRun, month }),
      candidates: candidatesOf({ active, setting, salt, engines, used: used.named, named }),
      scores: labelled ? await readScores(this.database, labelled.key) : [],
    };
  }

  /** The secret that ids are made with: one row, which never changes. */
  async readSalt(): Promise<Buffer> {
    return (this.salt ??= await readSalt(this.database));
  }

  private readView(namespace: string, name: string, call: Call): Promise<JudgmentView> {
    return this.bus.requester.ask(getJudgment, { namespace, name }, call.hop());
  }

  private async readEngines(call: Call): Promise<{ engines: EngineView[] }> {
    return this.bus.requester.ask(listEngines, {}, call.hop());
  }

  /** Engines that have been sent a context of each sampled namespace of a template. */
  private async readSentFrom(organization: string, labels: readonly LabelRow[], call: Call): Promise<EngineRef[]> {
    const namespaces = [...new Set(labels.map(({ namespace }) => namespace))];
    if (namespaces.length === 0) return [];
    return (await this.bus.requester.ask(enginesUsed, { organization, namespaces }, call.hop())).sent;
  }

  /** The fit of the engine's present epoch; without one the newest, whose scores stay visible. */
  private async readFitOf(organization: string, judgment: Judgment, present: string | null): Promise<FitRow | null> {
    const { judgment_id, active_version: version } = judgment;
    const key = { organization, judgment_id, scope: scopeOf(judgment), version };
    const own = present === null ? null : await findFitInForce(this.database, { ...key, engine_version: present });
    return own ?? findLatestFit(this.database, key);
  }

  private async readLabelled(
    key: TableKey,
    judgment: Judgment,
    fit: FitRow,
    setting: AlternativesSetting,
    { month, paused }: { month: string; paused: string[] },
  ): Promise<NonNullable<Subject['labelled']>> {
    const { engine_version, floor } = fit;
    const labelsKey = { ...key, version: judgment.active_version, engine_version };
    const outcomes = setting.outcomes ?? fit.outcomes;
    const sample = await this.samples.draw(labelsKey, judgment, outcomes, month, paused);
    return { key: labelsKey, sample, floor, outcomes };
  }

  /** Labels of the epoch that answers now: what a fit of it would have. */
  private async presentLabels(
    key: TableKey,
    judgment: Judgment,
    setting: AlternativesSetting,
    month: string,
    { fit, present, labelled }: { fit: FitRow | null; present: string | null; labelled: Subject['labelled'] },
  ): Promise<number> {
    if (present === null || fit?.engine_version === present) return labelled?.sample.change.n ?? 0;
    const labelsKey = { ...key, version: judgment.active_version, engine_version: present };
    return (await this.samples.draw(labelsKey, judgment, setting.outcomes, month)).labels.length;
  }
}

export function settingOf({ alternatives }: Judgment): AlternativesSetting {
  return { ...defaultAlternatives, ...alternatives };
}

/** A namespace that may not spend is left out of the sample of its template; the table of one namespace says that it waits. */
function pausedBelow(scope: string, { paused = [] }: EnginesUsedFound): string[] {
  return isTemplate(scope) ? paused : [];
}

function isOfVersion({ active_version }: JudgmentView, { copied, active_version: stored }: Judgment): boolean {
  return active_version === shownVersion(copied, stored);
}
