import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { RecommendThreshold, ThresholdRecommendation } from '@app/contracts/calibration';
import { shownVersion } from '@app/definition';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentStore } from '../judgment/judgment.store';
import { MarksService } from '../judgment/marks.service';
import { selectionOf } from '../judgment/selection';
import { everyLabel } from '../outcome/label/label-filter';
import { formOf, loadLabels } from '../outcome/label/load-labels';
import { cutLabels, readCut, readTarget, recommend } from './recommendation';

/** Recommends a threshold from the labels of the active version in its newest epoch, and changes nothing. */
@Injectable()
export class RecommendationHandler {
  constructor(
    private readonly judgments: JudgmentStore,
    private readonly marks: MarksService,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async recommend({ namespace, judgment: name, query }: RecommendThreshold, { who }: Call) {
    const judgment = await this.judgments.find(who.organization, namespace, name);
    const cut = readCut(query, formOf(judgment));
    const target = readTarget(query);
    const selection = selectionOf(who.organization, judgment.judgment_id, namespace);
    const excludedPrefixes = await this.marks.readExcludedFrom(selection);
    const all = { selection, version: judgment.active_version, filter: everyLabel, excludedPrefixes };
    const { epoch, set, counted } = await loadLabels(this.database, judgment, all);
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
