export { placeholderKinds } from './starter/starter';
export type { Placeholder, PlaceholderKind, PlaceholderValue, Sample, Starter } from './starter/starter';
export { starterList, starterListVersion, starters } from './library/library';
export type { ShownStarter } from './library/library';
export { fillStarter } from './filling/fill';
