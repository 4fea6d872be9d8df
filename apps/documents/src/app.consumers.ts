import { JobHandler, handleJobs } from '@app/boot';
import { Entry, handle, applies, on, onBatch } from '@app/bus';
import { budgetChanged } from '@app/contracts/billing';
import { fitMade } from '@app/contracts/calibration';
import {
  changeNamespace,
  countAnswers,
  countEpochs,
  createNamespace,
  deleteGroup,
  deleteNamespace,
  deleteSummary,
  deleteSubscription,
  eraseImage,
  fetchDocuments,
  fetchImage,
  getGroup,
  getNamespace,
  getSummary,
  readHeld,
  readNamespaceState,
  getSubscription,
  judgeDocuments,
  listGroups,
  listNamespaces,
  listSubscriptions,
  makeNamespace,
  measureRelation,
  putGroup,
  putSubscription,
  putSummary,
  queryDocuments,
  readAnswerState,
  readAttributes,
  readDistribution,
  readDocuments,
  readImage,
  sampleAnswers,
  sampleDocuments,
  scanDocuments,
  storeImage,
  writeDocuments,
} from '@app/contracts/documents';
import { engineChanged } from '@app/contracts/engines';
import { documentsJobs } from '@app/contracts/jobs';
import { answerRecordedBulk, answerRecordedLive, deferralChanged, judgmentChanged } from '@app/contracts/judgments';
import { INestApplicationContext } from '@nestjs/common';
import { byFilterOf } from './job/by-filter/by-filter';
import { ByFilterHandler } from './job/by-filter/by-filter.handler';
import { FitCopyService } from './apply/copy/fit-copy.service';
import { JudgmentCopyService } from './apply/copy/judgment-copy.service';
import { SettingCopyService } from './apply/copy/setting-copy.service';
import { NamespaceErasureHandler } from './erasure/namespace/namespace-erasure.handler';
import { DistributionHandler } from './read/distribution/distribution.handler';
import { ImageErasureHandler } from './erasure/image/image-erasure.handler';
import { GroupHandler } from './group/group.handler';
import { ImageHandler } from './image/image.handler';
import { HeldHandler } from './namespace/metering/held.handler';
import { NamespaceHandler } from './namespace/namespace.handler';
import { QueryHandler } from './read/query/query.handler';
import { InternalReadHandler } from './internal-read/internal-read.handler';
import { ReadHandler } from './read/by-id/read.handler';
import { ApplyService } from './apply/apply.service';
import { SubscriptionHandler } from './subscription/subscription.handler';
import { SummaryHandler } from './summary/summary.handler';
import { WriteHandler } from './write/write.handler';

/** Facts whose answers are applied in one transaction. */
const answerBatch = 200;

function documentRequests(app: INestApplicationContext): Entry[] {
  const writes = app.get(WriteHandler);
  const byFilter = app.get(ByFilterHandler);
  const reads = app.get(ReadHandler);
  const queries = app.get(QueryHandler);
  return [
    handle(writeDocuments, async (query, call) => {
      const chosen = byFilterOf(query.write);
      return chosen ? byFilter.write(query.namespace, chosen, call) : writes.write(query, call);
    }),
    handle(readDocuments, (query, call) => reads.read(query, call)),
    handle(judgeDocuments, (query, call) => reads.judge(query, call)),
    handle(readAnswerState, (query, call) => reads.readState(query, call)),
    handle(queryDocuments, (query, call) => queries.query(query, call)),
    handle(readDistribution, (query, call) => app.get(DistributionHandler).read(query, call)),
  ];
}

function imageRequests(app: INestApplicationContext): Entry[] {
  const images = app.get(ImageHandler);
  const erasures = app.get(ImageErasureHandler);
  return [
    handle(storeImage, (query, call) => images.store(query, call)),
    handle(readImage, (query, call) => images.read(query, call)),
    handle(eraseImage, (query, call) => erasures.erase(query, call)),
  ];
}

function settingRequests(app: INestApplicationContext): Entry[] {
  const namespaces = app.get(NamespaceHandler);
  const deletions = app.get(NamespaceErasureHandler);
  const subscriptions = app.get(SubscriptionHandler);
  const groups = app.get(GroupHandler);
  const summaries = app.get(SummaryHandler);
  return [
    handle(createNamespace, (query, call) => namespaces.create(query, call)),
    handle(getNamespace, (query, call) => namespaces.get(query, call)),
    handle(makeNamespace, (query, call) => namespaces.make(query, call)),
    handle(readNamespaceState, (query) => namespaces.readState(query)),
    handle(readHeld, (_, call) => app.get(HeldHandler).read(call)),
    handle(listNamespaces, (query, call) => namespaces.list(query, call)),
    handle(changeNamespace, (query, call) => namespaces.change(query, call)),
    handle(deleteNamespace, (query, call) => deletions.delete(query, call)),
    handle(putSubscription, (query, call) => subscriptions.put(query, call)),
    handle(getSubscription, (query, call) => subscriptions.get(query, call)),
    handle(listSubscriptions, (query, call) => subscriptions.list(query, call)),
    handle(deleteSubscription, (query, call) => subscriptions.delete(query, call)),
    handle(putGroup, (query, call) => groups.put(query, call)),
    handle(getGroup, (query, call) => groups.get(query, call)),
    handle(listGroups, (query, call) => groups.list(query, call)),
    handle(deleteGroup, (query, call) => groups.delete(query, call)),
    handle(putSummary, (query, call) => summaries.put(query, call)),
    handle(getSummary, (query, call) => summaries.get(query, call)),
    handle(deleteSummary, (query, call) => summaries.delete(query, call)),
    ...handleJobs(documentsJobs, app.get(JobHandler)),
  ];
}

function nonCallingRequests(app: INestApplicationContext): Entry[] {
  const reader = app.get(InternalReadHandler);
  return [
    handle(fetchDocuments, (query, call) => reader.fetch(query, call)),
    handle(scanDocuments, (query, call) => reader.scan(query, call)),
    handle(measureRelation, (query, call) => reader.measure(query, call)),
    handle(sampleDocuments, (query, call) => reader.sample(query, call)),
    handle(sampleAnswers, (query, call) => reader.sampleAnswers(query, call)),
    handle(countAnswers, (query, call) => reader.countAnswers(query, call)),
    handle(countEpochs, (query, call) => reader.countEpochs(query, call)),
    handle(readAttributes, (query) => reader.readAttributes(query)),
    handle(fetchImage, (query) => reader.readImage(query)),
  ];
}

function facts(app: INestApplicationContext): Entry[] {
  const answers = app.get(ApplyService);
  const judgments = app.get(JudgmentCopyService);
  const fits = app.get(FitCopyService);
  const settings = app.get(SettingCopyService);
  return [
    onBatch(answerRecordedLive, answerBatch, (batch) => answers.applyFacts(batch)),
    onBatch(answerRecordedBulk, answerBatch, (batch) => answers.applyFacts(batch)),
    ...applies(judgmentChanged, (fact) => judgments.apply(fact)),
    ...applies(fitMade, (fact) => fits.apply(fact)),
    on(budgetChanged, ({ payload }) => settings.applyBudget(payload)),
    on(engineChanged, ({ payload }) => settings.applyEngine(payload)),
    on(deferralChanged, ({ payload }) => settings.applyDeferral(payload)),
  ];
}

/** The messages of documents, and what handles them. */
export function consumers(app: INestApplicationContext): Entry[] {
  return [
    ...documentRequests(app),
    ...imageRequests(app),
    ...settingRequests(app),
    ...nonCallingRequests(app),
    ...facts(app),
  ];
}
