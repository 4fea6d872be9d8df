import { CLOCK, DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { RecommendThreshold, ThresholdRecommendation } from '@app/contracts/calibration';
import { shownVersion } from '@app/definition';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { EpochSources } from '../epoch/epoch-sources';
import { JudgmentStore } from '../judgment/judgment.store';
import { selectionOf } from '../judgment/selection';
import { everyLabel } from '../outcome/label/label-filter';
import { formOf } from '../outcome/label/load-labels';
import { ReadLabels } from '../report/read-labels';
import { allAnswersOf } from './all-answers';
import { readIsDrifting } from '../drift/is-drifting';
import { inForceOn } from './decision';
import { cutLabels } from './cut-labels';
import { readCut, readTarget } from './query';
import { recommend } from './recommendation';
import { whileDrifting } from './while-drifting';

/** Recommends a threshold from the labels of the active version in its newest epoch, and changes nothing. */
@Injectable()
export class RecommendationHandler {
  constructor(
    private readonly judgments: JudgmentStore,
    private readonly labels: ReadLabels,
    private readonly epochs: EpochSources,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async recommend({ namespace, judgment: name, query }: RecommendThreshold, call: Call) {
    const { who } = call;
    const judgment = await this.judgments.find(who.organization, namespace, name);
    const cut = readCut(query, formOf(judgment));
    const target = readTarget(query);
    const selection = selectionOf(who.organization, judgment.judgment_id, namespace);
    const { epoch, set, counted } = await this.labels.readAnswered(judgment, selection, everyLabel, call);
    const looked = { organization: who.organization, namespace, epoch, set, nowMs: this.clock.now() };
    const isDrifting = await readIsDrifting(this.database, judgment, looked);
    const inForce = inForceOn(query.on, judgment.thresholds);
    const recommended = recommend(cutLabels(set, cut), target, allAnswersOf(set), { inForce });
    const view: ThresholdRecommendation = {
      version: shownVersion(judgment.copied, judgment.active_version),
      engine_version: epoch,
      engine_source: await this.epochs.read(judgment, epoch),
      on: query.on,
      target: query.target,
      sampled: counted.sampled,
      ...whileDrifting(recommended, isDrifting),
    };
    return view;
  }
}
