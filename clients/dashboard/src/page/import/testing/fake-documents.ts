import { JudgmentError, type Schema } from '@app/sdk/client';
import type { Write } from '../write-batch';

type Reply = Schema<'DocumentWritten'>;

/** A service that keeps documents with their versions, replays keys, refuses what says so, and may lose a reply. */
export class FakeDocuments {
  readonly stored = new Map<string, { version: number; body: Record<string, unknown> }>();
  readonly keys: string[] = [];
  /** The reply of this write is lost after it was carried out, counted from 0. */
  losesAt = -1;
  /** Rows in flight at the same time, at most. */
  mostHeld = 0;
  private readonly replies = new Map<string, Reply>();
  private version = 0;
  private held = 0;

  readonly write: Write = async (body, key) => {
    const rows = [...(body.upsert ?? []), ...(body.patch ?? []), ...(body.delete ?? [])];
    this.held += rows.length;
    this.mostHeld = Math.max(this.mostHeld, this.held);
    await new Promise((resolve) => setTimeout(resolve));
    this.held -= rows.length;
    const reply = this.replies.get(key) ?? this.carriedOut(body);
    this.replies.set(key, reply);
    this.keys.push(key);
    if (this.keys.length - 1 === this.losesAt)
      throw new JudgmentError('No connection.', { code: 'connection', status: null });
    return reply;
  };

  readonly findExisting = (ids: readonly string[]) => Promise.resolve(new Set(ids.filter((id) => this.stored.has(id))));

  /** Forgets the keys, as the service does after a day. */
  forget(): void {
    this.replies.clear();
    this.keys.length = 0;
  }

  /** Somebody else writes it. */
  change(id: string): void {
    this.put(id, { state: { by: 'somebody else' } });
  }

  private carriedOut({ upsert = [], patch = [], delete: gone = [] }: Schema<'WriteBody'>): Reply {
    const named = [...upsert, ...gone].filter(
      ({ id, if_version: version }) => version !== undefined && version !== (this.stored.get(id)?.version ?? 0),
    );
    if (named.length > 0) {
      const details = { documents: named.map(({ id }) => id) };
      throw new JudgmentError('Documents changed.', { code: 'conflict', status: 409, reason: 'if_version', details });
    }
    if ([...upsert, ...patch].some(({ attributes }) => attributes?.['note'] === 'bad'))
      throw new JudgmentError('Mend the note.', { code: 'invalid_request', status: 400 });
    const absent = patch.filter(({ id }) => !this.stored.has(id));
    if (absent.length > 0)
      throw new JudgmentError('Absent.', {
        code: 'not_found',
        status: 404,
        details: { documents: absent.map(({ id }) => id) },
      });
    for (const { id, if_version: _version, created_at_if_new: _moment, ...body } of upsert) this.put(id, body);
    for (const { id, ...body } of patch) this.put(id, { ...this.stored.get(id)?.body, ...body });
    for (const { id } of gone) this.stored.delete(id);
    const documents = [...upsert, ...patch].map(({ id }) => ({ id, version: this.stored.get(id)?.version ?? 0 }));
    const none = { appended: 0, unchanged: 0, skipped: 0, missing: 0 };
    return { upserted: upsert.length, patched: patch.length, deleted: gone.length, ...none, documents };
  }

  private put(id: string, body: Record<string, unknown>): void {
    this.stored.set(id, { version: ++this.version, body });
  }
}
