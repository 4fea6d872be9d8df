import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { addressOf } from '../address/address';
import { isPalette, singleKeyOf } from '../keys/key-press';
import { isForPage, mayRepeat, nothingTyped, typedNext, type Deed } from '../keys/shortcuts';
import { namespacePages } from './rail';
import { focusRow } from './focus-row';

/** Binds the table of shortcuts. @param isOn people may turn single keys off (WCAG 2.1.4); the palette stays */
export function useShortcuts({
  isOn,
  namespace,
  onSheet,
  onPalette,
}: {
  isOn: boolean;
  namespace: string;
  onSheet: () => void;
  onPalette: () => void;
}): void {
  const typed = useRef(nothingTyped);
  const [, go] = useLocation();
  useEffect(() => {
    const act = (deed: Deed, event: KeyboardEvent): void => {
      if (deed.kind === 'go') {
        const { page } = deed;
        go(addressOf(page, namespacePages.includes(page) ? { ns: namespace } : {}));
      } else if (deed.kind === 'sheet') onSheet();
      else if (deed.kind === 'row') focusRow(deed.step);
      else if (deed.kind === 'filter') {
        const field = document.querySelector<HTMLInputElement>('main input');
        // Else the key would be typed into the field.
        if (field) event.preventDefault();
        field?.focus();
      }
    };
    const onKey = (event: KeyboardEvent): void => {
      if (isPalette(event)) {
        event.preventDefault();
        return onPalette();
      }
      const key = singleKeyOf(event, mayRepeat);
      if (!isOn || key === null || !isForPage(event.target instanceof HTMLElement ? event.target : null)) return;
      const next = typedNext(typed.current, key, event.timeStamp);
      typed.current = next.typed;
      if (next.shortcut) act(next.shortcut.deed, event);
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, [isOn, namespace, onSheet, onPalette, go]);
}
