import { NamespaceRef } from '@app/contracts';
import { SpendAsk } from '@app/contracts/billing';
import { AnswerRecorded } from '@app/contracts/judgments';
import { newId } from '@app/persistence';
import { v7 } from 'uuid';

/** Prices of the specs: one dollar a judgment up to a thousand, a tenth of a dollar after that. */
export const prices = {
  tiers: [
    { upTo: '1000', usdPerJudgment: '1' },
    { upTo: null, usdPerJudgment: '0.1' },
  ],
  quotas: { developer: { judgments: 100, namespaces: 3, documents: 5, gib: 1 } },
  tenantUsd: '0.5',
  pinnedUsdPerGib: '3',
};

/** The id of an ask that is made at this millisecond. */
export function askIdAt(ms: number): string {
  return `ask_${v7({ msecs: ms }).replaceAll('-', '')}`;
}

export function askOf(units: number, ask_id: string = newId('ask')): SpendAsk {
  return { ask_id, units, by_judgment: { jdg_late: units }, tokens: 100 };
}

/** An ask of a run. @param at_units units of the block before it */
export function drawdownOf(at_units: number, units: number, ask_id?: string): SpendAsk & { at_units: number } {
  return { ...askOf(units, ask_id), at_units };
}

/** The fact that judgments publishes when it has recorded the answers of an ask. */
export function recordedOf(
  { organization, namespace }: NamespaceRef,
  { ask_id, units }: { ask_id: string | null; units: number },
  others: Partial<AnswerRecorded> = {},
): AnswerRecorded {
  return {
    organization,
    namespace,
    ask_id,
    units,
    tokens: 100,
    by_judgment: units > 0 ? { jdg_late: units } : {},
    answers: [],
    recorded_at: new Date().toISOString(),
    ...others,
  };
}
