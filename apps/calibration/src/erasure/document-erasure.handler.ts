import { DATABASE } from '@app/boot';
import { DocumentDeleted } from '@app/contracts/documents';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { markDocumentsDeleted } from './document-erasure.store';

@Injectable()
export class DocumentErasureHandler {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  applyDeletion(fact: DocumentDeleted): Promise<void> {
    return markDocumentsDeleted(this.database, fact, fact.documents);
  }
}
