import { createElement, useContext, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
import { waitUntilArrived } from './arrival';
import { Meanwhile } from './meanwhile';

/**
 * A component of a file that is fetched when it is first shown; it stands in a `Late`. React's own `lazy` would keep what has
 * come back until 300 ms after the last thing that was drawn in its place, a page, its tab and its chart each.
 * @param name that the file exports it by
 */
export function later<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Later(props: Props): ReactNode {
    const meanwhile = useContext(Meanwhile);
    const [{ part, fault }, arrive] = useState<{ part?: ComponentType<Props>; fault?: unknown }>({ part: known });
    useLayoutEffect(() => {
      if (part) return undefined;
      let isShown = true;
      const tell = (what: { part?: ComponentType<Props>; fault?: unknown }) => {
        if (isShown) arrive(what);
      };
      waitUntilArrived(load).then(
        (file) => tell({ part: (known = file[name]) }),
        (error: unknown) => tell({ fault: error }),
      );
      return () => {
        isShown = false;
      };
    }, []);
    // The boundary of `Late` says it.
    if (fault !== undefined) throw fault as Error;
    return part ? createElement(part, props) : meanwhile;
  };
}
