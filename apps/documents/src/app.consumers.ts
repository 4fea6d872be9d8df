import { Entry, answer, applies, on, onBatch } from '@app/bus';
import {
  answerRecordedBulk,
  answerRecordedLive,
  budgetChanged,
  changeNamespace,
  createNamespace,
  deferralChanged,
  deleteNamespace,
  deleteSubscription,
  documentsJobs,
  engineChanged,
  eraseImage,
  fetchDocuments,
  fetchImage,
  fitMade,
  getNamespace,
  getSubscription,
  judgeDocuments,
  judgmentChanged,
  listNamespaces,
  listSubscriptions,
  putSubscription,
  queryDocuments,
  readDocuments,
  readImage,
  sampleAnswers,
  sampleDocuments,
  scanDocuments,
  storeImage,
  writeDocuments,
} from '@app/contracts';
import { INestApplicationContext } from '@nestjs/common';
import { FoldService } from './answer/fold.service';
import { ColumnService } from './column/column.service';
import { CopiesService } from './copies/copies.service';
import { WriteHandler } from './document/write.handler';
import { FitService } from './fit/fit.service';
import { ImageHandler } from './image/image.handler';
import { JobHandler } from './job/job.handler';
import { AnswerSampleService } from './leaf/answer-sample.service';
import { LeafHandler } from './leaf/leaf.handler';
import { NamespaceHandler } from './namespace/namespace.handler';
import { QueryHandler } from './reading/query.handler';
import { ReadHandler } from './reading/read.handler';
import { SubscriptionHandler } from './subscription/subscription.handler';

/** Facts folded in one transaction. */
const foldBatch = 200;

function requests(app: INestApplicationContext): Entry[] {
  const writing = app.get(WriteHandler);
  const reading = app.get(ReadHandler);
  const querying = app.get(QueryHandler);
  const leaves = app.get(LeafHandler);
  const images = app.get(ImageHandler);
  return [
    answer(writeDocuments, (query, call) => writing.write(query, call)),
    answer(readDocuments, (query, call) => reading.read(query, call)),
    answer(judgeDocuments, (query, call) => reading.judge(query, call)),
    answer(queryDocuments, (query, call) => querying.query(query, call)),
    answer(fetchDocuments, (query) => leaves.fetch(query)),
    answer(scanDocuments, (query) => leaves.scan(query)),
    answer(sampleAnswers, (query) => app.get(AnswerSampleService).sample(query)),
    answer(sampleDocuments, (query) => leaves.sample(query)),
    answer(fetchImage, (query) => leaves.image(query)),
    answer(storeImage, (query, call) => images.store(query, call)),
    answer(readImage, (query, call) => images.read(query, call)),
    answer(eraseImage, (query, call) => images.erase(query, call)),
  ];
}

function settings(app: INestApplicationContext): Entry[] {
  const namespaces = app.get(NamespaceHandler);
  const subscriptions = app.get(SubscriptionHandler);
  const jobs = app.get(JobHandler);
  return [
    answer(createNamespace, (query, call) => namespaces.create(query, call)),
    answer(getNamespace, (query, call) => namespaces.get(query, call)),
    answer(listNamespaces, (query, call) => namespaces.list(query, call)),
    answer(changeNamespace, (query, call) => namespaces.change(query, call)),
    answer(deleteNamespace, (query, call) => namespaces.delete(query, call)),
    answer(putSubscription, (query, call) => subscriptions.put(query, call)),
    answer(getSubscription, (query, call) => subscriptions.get(query, call)),
    answer(listSubscriptions, (query, call) => subscriptions.list(query, call)),
    answer(deleteSubscription, (query, call) => subscriptions.delete(query, call)),
    answer(documentsJobs.get, (query, call) => jobs.get(query, call)),
    answer(documentsJobs.list, (query, call) => jobs.list(query, call)),
    answer(documentsJobs.cancel, (query, call) => jobs.cancel(query, call)),
  ];
}

export function consumers(app: INestApplicationContext): Entry[] {
  const fold = app.get(FoldService);
  const columns = app.get(ColumnService);
  const copies = app.get(CopiesService);
  return [
    ...requests(app),
    ...settings(app),
    onBatch(answerRecordedLive, foldBatch, (batch) => fold.foldFacts(batch)),
    onBatch(answerRecordedBulk, foldBatch, (batch) => fold.foldFacts(batch)),
    ...applies(judgmentChanged, (fact) => columns.apply(fact)),
    ...applies(fitMade, (fact) => app.get(FitService).made(fact)),
    on(budgetChanged, ({ payload }) => copies.budgetChanged(payload)),
    on(engineChanged, ({ payload }) => copies.engineChanged(payload)),
    on(deferralChanged, ({ payload }) => copies.deferralChanged(payload)),
  ];
}
