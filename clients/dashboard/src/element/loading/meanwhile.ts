import { createContext, type ReactNode } from 'react';

/** What stands in the place of a part that has not come yet. */
export const Meanwhile = createContext<ReactNode>(null);
