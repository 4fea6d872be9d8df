import { JobHandler, handleJobs } from '@app/boot';
import { Entry, handle, applies, on, onBatch } from '@app/bus';
import { budgetChanged } from '@app/contracts/billing';
import { fitMade, sampleDrawn } from '@app/contracts/calibration';
import {
  documentChangedBulk,
  documentChangedLive,
  documentDeleted,
  imageErased,
  namespaceChanged,
  namespaceDeleted,
} from '@app/contracts/documents';
import { engineChanged } from '@app/contracts/engines';
import { judgmentsJobs } from '@app/contracts/jobs';
import {
  activateJudgment,
  answersInForce,
  countPending,
  createJudgment,
  deleteJudgment,
  detachJudgment,
  enginesUsed,
  explainAnswer,
  getAnswer,
  getJudgment,
  judge,
  priceJudging,
  listHistory,
  listJudgments,
  listBuiltInAnswers,
  listPlacedJudgments,
  listVersions,
  patchJudgment,
  periodicCost,
  previewContext,
  priceScoring,
  readFigures,
  startBackfill,
  estimateMissing,
  startScoring,
  stopScoring,
  tryJudgment,
} from '@app/contracts/judgments';
import type { INestApplicationContext } from '@nestjs/common';
import { AnswerHandler } from './answer/answer.handler';
import { KeptContextHandler } from './answer/kept-context.handler';
import { BuiltInAnswersHandler } from './built-in-answers/built-in-answers.handler';
import { FiguresHandler } from './judgment/catalog/figures.handler';
import { JudgmentHandler } from './judgment/catalog/judgment.handler';
import { ActivateService } from './change/activate.service';
import { CreateHandler } from './change/create.handler';
import { DeleteService } from './change/delete.service';
import { DetachService } from './change/detach.service';
import { PatchService } from './change/patch.service';
import { StartBackfillService } from './change/start-backfill.service';
import { CombinerHandler } from './copy/combiner/combiner.handler';
import { EngineService } from './copy/engine/engine.service';
import { DocumentErasureHandler } from './erasure/document-erasure.handler';
import { ImageErasureHandler } from './erasure/image-erasure.handler';
import { NamespaceErasure } from './erasure/namespace-erasure';
import { ExplainHandler } from './queue/explain.handler';
import { NamespaceHandler } from './copy/namespace/namespace.handler';
import { PendingCountHandler } from './queue/pending/pending-count.handler';
import { PendingHandler } from './queue/pending/pending.handler';
import { PeriodicService } from './quote/periodic.service';
import { JudgeService } from './queue/waiter/judge.service';
import { PricingService } from './scoring/pricing.service';
import { ScoringHandler } from './scoring/scoring.handler';
import { JudgePriceService } from './trial/judge-price.service';
import { TrialService } from './trial/trial.service';

const factsPerBatch = 32;

/** The messages that this service handles and consumes. */
export function judgmentsConsumers(app: INestApplicationContext): Entry[] {
  const [judgments, answers, trials] = [app.get(JudgmentHandler), app.get(AnswerHandler), app.get(TrialService)];
  const [pending, namespaces, scoring] = [app.get(PendingHandler), app.get(NamespaceHandler), app.get(ScoringHandler)];
  return [
    handle(createJudgment, (query, call) => app.get(CreateHandler).create(query, call)),
    handle(listJudgments, (query, call) => judgments.list(query, call)),
    handle(listPlacedJudgments, (query, call) => app.get(FiguresHandler).readPlaced(query, call)),
    handle(listBuiltInAnswers, (_, call) => app.get(BuiltInAnswersHandler).list(call)),
    handle(readFigures, (query, call) => app.get(FiguresHandler).read(query, call)),
    handle(getJudgment, (query, call) => judgments.get(query, call)),
    handle(listVersions, (query, call) => judgments.readVersions(query, call)),
    handle(patchJudgment, (query, call) => app.get(PatchService).patch(query, call)),
    handle(activateJudgment, (query, call) => app.get(ActivateService).activate(query, call)),
    handle(startBackfill, (query, call) => app.get(StartBackfillService).start(query, call)),
    handle(estimateMissing, (query) => app.get(StartBackfillService).estimateMissing(query)),
    handle(detachJudgment, (query, call) => app.get(DetachService).detach(query, call)),
    handle(deleteJudgment, (query, call) => app.get(DeleteService).delete(query, call)),
    handle(previewContext, (query, call) => trials.preview(query, call)),
    handle(tryJudgment, (query, call) => trials.try(query, call)),
    handle(periodicCost, (query) => app.get(PeriodicService).readCost(query)),
    handle(judge, (query, call) => app.get(JudgeService).judge(query, call)),
    handle(priceJudging, (query, call) => app.get(JudgePriceService).price(query, call)),
    handle(listHistory, (query, call) => answers.readHistory(query, call)),
    handle(getAnswer, (query, call) => answers.get(query, call)),
    handle(countPending, (query, call) => app.get(PendingCountHandler).count(query, call)),
    handle(explainAnswer, (query, call) => app.get(ExplainHandler).explain(query, call)),
    handle(answersInForce, (query) => answers.readInForce(query)),
    handle(priceScoring, (query, call) => app.get(PricingService).price(query, call)),
    handle(startScoring, (query) => scoring.start(query)),
    handle(stopScoring, (query) => scoring.stop(query)),
    handle(enginesUsed, (query) => scoring.readEnginesUsed(query)),
    ...handleJobs(judgmentsJobs, app.get(JobHandler)),
    ...applies(namespaceChanged, (fact) => namespaces.applyChange(fact)),
    ...applies(namespaceDeleted, (fact, call) => app.get(NamespaceErasure).erase(fact, call)),
    onBatch(documentChangedLive, factsPerBatch, (batch) => pending.applyChange(batch)),
    onBatch(documentChangedBulk, factsPerBatch, (batch) => pending.applyChange(batch)),
    onBatch(documentDeleted, factsPerBatch, (batch) => app.get(DocumentErasureHandler).applyDeletion(batch)),
    on(imageErased, ({ payload }) => app.get(ImageErasureHandler).applyErasure(payload)),
    on(sampleDrawn, ({ payload }) => app.get(KeptContextHandler).keepContexts(payload)),
    on(engineChanged, ({ payload }) => app.get(EngineService).apply(payload)),
    ...applies(fitMade, (fact) => app.get(CombinerHandler).applyFit(fact)),
    on(budgetChanged, async ({ payload }) => {
      await namespaces.applyBudget(payload);
      await scoring.applyBudget(payload);
    }),
  ];
}
