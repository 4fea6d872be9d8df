import { Entry, handle, applies, on, onBatch } from '@app/bus';
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
import { FitService } from './copy/fit-copy.service';
import { ColumnService } from './copy/judgment-copy.service';
import { CopiesService } from './copy/setting-copy.service';
import { ImageHandler } from './image/image.handler';
import { JobHandler } from './job/job.handler';
import { NamespaceHandler } from './namespace/namespace.handler';
import { QueryHandler } from './query/query.handler';
import { AnswerSampleService } from './reader/answer-sample.service';
import { LeafHandler } from './reader/reader.handler';
import { ReadHandler } from './reading/read.handler';
import { FoldService } from './recorded-answer/apply.service';
import { SubscriptionHandler } from './subscription/subscription.handler';
import { WriteHandler } from './write/write.handler';

/** Facts folded in one transaction. */
const foldBatch = 200;

function requests(app: INestApplicationContext): Entry[] {
  const writing = app.get(WriteHandler);
  const reading = app.get(ReadHandler);
  const querying = app.get(QueryHandler);
  const leaves = app.get(LeafHandler);
  const images = app.get(ImageHandler);
  return [
    handle(writeDocuments, (query, call) => writing.write(query, call)),
    handle(readDocuments, (query, call) => reading.read(query, call)),
    handle(judgeDocuments, (query, call) => reading.judge(query, call)),
    handle(queryDocuments, (query, call) => querying.query(query, call)),
    handle(fetchDocuments, (query) => leaves.fetch(query)),
    handle(scanDocuments, (query) => leaves.scan(query)),
    handle(sampleAnswers, (query) => app.get(AnswerSampleService).sample(query)),
    handle(sampleDocuments, (query) => leaves.sample(query)),
    handle(fetchImage, (query) => leaves.image(query)),
    handle(storeImage, (query, call) => images.store(query, call)),
    handle(readImage, (query, call) => images.read(query, call)),
    handle(eraseImage, (query, call) => images.erase(query, call)),
  ];
}

function settings(app: INestApplicationContext): Entry[] {
  const namespaces = app.get(NamespaceHandler);
  const subscriptions = app.get(SubscriptionHandler);
  const jobs = app.get(JobHandler);
  return [
    handle(createNamespace, (query, call) => namespaces.create(query, call)),
    handle(getNamespace, (query, call) => namespaces.get(query, call)),
    handle(listNamespaces, (query, call) => namespaces.list(query, call)),
    handle(changeNamespace, (query, call) => namespaces.change(query, call)),
    handle(deleteNamespace, (query, call) => namespaces.delete(query, call)),
    handle(putSubscription, (query, call) => subscriptions.put(query, call)),
    handle(getSubscription, (query, call) => subscriptions.get(query, call)),
    handle(listSubscriptions, (query, call) => subscriptions.list(query, call)),
    handle(deleteSubscription, (query, call) => subscriptions.delete(query, call)),
    handle(documentsJobs.get, (query, call) => jobs.get(query, call)),
    handle(documentsJobs.list, (query, call) => jobs.list(query, call)),
    handle(documentsJobs.cancel, (query, call) => jobs.cancel(query, call)),
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
