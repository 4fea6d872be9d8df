import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { Applied, NamespaceDeleted } from '@app/contracts/documents';
import { Database, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { beginErasure, endErasure, eraseRows, erasedTables } from './namespace-erasure.store';

const rowsPerStatement = 5_000;
/** Kept of the caller's time for the reply. */
const replyMs = 500;

/** Erases what a deleted namespace leaves here, a few thousand rows a statement. A repeated request continues. */
@Injectable()
export class NamespaceErasure {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * Does nothing when the deletion was applied before: the namespace may have been created again since.
   * @throws Problem `unavailable` when the caller's time ends first; a repeated request continues
   */
  async erase(deleted: NamespaceDeleted, call: Call): Promise<Applied> {
    if (!(await beginErasure(this.database, deleted))) return { applied: true };
    await killPoint('calibration.namespace-erase.begun');
    for (const table of erasedTables) {
      while ((await eraseRows(this.database, table, deleted, rowsPerStatement)) > 0) {
        await killPoint('calibration.namespace-erase.piece');
        if (call.leftMs < replyMs) throw notErasedYet();
      }
    }
    // Of two processes that pick the same rows the second erases none and takes the table for empty: rows may be left.
    if (!(await endErasure(this.database, deleted))) throw notErasedYet();
    return { applied: true };
  }
}

function notErasedYet(): Problem {
  return new Problem('unavailable', 'The namespace is still being erased; ask again.', {}, { retryAfterS: 1 });
}
