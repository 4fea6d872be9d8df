import { useEffect, useRef, useState } from 'react';
import { notifications } from '@mantine/notifications';
import { client } from '../../api/client';
import { failureOf } from '../../api/failure';
import {
  currentOf,
  delivered,
  emptyReview,
  filled,
  labelled,
  nextToSend,
  skipped,
  undone,
  type Review,
  type Label,
} from './review';

/** Items that are fetched at once; the next come when five are left. */
const batch = 20;
const fewLeft = 5;
/** A label that nobody takes back for this long goes out, in milliseconds. */
const heldMs = 5_000;

/** The queue of a judgment, and the outbox of what a person says of it. */
export function useReview(ns: string, name: string) {
  const [review, setReview] = useState<Review>(emptyReview);
  const [isShown, setShown] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isEnd, setEnd] = useState(false);
  const [isDue, setDue] = useState(false);
  const isBusy = useRef(false);
  const isFetching = useRef(false);
  const left = review.items.length - review.at;

  useEffect(() => {
    if (left > fewLeft || isFetching.current || isEnd || error !== null) return;
    isFetching.current = true;
    const fetchMore = async () => {
      const { items } = await client.namespace(ns).judgments.get(name).queue({ limit: batch });
      // What is labelled and not sent yet is drawn again: nothing new means the end.
      setReview((before) => {
        const after = filled(before, items);
        if (after.items.length === before.items.length) setEnd(true);
        return after;
      });
    };
    fetchMore()
      .catch(setError)
      .finally(() => (isFetching.current = false));
  }, [ns, name, left, isEnd, error]);

  useEffect(() => {
    const label = nextToSend(review, isDue);
    if (!label || isBusy.current || error !== null) return;
    isBusy.current = true;
    send(name, label)
      .then(() => setReview((before) => delivered(before, label)))
      .catch(setError)
      .finally(() => (isBusy.current = false));
  }, [name, review, isDue, error]);

  useEffect(() => {
    setDue(false);
    if (review.outbox.length === 0) return undefined;
    const timer = setTimeout(() => setDue(true), heldMs);
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    globalThis.addEventListener('beforeunload', onLeave);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('beforeunload', onLeave);
    };
  }, [review.outbox.length]);

  // Another page of the dashboard opens: what was said goes out behind it, in order.
  const outbox = useRef(review.outbox);
  outbox.current = review.outbox;
  useEffect(() => () => void sendAll(name, outbox.current).catch(tellLost), [name]);

  const move = (change: (before: Review) => Review) => {
    setShown(false);
    setReview(change);
  };
  return {
    review,
    isShown,
    error,
    isEmpty: isEnd && currentOf(review) === undefined,
    label: (said: Pick<Label, 'value' | 'escape'>) => move((before) => labelled(before, said)),
    skip: () => move(skipped),
    undo: () => move(undone),
    show: () => setShown(true),
    retry: () => setError(null),
  };
}

async function send(name: string, { item, ...said }: Label): Promise<void> {
  const { namespace, document, answer } = item;
  await client
    .namespace(namespace)
    .judgments.get(name)
    .outcomes.post({ outcomes: [{ document, answer, ...said }] });
}

/** The page is gone: a notice is the one place left to say that labels did not arrive. */
function tellLost(error: unknown): void {
  const { sentence } = failureOf(error);
  notifications.show({
    color: 'red',
    autoClose: false,
    message: `Labels did not arrive: ${sentence} Label them again.`,
  });
}

async function sendAll(name: string, labels: readonly Label[]): Promise<void> {
  for (const label of labels) await send(name, label);
}
