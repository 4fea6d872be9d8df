import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { addressOf } from '../address/address';
import { isForPage, nothingTyped, typedNext } from '../keys/shortcuts';
import { namespacePages } from './rail';

/** Binds the table of shortcuts. @param isOn people may turn single keys off (WCAG 2.1.4) */
export function useShortcuts({
  isOn,
  namespace,
  onSheet,
}: {
  isOn: boolean;
  namespace: string;
  onSheet: () => void;
}): void {
  const typed = useRef(nothingTyped);
  const [, go] = useLocation();
  useEffect(() => {
    if (!isOn) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!isForPage({ ...pick(event), target })) return;
      if (event.key === '?') return onSheet();
      if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('main input');
        if (!field) return;
        event.preventDefault();
        return field.focus();
      }
      const next = typedNext(typed.current, event.key, event.timeStamp);
      typed.current = next.typed;
      if (!next.shortcut) return;
      const { page } = next.shortcut;
      go(addressOf(page, namespacePages.includes(page) ? { ns: namespace } : {}));
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, [isOn, namespace, onSheet, go]);
}

function pick({ ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return { ctrlKey, metaKey, altKey };
}
