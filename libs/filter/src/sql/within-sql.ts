import type { WithinTest } from '../filter/filter';
import type { AddParam } from './scope';

/** Now, cut to milliseconds, as `matches` gets it. */
const now = `date_trunc('milliseconds', app.now())`;
const since = ({ ms }: WithinTest, param: AddParam) => `${now} - ${param(ms)}::float8 * interval '1 millisecond'`;

/** `within` of an instant, which is null where there is none. */
export function instantWithinSql(instant: string, test: WithinTest, param: AddParam): string {
  const isRecent = `${instant} >= ${since(test, param)}`;
  return test.ahead ? isRecent : `(${isRecent} and ${instant} <= ${now})`;
}

/** Times in UTC of the years 1000 to 9999, spelled `T` and `Z`, on every day but 29 February: these compare as texts. */
const plain =
  `'^[1-9][0-9]{3}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)` +
  `T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?Z$'`;

/** What may be a time of another spelling: most texts are none, and need no call. */
const dated = `'^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]'`;

/**
 * `within` of a text of the data, which holds for what `instantOf` reads. Only `instant_of` reads the spellings that are
 * not plain; a call costs as much again. CASE, because AND guarantees no order of evaluation.
 */
export function textWithinSql(text: string, test: WithinTest, param: AddParam): string {
  const bare = `rtrim(${text}, 'Z')`;
  const dotted = `case when strpos(${bare}, '.') > 0 then ${bare} else ${bare} || '.' end`;
  const cut = `rpad(${dotted}, 23, '0') collate "C"`;
  const from = since(test, param);
  const bound = (at: string) => `to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
  const asText = `${cut} >= ${bound(from)} and ${cut} <= ${bound(now)}`;
  const byFunction = `case when ${text} ~ ${dated} then instant_of(${text}) between ${from} and ${now} else false end`;
  return `(case when ${text} ~ ${plain} then ${asText} else ${byFunction} end)`;
}
