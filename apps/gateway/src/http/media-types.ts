export const jsonType = 'application/json; charset=utf-8';
export const htmlType = 'text/html; charset=utf-8';
export const jsonLinesType = 'application/jsonl; charset=utf-8';
export const csvType = 'text/csv; charset=utf-8';
