/** One line of a panel: an expression of PromQL, and how its series are named. */
export interface Target {
  expr: string;
  legend: string;
}

/** One graph. `unit` as Grafana names it: `s` seconds, `reqps` a second, `percentunit` a share, `short` a number. */
export interface Panel {
  title: string;
  /** What it shows and when to worry. */
  about: string;
  unit: 's' | 'reqps' | 'percentunit' | 'short' | 'ops';
  targets: readonly Target[];
}

export interface Dashboard {
  /** Name of its file, and its address in Grafana. */
  id: string;
  title: string;
  rows: readonly { title: string; panels: readonly Panel[] }[];
}
