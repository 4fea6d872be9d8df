import type { PastFit } from '@app/contracts/calibration';
import { filterOf, filterView } from '../outcome/label/label-filter';
import type { PastFitRow } from './past-fit.store';

/** A fit as the API shows it. @param before the fit before it; undefined for the first */
export function pastFit(row: PastFitRow, before: PastFitRow | undefined): PastFit {
  const { raw, calibrated } = row.held_out;
  return {
    fit: row.id,
    version: row.version,
    engine_version: row.engine_version,
    new_epoch: before !== undefined && before.engine_version !== row.engine_version,
    made_at: row.made_at.toISOString(),
    read_with: row.read_with,
    rule: row.rule,
    labels: row.labels,
    documents: row.documents,
    outcomes: row.outcomes && filterView(filterOf(row.outcomes)),
    log_loss: calibrated?.log_loss ?? null,
    log_loss_interval: calibrated?.log_loss_interval ?? null,
    raw_log_loss: raw?.log_loss ?? null,
    ece: calibrated?.ece ?? null,
    raw_ece: raw?.ece ?? null,
    ece_noise_floor: calibrated?.ece_noise_floor ?? null,
  };
}
