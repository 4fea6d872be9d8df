import { Running } from '@app/boot';
import { AnswerRecorded, SpendAsk } from '@app/contracts';
import { newId } from '@app/persistence';

/** Prices of the specs: one dollar a judgment, a tenth from the eleventh on. */
export const specEnv = {
  PRICES: JSON.stringify({
    tiers: [
      { upTo: '1000', usdPerJudgment: '1' },
      { upTo: null, usdPerJudgment: '0.1' },
    ],
    quotas: { developer: { judgments: 100, namespaces: 3, documents: 5, gib: 1 } },
    tenantUsd: '0.5',
    pinnedUsdPerGib: '3',
  }),
};

export function askOf(units: number, ask_id: string = newId('ask')): SpendAsk {
  return { ask_id, units, by_judgment: { jdg_late: units }, tokens: 100 };
}

/** The fact of an ask whose answers were recorded; `units` as reserved unless given. */
export function recordedOf(
  place: { organization: string; namespace: string },
  { ask_id, units }: { ask_id: string | null; units: number },
  others: Partial<AnswerRecorded> = {},
): AnswerRecorded {
  return {
    ...place,
    ask_id,
    units,
    tokens: 100,
    by_judgment: units > 0 ? { jdg_late: units } : {},
    answers: [],
    recorded_at: new Date().toISOString(),
    ...others,
  };
}

/** What billing said of a namespace so far, oldest first: facts and events still in its outbox. */
export async function saidOf({ platform }: Running, namespace: string): Promise<{ subject: string; body: SaidBody }[]> {
  const { rows } = await platform.database.query<{ subject: string; payload: string }>(
    `select subject, payload from outbox where payload::jsonb ->> 'namespace' = $1 order by id`,
    [namespace],
  );
  return rows.map(({ subject, payload }) => ({ subject, body: JSON.parse(payload) as SaidBody }));
}

interface SaidBody {
  type?: string;
  paused?: boolean;
  revision?: number;
  data?: object;
}

/** Just the kinds of what was said: `paused` and `resumed` once as fact and once as event each. */
export async function turnsOf(running: Running, namespace: string): Promise<{ facts: boolean[]; events: string[] }> {
  const said = await saidOf(running, namespace);
  const facts = said.flatMap(({ body }) => (body.revision === undefined ? [] : [body]));
  facts.sort((a, b) => Number(a.revision) - Number(b.revision));
  return {
    facts: facts.map(({ paused }) => paused === true),
    events: said.flatMap(({ body }) => (body.type ? [body.type] : [])),
  };
}
