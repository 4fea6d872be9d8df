import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client';
import { requestKey } from '../../api/request-key';
import { materialOf } from './material';
import {
  aheadOf,
  currentOf,
  dropped,
  emptyReview,
  filled,
  labelled,
  retried,
  skipped,
  undone,
  wentBack,
  type Label,
  type Review,
  type Said,
} from './review';
import { useOutbox } from './use-outbox';

/** Items that are fetched at once; the next come when five are left. */
const batch = 20;
const fewLeft = 5;

/** The queue of a judgment, and the outbox of what a person says of it. */
export function useReview(ns: string, name: string) {
  const queries = useQueryClient();
  const [review, setReview] = useState<Review>(emptyReview);
  /** Answers that were shown before their label. */
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<unknown>(null);
  const [isEnd, setEnd] = useState(false);
  const isFetching = useRef(false);
  const left = review.items.length - review.at;
  const item = currentOf(review);

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
    for (const next of aheadOf(review)) void queries.prefetchQuery(materialOf(name, next));
  }, [queries, name, review]);

  useOutbox(name, review, setReview);

  return {
    review,
    item,
    isShown: item !== undefined && seen.has(item.answer),
    error,
    isEmpty: isEnd && item === undefined,
    label: (said: Said) =>
      setReview((before) => {
        const current = currentOf(before);
        const isSeen = current !== undefined && seen.has(current.answer);
        return labelled(before, { ...said, key: requestKey('label'), ...(isSeen && { seen: true }) });
      }),
    skip: () => setReview(skipped),
    undo: () => setReview(undone),
    back: () => setReview(wentBack),
    show: () => item && setSeen((before) => new Set(before).add(item.answer)),
    retry: () => setError(null),
    sendAgain: () => setReview((before) => retried(before)),
    drop: (label: Label) => setReview((before) => dropped(before, label)),
  };
}
