import { type Logger, logWork } from '@app/observability';
import { Database, Tx } from '@app/persistence';
import { lockOrganization } from '../namespace/snapshot/revision.store';
import { PairWork, lockAloneSoon, deleteRows, fillNext, pairWork } from './pair-index.store';

/** Documents of one transaction. */
const chunk = 500;
/** Rows that one transaction deletes. */
const deleteChunk = 10_000;

/**
 * Works on one chunk of a claimed pair: adds the rows of the next documents, or deletes rows.
 * @throws LeaseLost when another process has claimed the pair since, or it is gone
 */
export async function stepPair(database: Database, logger: Logger, pair: PairWork): Promise<void> {
  const hasEnded = await database.transaction('documents.pair', (tx) => step(tx, pair));
  if (!hasEnded) return;
  const { organization, namespace, equal_name: equal, ordered_name: ordered, attempts, state } = pair;
  const walk = state === 'filling' ? 'pairs' : 'pairs_erasure';
  const attribute = `${equal}, ${ordered}`;
  logWork(logger, 'walk.ended', () => ({
    walk,
    outcome: 'ended',
    organization,
    namespace,
    attribute,
    claims: attempts,
    ms: null,
  }));
}

/** @returns whether the pair is ready or gone from now on @throws LeaseLost */
async function step(tx: Tx, pair: PairWork): Promise<boolean> {
  const { state } = pair;
  if (state === 'dropped') return end(tx, pair);
  if (state === 'dropping' || pair.organization === null) {
    const isEmpty = (await deleteRows(tx, pair, deleteChunk)) < deleteChunk;
    await pairWork.advanceAndRelease(tx, pair, { state: isEmpty ? 'dropped' : 'dropping', cursor: '' });
    return false;
  }
  await lockOrganization(tx, pair.organization);
  const ids = await fillNext(tx, pair, chunk);
  const isReady = ids.length < chunk;
  await pairWork.advanceAndRelease(tx, pair, {
    state: isReady ? 'ready' : 'filling',
    cursor: ids.at(-1) ?? pair.cursor,
  });
  return isReady;
}

/** Deletes the pair itself, after the rows of writes that still kept them. @returns whether it is gone @throws LeaseLost */
async function end(tx: Tx, pair: PairWork): Promise<boolean> {
  // Every write that began while the pair was kept has committed.
  if (pair.organization !== null) await lockAloneSoon(tx, pair.organization);
  if ((await deleteRows(tx, pair, deleteChunk)) === deleteChunk) {
    await pairWork.advanceAndRelease(tx, pair, { state: 'dropped', cursor: '' });
    return false;
  }
  await pairWork.remove(tx, pair);
  return true;
}
