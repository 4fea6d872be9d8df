import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { waitUntilArrived } from './arrival';

/** A component of a file that is fetched when it is first shown. @param name that the file exports it by */
export function later<Name extends string, Props>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await waitUntilArrived(load))[name] }));
}
