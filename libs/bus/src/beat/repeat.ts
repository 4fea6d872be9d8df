import { Problem } from '@app/problem';
import { ErrorCode, NatsError } from 'nats';
import { Call } from '../call';
import { OwnerLost } from './silence';

/** Between two tries to reach an owner that must tell what became of a change; milliseconds. */
const pauseMs = 250;

export interface RepeatOptions {
  call: Pick<Call, 'leftMs' | 'mustBeKnown'>;
  /** Whether nothing happens twice when the owner gets the request twice. */
  mayRepeat: boolean;
  onRepeat: () => void;
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * Sends a request again when nothing more will be heard of it, as long as its call has time. A change whose refusal must
 * mean that nothing changed is then sent until an owner answers: only the owner knows.
 * @throws what `send` throws
 */
export async function repeat<T>(options: RepeatOptions, send: () => Promise<T>): Promise<T> {
  const { call, mayRepeat, onRepeat, pause = sleepFor } = options;
  for (let isUnknown = false; ;) {
    try {
      return await send();
    } catch (error) {
      isUnknown ||= isOutcomeUnknown(error);
      const mustTry = mayRepeat && call.mustBeKnown && isUnknown && isPassing(error);
      if (mustTry && !(error instanceof OwnerLost) && call.leftMs > pauseMs) await pause(pauseMs);
      else if (!(mayRepeat && error instanceof OwnerLost)) throw error;
      if (call.leftMs <= 0) throw error;
      onRepeat();
    }
  }
}

/** The request was sent, and may have been carried out. */
function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof OwnerLost || isNats(error, ErrorCode.Disconnect);
}

/** Nobody takes the request now, or its owner cannot say now what became of it. */
function isPassing(error: unknown): boolean {
  if (error instanceof Problem) return error.code === 'unavailable';
  return isOutcomeUnknown(error) || isNats(error, ErrorCode.NoResponders);
}

function isNats(error: unknown, code: ErrorCode): boolean {
  return error instanceof NatsError && error.code === String(code);
}

function sleepFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
