import type { Growth } from '../../namespace/metering/plan-quota';

/**
 * What the writes of one batch add to a namespace. Each is checked against the quota together with those accepted before
 * it. Nothing is subtracted for documents that shrink: a write alone is not credited with what another write frees
 * before it is measured.
 */
export class BatchGrowth {
  private documents = 0;
  private bytes = 0;

  /** The growth of one more write with that of the accepted ones. What does not grow is never past a quota. */
  with({ documents, bytes, namespaces }: Growth): Growth {
    return {
      documents: documents > 0 ? documents + this.documents : documents,
      bytes: bytes > 0 ? bytes + this.bytes : bytes,
      // Only one of the writes can make the namespace.
      namespaces,
    };
  }

  accept({ documents, bytes }: Growth): void {
    this.documents += Math.max(0, documents);
    this.bytes += Math.max(0, bytes);
  }
}
