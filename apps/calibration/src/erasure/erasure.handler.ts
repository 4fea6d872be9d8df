import { DATABASE } from '@app/boot';
import { DocumentDeleted, NamespaceDeleted } from '@app/contracts';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { eraseNamespace, markDocumentsDeleted } from './erasure.store';

@Injectable()
export class ErasureHandler {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  documentsDeleted(fact: DocumentDeleted): Promise<void> {
    return markDocumentsDeleted(this.database, fact, fact.documents);
  }

  namespaceDeleted(fact: NamespaceDeleted): Promise<void> {
    return eraseNamespace(this.database, fact);
  }
}
