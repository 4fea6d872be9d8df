import { JobHandler, handleJobs } from '@app/boot';
import { Entry, applies, handle, on, onBatch } from '@app/bus';
import {
  listLabels,
  listOutcomes,
  makeDrafts,
  suggestParts,
  nameAlternative,
  postOutcomes,
  readAlternatives,
  readAlternativesPage,
  readCalibration,
  readCalibrationHistory,
  readCalibrationPage,
  readQueue,
  readVerdicts,
  recommendThreshold,
  removeAlternative,
  retractOutcome,
  runAlternatives,
  runCalibration,
  startRepeatability,
} from '@app/contracts/calibration';
import { documentDeleted, namespaceDeleted, outcomeRuleMatched } from '@app/contracts/documents';
import { engineChanged } from '@app/contracts/engines';
import { calibrationJobs } from '@app/contracts/jobs';
import { answerRecordedBulk, answerRecordedLive, judgmentChanged, scoringRecorded } from '@app/contracts/judgments';
import { INestApplicationContext } from '@nestjs/common';
import { AlternativeHandler } from './alternative/alternative.handler';
import { RecordedHandler } from './alternative/run/recorded.handler';
import { StopService } from './alternative/run/stop.service';
import { BindingHandler } from './outcome/binding/binding.handler';
import { DraftHandler } from './alternative/draft/draft.handler';
import { DocumentErasureHandler } from './erasure/document-erasure.handler';
import { NamespaceErasure } from './erasure/namespace-erasure';
import { EpochSources } from './epoch/epoch-sources';
import { HistoryHandler } from './history/history.handler';
import { JudgmentHandler } from './judgment/judgment.handler';
import { OutcomeHandler } from './outcome/outcome.handler';
import { RuleService } from './outcome/rule.service';
import { AlternativesPageHandler } from './page/alternatives-page.handler';
import { PageHandler } from './page/page.handler';
import { QueueHandler } from './queue/queue.handler';
import { RecommendationHandler } from './recommendation/recommendation.handler';
import { LabelTableService } from './label-table/label-table.service';
import { RepeatRecordedHandler } from './repeat/repeat-recorded.handler';
import { isRepeatRun } from './repeat/run';
import { StartRepeatService } from './repeat/start-repeat.service';
import { SegmentService } from './segment/segment.service';
import { VerdictHandler } from './verdict/verdict.handler';
import { RunHandler } from './fit-run/run.handler';

/** Waiting outcomes are bound to the answers of this many asks at once. */
const bindingBatch = 200;

export function consumers(app: INestApplicationContext): Entry[] {
  const outcomes = app.get(OutcomeHandler);
  const rules = app.get(RuleService);
  const binding = app.get(BindingHandler);
  const judgments = app.get(JudgmentHandler);
  const alternatives = app.get(AlternativeHandler);
  const stops = app.get(StopService);
  return [
    handle(postOutcomes, (query, call) => outcomes.post(query, call)),
    handle(listOutcomes, (query, call) => outcomes.list(query, call)),
    handle(retractOutcome, (query, call) => outcomes.retract(query, call)),
    handle(readCalibration, (query, call) => app.get(SegmentService).read(query, call)),
    handle(listLabels, (query, call) => app.get(LabelTableService).list(query, call)),
    handle(readCalibrationHistory, (query, call) => app.get(HistoryHandler).read(query, call)),
    handle(readVerdicts, (query, call) => app.get(VerdictHandler).list(query, call)),
    handle(runCalibration, (query, call) => app.get(RunHandler).run(query, call)),
    handle(readCalibrationPage, (query, call) => app.get(PageHandler).read(query, call)),
    handle(readQueue, (query, call) => app.get(QueueHandler).read(query, call)),
    handle(recommendThreshold, (query, call) => app.get(RecommendationHandler).recommend(query, call)),
    handle(makeDrafts, (query, call) => app.get(DraftHandler).make(query, call)),
    handle(suggestParts, (query, call) => app.get(DraftHandler).suggestParts(query, call)),
    handle(readAlternatives, (query, call) => alternatives.list(query, call)),
    handle(readAlternativesPage, (query, call) => app.get(AlternativesPageHandler).read(query, call)),
    handle(nameAlternative, (query, call) => alternatives.name(query, call)),
    handle(removeAlternative, (query, call) => alternatives.remove(query, call)),
    handle(runAlternatives, (query, call) => alternatives.run(query, call)),
    handle(startRepeatability, (query, call) => app.get(StartRepeatService).start(query, call)),
    ...applies(judgmentChanged, async (fact) => {
      const applied = await judgments.applyChange(fact);
      if (fact.column.kind === 'judgment') await stops.applyChange(fact.column);
      return applied;
    }),
    onBatch(answerRecordedLive, bindingBatch, (batch) => binding.bindRecorded(batch)),
    onBatch(answerRecordedBulk, bindingBatch, (batch) => binding.bindRecorded(batch)),
    on(outcomeRuleMatched, ({ payload }) => rules.recordMatched(payload)),
    on(scoringRecorded, ({ payload }) =>
      app.get(isRepeatRun(payload.run) ? RepeatRecordedHandler : RecordedHandler).applyRecorded(payload),
    ),
    on(engineChanged, ({ payload }) => app.get(EpochSources).keep(payload)),
    on(documentDeleted, ({ payload }) => app.get(DocumentErasureHandler).applyDeletion(payload)),
    ...applies(namespaceDeleted, (fact, call) => app.get(NamespaceErasure).erase(fact, call)),
    ...handleJobs(calibrationJobs, app.get(JobHandler), (query, call) => stops.cancel(query, call)),
  ];
}
