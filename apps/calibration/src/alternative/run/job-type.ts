/** Jobs that score what a confirmed quote priced. */
export const alternativesRunType = 'alternatives_run';
