import { Case, Preparation, Round } from '../case/case';
import { milliseconds, times } from '../case/figures';
import { documentOf } from '../load/documents';
import { figuresOf } from '../load/load';
import { Client, pathOf, until } from '../stack/client';
import { createJudgment, loadDocuments, relatedJudgment } from '../stack/loading';
import { OpenWalks } from '../stack/open-walks';
import { StackSite } from '../stack/site';
import { customerOf, inTurns, pointing } from './relations';

const walking = 'bench/walks-beside';
const small = 'bench/fresh-beside';
const keys = 10;
const anHourMs = 3_600_000;
const freshLimitS = 120;
const pollMs = 10;

const customersOf = (round: string): object[] => Array.from({ length: keys }, (_, k) => customerOf(k, `name ${round}`));

/**
 * Documents that point at ten others, whose answers nobody judges, so that a change of the ten only marks them; and one
 * document in a namespace of its own, which is judged at once.
 */
const walkingDocuments: Preparation<StackSite> = {
  name: `documents that point at ${keys} others, and a namespace with one`,
  size: { normal: 30_000, short: 500 },
  make: async ({ client }, { size }) => {
    for (const namespace of [walking, small]) await client.call('POST', '/namespaces', { name: namespace });
    await client.call('POST', `${pathOf(walking)}/documents`, { upsert: customersOf('0') });
    const judgment = relatedJudgment('late', { customer: pointing('customer') }, 0) as { freshness: object };
    const waits = { debounce_ms: anHourMs, max_wait_ms: anHourMs };
    await createJudgment(client, walking, { ...judgment, freshness: { ...judgment.freshness, ...waits } });
    await loadDocuments(client, walking, size, (i) => pointer(i, `customer:${i % keys}`));
    await client.call('PATCH', `${pathOf(walking)}/judgments/late`, { freshness: { policy: 'manual' } });

    await client.call('POST', `${pathOf(small)}/documents`, { upsert: [customerOf(0)] });
    await createJudgment(client, small, relatedJudgment('late', { customer: pointing('customer') }, 0));
    await client.call('POST', `${pathOf(small)}/documents`, { upsert: [pointer(0, 'customer:0')] });
    await until(() => isFresh(client), freshLimitS);
  },
};

function pointer(i: number, customer: string): object {
  const document = documentOf(i);
  return { ...document, attributes: { ...document.attributes, customer } };
}

async function isFresh(client: Client): Promise<boolean> {
  const path = `${pathOf(small)}/documents/doc:0?fresh=stored`;
  const { answers } = await client.call<{ answers: { late: { status: string } } }>('GET', path);
  return answers.late.status === 'fresh';
}

/** Milliseconds from a change of the one document's customer to the answer that has read it. */
async function changeMs(client: Client, name: string): Promise<number> {
  const startedMs = performance.now();
  await client.call('POST', `${pathOf(small)}/documents`, { upsert: [customerOf(0, name)] });
  await until(() => isFresh(client), freshLimitS, pollMs);
  return performance.now() - startedMs;
}

interface Changes {
  latencies: number[];
  /** How often the ten others were changed beside them. */
  walks: number;
}

/** Changes one after the other. @param beside whether the other namespace walks all the time */
async function changes({ site, number, size }: Round<StackSite>, beside: boolean): Promise<Changes> {
  const { client, stack } = site;
  const open = await OpenWalks.open(stack);
  const made: Changes = { latencies: [], walks: 0 };
  try {
    for (let n = 0; n < size; n++) {
      if (beside && !(await open.isWalking(walking))) {
        made.walks += 1;
        await client.call('POST', `${pathOf(walking)}/documents`, { upsert: customersOf(`${number} ${n}`) });
      }
      made.latencies.push(await changeMs(client, `name ${beside} ${number} ${n}`));
    }
    await until(async () => !(await open.isWalking(walking)), freshLimitS);
    return made;
  } finally {
    await open.close();
  }
}

/** How long others wait for a fan-out that has many documents. */
export const freshBesideCase: Case<StackSite> = {
  name: 'p99 until one related document is fresh, beside a walk of 10 keys of 3,000 documents, of alone',
  goal: { below: 3 },
  needs: [walkingDocuments],
  size: { normal: 40, short: 2 },
  maxRounds: 3,
  round: async (round) => {
    const [besides, alone] = await inTurns(
      round.number,
      () => changes(round, true),
      () => changes(round, false),
    );
    const [busy, idle] = [besides, alone].map(({ latencies }) => figuresOf(latencies, 1));
    return {
      ratio: busy.p99Ms / idle.p99Ms,
      measures: {
        alone: milliseconds(idle.p99Ms),
        beside: milliseconds(busy.p99Ms),
        'p50 alone': milliseconds(idle.p50Ms),
        'p50 beside': milliseconds(busy.p50Ms),
        walks: times(besides.walks),
      },
    };
  },
};
