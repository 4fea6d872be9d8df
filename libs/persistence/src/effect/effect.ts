import { Database } from '../database/database';
import { TimeLimit, Tx } from '../database/queryable';
import { Vault } from '../vault/vault';

interface EffectRow {
  response: Buffer;
  committed_at: Date;
}

/** What a change answers: kept with the change itself, so that asking again answers the same. */
export interface Outcome {
  /** HTTP status of success: 200, 201 or 202. */
  status: number;
  /** JSON text. */
  body: string;
}

/** The request behind a change; a call of the bus is one. */
export interface Occasion extends TimeLimit {
  /** Left out for a change without an idempotency key. */
  effectId?: string;
}

export interface KeptEffect extends Outcome {
  committedAt: Date;
}

/** Changes that must happen once: the owner keeps its response in the transaction of the change, under the effect id. */
export class Effects {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  /** The kept response of a change that has already happened. */
  async find(effectId: string | undefined): Promise<KeptEffect | null> {
    if (!effectId) return null;
    const { rows } = await this.database.query<EffectRow>(
      { name: 'effect-find', text: 'select response, committed_at from effect where effect_id = $1' },
      [effectId],
    );
    if (rows.length === 0) return null;
    const text = this.vault.open(rows[0].response, effectId).toString('utf8');
    return { status: Number(text.slice(0, 3)), body: text.slice(3), committedAt: rows[0].committed_at };
  }

  /** Keeps a response; a second writer of the same id fails on the key and its change rolls back. */
  async keep(tx: Tx, effectId: string | undefined, outcome: Outcome): Promise<void> {
    if (effectId) await this.keepEach(tx, [{ effectId, outcome }]);
  }

  /** Keeps the responses of changes that one transaction makes, as `keep` does each. */
  async keepEach(tx: Tx, kept: readonly { effectId: string; outcome: Outcome }[]): Promise<void> {
    if (kept.length === 0) return;
    const insert = 'insert into effect (effect_id, response) select * from unnest($1::text[], $2::bytea[])';
    await tx.query({ name: 'effect-keep', text: insert }, [
      kept.map(({ effectId }) => effectId),
      kept.map(({ effectId, outcome }) => this.vault.seal(`${outcome.status}${outcome.body}`, effectId)),
    ]);
  }

  /** Forgets a response, so that another may be kept in its place. */
  async forget(tx: Tx, effectId: string | undefined): Promise<void> {
    if (effectId) await tx.query('delete from effect where effect_id = $1', [effectId]);
  }

  /**
   * Runs a change once per effect id: answers the kept response when it has happened, also when another attempt
   * commits first. Past the occasion's time nothing is committed.
   * @param name of the transaction
   * @throws Problem `unavailable` when its time has passed
   */
  async runOnce(name: string, occasion: Occasion, change: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
    const { effectId } = occasion;
    const before = await this.find(effectId);
    if (before) return before;
    let isCommitted = false;
    try {
      return await this.database.transaction(
        name,
        async (tx) => {
          tx.afterCommit(() => (isCommitted = true));
          const outcome = await change(tx);
          await this.keep(tx, effectId, outcome);
          return outcome;
        },
        occasion,
      );
    } catch (error) {
      if (isCommitted) throw error;
      const meanwhile = await this.find(effectId);
      if (meanwhile) return meanwhile;
      throw error;
    }
  }

  /** Drops responses older than a day; the gateway no longer asks for them. */
  async sweep(): Promise<number> {
    const { rowCount } = await this.database.query(
      `delete from effect where committed_at < app.now() - interval '25 hours'`,
    );
    return rowCount ?? 0;
  }
}
