import { RawReply } from '@app/bus';
import {
  FetchDocuments,
  FetchImage,
  FetchedImage,
  SampleDocuments,
  ScanDocuments,
  ScannedDocuments,
} from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { FetchService } from './fetch.service';
import { ImageBytesService } from './image-bytes.service';
import { SampleService } from './sample.service';
import { ScanService } from './scan.service';

@Injectable()
export class LeafHandler {
  constructor(
    private readonly fetches: FetchService,
    private readonly scans: ScanService,
    private readonly samples: SampleService,
    private readonly images: ImageBytesService,
  ) {}

  async fetch(query: FetchDocuments): Promise<RawReply> {
    return new RawReply(await this.fetches.fetch(query));
  }

  scan(query: ScanDocuments): Promise<ScannedDocuments> {
    return this.scans.scan(query);
  }

  image(query: FetchImage): Promise<FetchedImage> {
    return this.images.fetch(query);
  }

  async sample(query: SampleDocuments): Promise<RawReply> {
    return new RawReply(await this.samples.sample(query));
  }
}
