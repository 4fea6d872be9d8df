import { correctedFor } from './judged-row';
import { nextMonthMs } from './month';
import { TableState } from './state';

/** When the automatic run may next start; null while it is off, and before a fit. */
export function nextRunMs(state: TableState): number | null {
  const { setting, basis, run, nowMs } = state;
  if (!setting.automatic || basis.kind !== 'fit') return null;
  return run || correctedFor(state) > 0 ? nextMonthMs(nowMs) : basis.madeAtMs;
}
