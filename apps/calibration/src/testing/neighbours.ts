import { applies, handle } from '@app/bus';
import { fitMade } from '@app/contracts/calibration';
import { FitMade } from '@app/contracts/documents';
import { readAttributes } from '@app/contracts/documents';
import { listEngines } from '@app/contracts/engines';
import { readOrganizationMarks } from '@app/contracts/gateway';
import { getJudgment } from '@app/contracts/judgments';
import { FakeService, Override } from '@app/testing';
import { RowTask, compareRow } from '../figure/compare-row';
import { SegmentTask, readSegments } from '../figure/segments';
import { Side, readSide } from '../figure/side';
import { ComputeThread } from '../figure/compute.thread';
import { Task, compute } from '../figure/compute';

/** Specs run no bundle, so they compute in the main thread. */
export const computeInMainThread: Override = {
  token: ComputeThread,
  value: {
    slots: 1,
    run: async (task: Task) => compute(task),
    compareRow: async (task: RowTask) => compareRow(task),
    readSide: async (side: Side) => readSide(side),
    readSegments: async (task: SegmentTask) => readSegments(task),
  },
};

const jev = { name: 'jev', version: 'current', probability_step: 0.01 };

export interface NeighbourOptions {
  /** Prefixes of non-production namespaces. */
  marks?: () => string[];
  /** Called for each fit that documents applies. */
  onFit?: (fit: FitMade) => void;
}

/** Fake neighbours that fits need: judgments on engine jev, its grid of hundredths, marks, and the copies of a fit. */
export function openNeighbours({ marks = () => [], onFit }: NeighbourOptions = {}): Promise<FakeService[]> {
  const view = { definition: { engine: { name: jev.name, version: jev.version } } };
  return Promise.all([
    FakeService.open('judgments', [
      handle(getJudgment, async () => view as never),
      ...applies(fitMade, async () => ({ applied: true })),
    ]),
    FakeService.open('engine-broker', [handle(listEngines, async () => ({ engines: [jev] }) as never)]),
    FakeService.open('gateway', [handle(readOrganizationMarks, async () => ({ non_production_prefixes: marks() }))]),
    FakeService.open('documents', [
      handle(readAttributes, async () => ({ documents: [] })),
      ...applies(fitMade, async (fact) => {
        onFit?.(fact);
        return { applied: true };
      }),
    ]),
  ]);
}
