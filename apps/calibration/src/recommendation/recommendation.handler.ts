import { Call } from '@app/bus';
import { RecommendThreshold, ThresholdRecommendation } from '@app/contracts/calibration';
import { shownVersion } from '@app/definition';
import { Injectable } from '@nestjs/common';
import { JudgmentStore } from '../judgment/judgment.store';
import { selectionOf } from '../judgment/selection';
import { everyLabel } from '../outcome/label/label-filter';
import { formOf } from '../outcome/label/load-labels';
import { ReadLabels } from '../report/read-labels';
import { cutLabels, readCut, readTarget, recommend } from './recommendation';

/** Recommends a threshold from the labels of the active version in its newest epoch, and changes nothing. */
@Injectable()
export class RecommendationHandler {
  constructor(
    private readonly judgments: JudgmentStore,
    private readonly labels: ReadLabels,
  ) {}

  async recommend({ namespace, judgment: name, query }: RecommendThreshold, { who }: Call) {
    const judgment = await this.judgments.find(who.organization, namespace, name);
    const cut = readCut(query, formOf(judgment));
    const target = readTarget(query);
    const selection = selectionOf(who.organization, judgment.judgment_id, namespace);
    const { epoch, set, counted } = await this.labels.readAnswered(judgment, selection, everyLabel);
    const view: ThresholdRecommendation = {
      version: shownVersion(judgment.copied, judgment.active_version),
      engine_version: epoch,
      on: query.on,
      target: query.target,
      sampled: counted.sampled,
      ...recommend(cutLabels(set, cut), target),
    };
    return view;
  }
}
