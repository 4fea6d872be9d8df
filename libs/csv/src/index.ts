export { csvCell, csvFile, csvLines, csvText } from './csv';
export type { CellValue } from './csv';
export { labelCells, labelColumns } from './labels';
export type { LabelHead, LabelLine } from './labels';
