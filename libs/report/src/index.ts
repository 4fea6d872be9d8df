export { columnsOf, figureLabel, figureRows } from './figure-rows';
export type { FigureColumn, FigureKey, FigureRow } from './figure-rows';
export { cellText, valueText } from './figure-text';
export type { FigureCell, FigureUnit } from './figure-text';
export { readingInUse } from './read-report';
export type { ReadReport, ReadingFigures } from './read-report';
export { labelsText, minLabelsToCompare, verdictCodes, verdictOf } from './verdict';
export type { Verdict, VerdictCode } from './verdict';
