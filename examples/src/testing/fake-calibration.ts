import { Problem } from '@app/problem';
import { FakeNamespace } from './fake-namespace';

type Json = Record<string, unknown>;

const leastLabels = 10;

/** Fits that are done at once, and reports that count labels and score nothing. */
export class FakeCalibration {
  private readonly jobs = new Map<string, Json>();

  run(namespaces: readonly FakeNamespace[], judgment: string): Json {
    const { length } = labelsOf(namespaces, judgment);
    if (length < leastLabels) {
      throw new Problem('insufficient_labels', `Post outcomes: ${leastLabels} are needed, ${length} are there.`, {
        labels: length,
        labels_needed: leastLabels,
      });
    }
    const id = `job_${this.jobs.size + 1}`;
    this.jobs.set(id, { id, status: 'running', result: null });
    return { id, status: 'queued', result: null };
  }

  /** Runs at the first look, is done at the second. */
  job(id: string): Json {
    const job = this.jobs.get(id);
    if (!job) throw new Problem('not_found', `There is no job ${id}.`);
    this.jobs.set(id, { id, status: 'done', result: { read_with: 'calibrated' } });
    return job;
  }

  report(namespaces: readonly FakeNamespace[], judgment: string): Json {
    const labels = labelsOf(namespaces, judgment);
    const yes = labels.filter((value) => value === true).length;
    return {
      labels: { used: labels.length },
      base_rate: labels.length > 0 && typeof labels[0] === 'boolean' ? yes / labels.length : null,
      classes: [],
      held_out: { raw: null, calibrated: null },
    };
  }
}

function labelsOf(namespaces: readonly FakeNamespace[], judgment: string): unknown[] {
  return namespaces.flatMap(({ outcomes }) =>
    [...outcomes].flatMap(([key, value]) => (key.startsWith(`${judgment} `) ? [value] : [])),
  );
}
