import { readFile, sniff, type ByteSource } from '@app/file-reader';
import { Gate } from '../gate';
import { MemoryImports } from '../import-store';
import type { Existing, KeptImport } from '../kept-import';
import { planOf } from '../plan';
import { runImport } from '../run-import';
import { FakeDocuments } from './fake-documents';

/** An import of a text into a service of its own. */
export class ImportRoom {
  readonly service = new FakeDocuments();
  readonly store = new MemoryImports();
  gate = new Gate();

  constructor(
    readonly text: string,
    readonly name = 'a.csv',
  ) {}

  begun(existing: Existing = 'replace'): KeptImport {
    const head = new TextEncoder().encode(this.text.slice(0, 60_000));
    return {
      id: 'run',
      person: 'me',
      ns: 'acme/a',
      fileName: this.name,
      fileBytes: this.text.length,
      identity: '1-a',
      reading: {},
      plan: planOf(sniff(head, { name: this.name }, false)),
      existing,
      beganMs: 0,
      firstMs: Date.UTC(2026, 0, 1),
      spanMs: 900_000,
      status: 'running',
      records: 0,
      bytesRead: 0,
      batch: 0,
      counts: { created: 0, existed: 0, unchanged: 0, refused: 0 },
      refusedKept: 0,
      refusedBytes: 0,
      undoable: 0,
      misfits: {},
      numberColumns: [],
    };
  }

  /** Writes from where it is. @param source the text's bytes by default */
  run(
    kept: KeptImport,
    source: ByteSource = [new TextEncoder().encode(this.text)],
    onProgress: (kept: KeptImport) => void = () => undefined,
  ): Promise<KeptImport> {
    const reading = readFile(source, { name: this.name });
    const { store, gate } = this;
    return runImport({
      kept,
      reading,
      bytesRead: () => this.text.length,
      store,
      write: this.service.write,
      gate,
      onProgress,
    });
  }
}
