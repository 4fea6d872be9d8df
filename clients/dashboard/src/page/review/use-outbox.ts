import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { client } from '../../api/client';
import { failureOf } from '../../api/failure';
import { notify } from '../../element/hook/notice';
import { countedText } from '../../format/number';
import { delivered, failed, nextToSend, retried, tried, type Label, type Review } from './review';

/** A label that nobody takes back for this long goes out, in milliseconds. */
const heldMs = 5_000;
/** After this long, labels that failed on the way are sent again, in milliseconds. */
const againMs = 5_000;

const mayRetry = (error: unknown): boolean => failureOf(error).mayRetry;

/** Sends the labels of a review one by one, each under its own key, and again what did not arrive. */
export function useOutbox(name: string, review: Review, setReview: Dispatch<SetStateAction<Review>>): void {
  /** The label that was held long enough: the time of one says nothing of the next. */
  const [due, setDue] = useState<string>();
  const newest = review.outbox.at(-1)?.key;
  const isDue = newest !== undefined && due === newest;
  /** The label on its way: no other leaves before the service has answered, or a later label of an item could arrive first. */
  const onItsWay = useRef<Promise<void> | null>(null);

  useEffect(() => {
    const label = nextToSend(review, isDue);
    if (!label || onItsWay.current) return;
    setReview((before) => tried(before, label));
    onItsWay.current = send(name, label)
      .then(
        () => setReview((before) => delivered(before, label)),
        (error: unknown) => setReview((before) => failed(before, label, error)),
      )
      .finally(() => {
        onItsWay.current = null;
        // One more look: what came meanwhile found the sender busy.
        setReview((before) => ({ ...before }));
      });
  }, [name, review, isDue, setReview]);

  useEffect(() => {
    if (newest === undefined) return undefined;
    const timer = setTimeout(() => setDue(newest), heldMs);
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', onLeave);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('beforeunload', onLeave);
    };
  }, [newest]);

  const waitsAgain = review.outbox.some(({ error }) => error !== undefined && mayRetry(error));
  useEffect(() => {
    if (!waitsAgain) return undefined;
    const again = () => setReview((before) => retried(before, mayRetry));
    const timer = setTimeout(again, againMs);
    globalThis.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', again);
    };
  }, [waitsAgain, setReview]);

  // Another page of the dashboard opens: what was said goes out behind it, in order.
  const outbox = useRef(review.outbox);
  outbox.current = review.outbox;
  useEffect(() => () => void (onItsWay.current ?? Promise.resolve()).then(() => sendAll(name, outbox.current)), [name]);
}

async function send(name: string, { item, key, value, escape }: Label): Promise<void> {
  const { namespace, document, answer } = item;
  const said = { ...(value !== undefined && { value }), ...(escape && { escape }) };
  await client
    .namespace(namespace)
    .judgments.get(name)
    .outcomes.post({ outcomes: [{ document, answer, ...said }] }, { idempotencyKey: key });
}

/** The page is gone: a notice is the one place left to say that labels did not arrive. */
async function sendAll(name: string, labels: readonly Label[]): Promise<void> {
  const lost: unknown[] = [];
  for (const label of labels) await send(name, label).catch((error: unknown) => lost.push(error));
  if (lost.length === 0) return;
  notify({
    isLoss: true,
    message: `${countedText(lost.length, 'label')} not sent: ${failureOf(lost[0]).sentence} Label these answers again.`,
  });
}
