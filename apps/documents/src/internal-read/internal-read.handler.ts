import { Call, RawReply } from '@app/bus';
import type {
  AnswersCounted,
  AttributesRead,
  CountAnswers,
  CountEpochs,
  EpochsCounted,
  FetchDocuments,
  FetchImage,
  FetchedImage,
  MeasureRelation,
  ReadAttributes,
  RelationMeasured,
  SampleAnswers,
  SampleDocuments,
  SampledAnswers,
  ScanDocuments,
  ScannedDocuments,
} from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { AnswerCountService } from './answer-count.service';
import { AnswerSampleService } from './answer-sample.service';
import { AttributesService } from './attributes.service';
import { EpochCountService } from './epoch-count.service';
import { FetchService } from './fetch.service';
import { ImageBytesService } from './image-bytes.service';
import { MeasureService } from './measure.service';
import { SampleService } from './sample.service';
import { ScanService } from './scan.service';

/** Handles the non-calling requests. */
@Injectable()
export class InternalReadHandler {
  constructor(
    private readonly fetches: FetchService,
    private readonly scans: ScanService,
    private readonly samples: SampleService,
    private readonly answers: AnswerSampleService,
    private readonly counts: AnswerCountService,
    private readonly epochs: EpochCountService,
    private readonly images: ImageBytesService,
    private readonly measures: MeasureService,
    private readonly attributes: AttributesService,
  ) {}

  async fetch(query: FetchDocuments, call: Call): Promise<RawReply> {
    return new RawReply(await this.fetches.fetch(query, call));
  }

  scan(query: ScanDocuments, call: Call): Promise<ScannedDocuments> {
    return this.scans.scan(query, call);
  }

  measure(query: MeasureRelation, call: Call): Promise<RelationMeasured> {
    return this.measures.measure(query, call);
  }

  async sample(query: SampleDocuments, call: Call): Promise<RawReply> {
    return new RawReply(await this.samples.sample(query, call));
  }

  sampleAnswers(query: SampleAnswers, call: Call): Promise<SampledAnswers> {
    return this.answers.sample(query, call);
  }

  countAnswers(query: CountAnswers, call: Call): Promise<AnswersCounted> {
    return this.counts.count(query, call);
  }

  countEpochs(query: CountEpochs, call: Call): Promise<EpochsCounted> {
    return this.epochs.count(query, call);
  }

  readAttributes(query: ReadAttributes): Promise<AttributesRead> {
    return this.attributes.read(query);
  }

  readImage(query: FetchImage): Promise<FetchedImage> {
    return this.images.fetch(query);
  }
}
