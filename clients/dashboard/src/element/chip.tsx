export type Tone = 'good' | 'warn' | 'bad' | 'calm';

const tones: Readonly<Record<string, Tone>> = {
  fresh: 'good',
  succeeded: 'good',
  active: 'good',
  done: 'good',
  stale: 'warn',
  pending: 'warn',
  failing: 'warn',
  queued: 'warn',
  running: 'warn',
  unavailable: 'bad',
  failed: 'bad',
  disabled: 'bad',
};

/** A status in its own word; the colour only repeats it. */
export function Chip({ status, tone }: { status: string; tone?: Tone }) {
  return (
    <span className="chip" data-tone={tone ?? tones[status] ?? 'calm'}>
      {status.replaceAll('_', ' ')}
    </span>
  );
}
