import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { valueIn, withValues } from '../../address/address';

export interface Place {
  /** A value of the address's query; empty without it. */
  value: (name: string) => string;
  /** Sets values of the address's query; empty ones go. */
  set: (values: Readonly<Record<string, string | undefined>>) => void;
}

/** The values of the page's address. The raw query is read: wouter's own decodes it before it is parsed. */
export function usePlace(): Place {
  const search = useSearch();
  const [path, go] = useLocation();
  return {
    value: (name) => valueIn(search, name),
    set: (values) => go(withValues(path, search, values), { replace: true }),
  };
}
