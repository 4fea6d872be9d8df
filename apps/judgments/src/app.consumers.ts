import { JobHandler, handleJobs } from '@app/boot';
import { Entry, handle, applies, on, onBatch } from '@app/bus';
import {
  activateJudgment,
  answersInForce,
  budgetChanged,
  createJudgment,
  deleteJudgment,
  detachJudgment,
  documentChangedBulk,
  documentChangedLive,
  documentDeleted,
  engineChanged,
  getJudgment,
  imageErased,
  judge,
  judgmentsJobs,
  listHistory,
  listJudgments,
  listVersions,
  namespaceChanged,
  namespaceDeleted,
  patchJudgment,
  periodicCost,
  previewContext,
  startBackfill,
  tryJudgment,
} from '@app/contracts';
import type { INestApplicationContext } from '@nestjs/common';
import { AnswerHandler } from './answer/answer.handler';
import { ImageErasureHandler } from './answer/image-erasure.handler';
import { BackfillStarts } from './backfill/backfill.service';
import { EngineService } from './engine/engine.service';
import { ActivateService } from './judgment/activate.service';
import { ChangeService } from './judgment/change.service';
import { CreateHandler } from './judgment/create.handler';
import { DetachService } from './judgment/detach.service';
import { JudgmentHandler } from './judgment/judgment.handler';
import { PeriodicService } from './judgment/periodic.service';
import { NamespaceHandler } from './namespace/namespace.handler';
import { PendingHandler } from './pending/pending.handler';
import { JudgeService } from './reading/judge.service';
import { TrialService } from './trial/trial.service';

const factsTogether = 32;

/** Everything this service hears. */
export function judgmentsConsumers(app: INestApplicationContext): Entry[] {
  const [judgments, changes, trials, answers] = [
    app.get(JudgmentHandler),
    app.get(ChangeService),
    app.get(TrialService),
    app.get(AnswerHandler),
  ];
  const [pending, namespaces] = [app.get(PendingHandler), app.get(NamespaceHandler)];
  return [
    handle(createJudgment, (query, call) => app.get(CreateHandler).create(query, call)),
    handle(listJudgments, (query, call) => judgments.list(query, call)),
    handle(getJudgment, (query, call) => judgments.get(query, call)),
    handle(listVersions, (query, call) => judgments.versions(query, call)),
    handle(patchJudgment, (query, call) => changes.patch(query, call)),
    handle(activateJudgment, (query, call) => app.get(ActivateService).activate(query, call)),
    handle(startBackfill, (query, call) => app.get(BackfillStarts).start(query, call)),
    handle(detachJudgment, (query, call) => app.get(DetachService).detach(query, call)),
    handle(deleteJudgment, (query, call) => changes.delete(query, call)),
    handle(previewContext, (query, call) => trials.preview(query, call)),
    handle(tryJudgment, (query, call) => trials.try(query, call)),
    handle(periodicCost, (query) => app.get(PeriodicService).cost(query)),
    handle(judge, (query, call) => app.get(JudgeService).judge(query, call)),
    handle(listHistory, (query, call) => answers.history(query, call)),
    handle(answersInForce, (query) => answers.inForce(query)),
    ...handleJobs(judgmentsJobs, app.get(JobHandler)),
    ...applies(namespaceChanged, (fact) => namespaces.changed(fact)),
    ...applies(namespaceDeleted, (fact, call) => namespaces.deleted(fact, call)),
    onBatch(documentChangedLive, factsTogether, (batch) => pending.changed(batch)),
    onBatch(documentChangedBulk, factsTogether, (batch) => pending.changed(batch)),
    onBatch(documentDeleted, factsTogether, (batch) => pending.deleted(batch)),
    on(imageErased, ({ payload }) => app.get(ImageErasureHandler).erased(payload)),
    on(engineChanged, ({ payload }) => app.get(EngineService).apply(payload)),
    on(budgetChanged, ({ payload }) => namespaces.budget(payload)),
  ];
}
