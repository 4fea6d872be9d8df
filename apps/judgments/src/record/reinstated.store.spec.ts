import { Database, armKillPoints } from '@app/persistence';
import { setClock, testEnvironment } from '@app/testing';
import { readNewestOfVersions } from '../answer/answers-by-version.store';
import { BackfillStore } from '../backfill/backfill.store';
import { EngineUses } from '../copy/engine/engine-uses';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { claimDue } from '../queue/pending/claim.store';
import { onChange } from '../queue/pending/lane';
import { queueWanted } from '../queue/pending/queue.store';
import { KeptSamples, isWaitingOrDone } from '../testing/kept-samples';
import { openJudgmentsDatabase } from '../testing/open-judgments';
import type { Reinstated } from './outcome';
import { recordEntries } from './record.store';

let db: Database;
let samples: KeptSamples;

beforeAll(async () => {
  db = await openJudgmentsDatabase();
  samples = new KeptSamples(db, await new NamespaceStore(db).readIdOf({ organization: 'org_again', namespace: 'k' }));
}, 60_000);
beforeEach(async () => {
  await samples.emptied();
  await samples.at(0, 2);
  await samples.answered({ document: 'd1', id: 'old' });
  await samples.at(0, 5);
  await samples.answered({ document: 'd1', id: 'new', version: 2 });
  await samples.at(14, 1);
});
afterEach(() => armKillPoints(() => undefined));
afterAll(async () => {
  await setClock(testEnvironment().adminUrl, 0);
  await db.close();
});

/** Records that the answer of the first version is in force again, or that the head of a version beside names it. */
async function reinstated(targetVersion: number | null = null): Promise<void> {
  const { namespaceId, judgmentId } = samples;
  const key = { document: 'd1', judgmentId };
  const [stored] = await readNewestOfVersions(db, namespaceId, [{ ...key, version: 1 }]);
  await queueWanted(db, [
    {
      ...key,
      namespaceId,
      targetVersion,
      lane: onChange,
      debounceMs: 0,
      maxWaitMs: 0,
      documentVersion: 1,
      wantedVersion: 0,
      changes: 1,
      traceparent: null,
    },
  ]);
  const claim = (await claimDue(db, 8))!;
  const outcome: Reinstated = {
    kind: 'reinstated',
    row: claim.rows[0],
    judgmentName: 'late',
    version: 1,
    isInherited: false,
    stored,
    documentVersion: 1,
    seenVersion: 1,
    watermark: null,
    engine: { name: 'jev', version: 'current' },
    observation: {
      features: null,
      featureInputs: null,
      truncated: false,
      seen: { last: null, before: null, first: null },
    },
  };
  const { recorded } = await recordEntries(db, new BackfillStore(db), new EngineUses(), [
    { claim, askId: null, outcomes: [outcome] },
  ]);
  expect(recorded).toHaveLength(1);
}

/** Steps of a replacement of the month of `d1`, which is the second to go: the month before it has no answers. */
const begun = 4;
async function steps(count: number): Promise<void> {
  for (let step = 0; step < count; step++) await samples.replica().turn();
}

describe('an old answer that is in force again', () => {
  it.each([
    ['before its month goes', 0],
    ['when the replacement of its month has begun', begun],
    ['when its page was copied', begun + 1],
  ])('is kept with the row that it was recorded in: %s [O-M1]', async (_, before) => {
    await steps(before);
    await reinstated();
    await samples.retired();
    expect(await samples.stored()).toEqual(['d1 old', 'd1 new', 'd1 old']);
  });

  it('is recorded in what is left of its month once that has gone [O-M1]', async () => {
    await samples.answered({ document: 'd1', id: 'old', since: 'now' });
    await samples.answered({ document: 'd1', id: 'newest', version: 2 });
    await samples.retired();
    await reinstated();
    expect(await samples.stored()).toEqual(['d1 old', 'd1 new', 'd1 old', 'd1 newest', 'd1 old']);
  });

  it('is kept when the head of a version beside names it from then on [O-M1]', async () => {
    await steps(begun + 1);
    await reinstated(1);
    await samples.retired();
    expect(await samples.stored()).toEqual(['d1 old', 'd1 new']);
  });

  it('is kept when the replacement begins while it is recorded [O-M1]', async () => {
    await steps(begun - 1);
    let turned: Promise<number> | undefined;
    armKillPoints(async (name) => {
      if (name !== 'judgments.record.before-commit') return;
      turned = samples.retired();
      await isWaitingOrDone(db, 'relation', turned);
    });
    await reinstated();
    armKillPoints(() => undefined);
    await turned;
    await samples.retired();
    expect(await samples.stored()).toEqual(['d1 old', 'd1 new', 'd1 old']);
  });
});
