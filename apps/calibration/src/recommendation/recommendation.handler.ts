import { Call } from '@app/bus';
import { RecommendThreshold, ThresholdRecommendation } from '@app/contracts';
import { shownVersion } from '@app/definition';
import { Injectable } from '@nestjs/common';
import { placeOf } from '../judgment/judgment';
import { JudgmentStore } from '../judgment/judgment.store';
import { everyLabel } from '../label/label-filter';
import { LabelLoader, formOf } from '../label/label.loader';
import { cutLabels, readCut, readTarget, recommend } from './recommendation';

/** Recommends a threshold from the labels of the active version in its newest epoch, and changes nothing. */
@Injectable()
export class RecommendationHandler {
  constructor(
    private readonly judgments: JudgmentStore,
    private readonly labels: LabelLoader,
  ) {}

  async recommend({ namespace, judgment: name, query }: RecommendThreshold, { who }: Call) {
    const judgment = await this.judgments.find(who.organization, namespace, name);
    const cut = readCut(query, formOf(judgment));
    const target = readTarget(query);
    const place = placeOf(who.organization, judgment.judgment_id, namespace);
    const all = { place, version: judgment.active_version, filter: everyLabel, without: [] };
    const { epoch, set, counted } = await this.labels.gather(judgment, all);
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
