import type { FileFormat, Understanding } from '@app/file-reader';
import { Checkbox, NativeSelect, SimpleGrid } from '@mantine/core';
import type { Reading } from './kept-import';

const formats: readonly (readonly [FileFormat, string])[] = [
  ['csv', 'CSV'],
  ['tsv', 'TSV'],
  ['json', 'JSON array'],
  ['jsonl', 'JSON lines'],
];
const delimiters: readonly (readonly [string, string])[] = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', '|'],
];
const encodings = [
  ...['utf-8', 'windows-1252', 'iso-8859-15', 'macintosh', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1251'],
  ...['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr'],
];

/** How the file is written, as it was found out or as the person says. */
export function ReadingForm({
  understanding,
  reading,
  onChange,
}: {
  /** Null where the file cannot be read yet. */
  understanding: Understanding | null;
  reading: Reading;
  onChange: (reading: Reading) => void;
}) {
  const isJson = ['json', 'jsonl'].includes(reading.format ?? understanding?.format ?? 'csv');
  const found = (words: string | undefined) => ({
    value: '',
    label: words === undefined ? 'Detect' : `Detected: ${words}`,
  });
  const wordsOf = (pairs: readonly (readonly [string, string])[], value: string | null | undefined) =>
    pairs.find(([one]) => one === value)?.[1] ?? value ?? undefined;
  const listed = (pairs: readonly (readonly [string, string])[]) => pairs.map(([value, label]) => ({ value, label }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 4 }} spacing="sm">
      <NativeSelect
        label="Format"
        value={reading.format ?? ''}
        data={[found(wordsOf(formats, understanding?.format)), ...listed(formats)]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...reading, format: value === '' ? undefined : (value as FileFormat), delimiter: undefined })
        }
      />
      <NativeSelect
        label="Encoding"
        value={reading.encoding ?? ''}
        data={[found(understanding?.encoding), ...encodings]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...reading, encoding: value === '' ? undefined : value })
        }
      />
      {!isJson && (
        <NativeSelect
          label="Delimiter"
          value={reading.delimiter ?? ''}
          data={[found(wordsOf(delimiters, understanding?.delimiter)), ...listed(delimiters)]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...reading, delimiter: value === '' ? undefined : value })
          }
        />
      )}
      {isJson ? (
        <Checkbox
          label="Numbers past 2^53 become text"
          description="Without it their rows are refused. Ids keep their digits."
          checked={reading.bigNumbers === 'text'}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...reading, bigNumbers: checked ? 'text' : undefined })
          }
        />
      ) : (
        <Checkbox
          label="No quoting"
          description="Quote marks are read as characters."
          checked={reading.hasQuotes === false}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ ...reading, hasQuotes: checked ? false : undefined })
          }
        />
      )}
    </SimpleGrid>
  );
}
