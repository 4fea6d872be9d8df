import { processMetrics } from '@app/metrics';
import { matchersOf, selecting } from '../installation';
import { Dashboard, Panel } from './panel';

const datasource = { type: 'prometheus', uid: '${datasource}' };

/**
 * What is chosen on the page, each within the choice before it: a cell where installations have them, and the installation.
 * The names of the labels are those that scraping sets; docs/metrics.md has the two lines.
 */
const choices = [
  { name: 'cell', label: 'Cell', within: '', includeAll: true, allValue: '.*' },
  { name: 'namespace', label: 'Namespace', within: '{cell=~"$cell"}' },
  { name: 'release', label: 'Release', within: '{cell=~"$cell",namespace="$namespace"}' },
];
/** Every series of a panel has these. A series without a cell is of every choice that is all. */
const chosen = `${matchersOf({ namespace: '$namespace', release: '$release' })},cell=~"$cell"`;
const columns = 24;
const size = { w: 8, h: 8 };

/**
 * A dashboard as Grafana 10 and later import it. Its data source and its installation are chosen on the page; the chart
 * begins with its own, and gives the dashboard an id of its own.
 */
export function grafanaOf({ id, title, rows }: Dashboard): string {
  const panels: object[] = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { x: 0, y, w: columns, h: 1 },
    });
    y += 1;
    row.panels.forEach((panel, at) => {
      const perRow = columns / size.w;
      const gridPos = { x: (at % perRow) * size.w, y: y + Math.floor(at / perRow) * size.h, ...size };
      panels.push(panelOf(panels.length + 1, panel, gridPos));
    });
    y += Math.ceil((row.panels.length * size.w) / columns) * size.h;
  }
  const dashboard = {
    uid: id,
    title,
    tags: ['judgment-service'],
    editable: false,
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' },
        ...choices.map(choiceOf),
      ],
    },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function choiceOf({ name, label, within, ...more }: (typeof choices)[number]) {
  const query = `label_values(${processMetrics.buildInfo.name}${within}, ${name})`;
  return {
    name,
    label,
    type: 'query',
    datasource,
    definition: query,
    query: { query, refId: name },
    refresh: 2,
    sort: 1,
    ...more,
  };
}

function panelOf(id: number, { title, about, unit, targets }: Panel, gridPos: object) {
  return {
    id,
    type: 'timeseries',
    title,
    description: about,
    datasource,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 8, showPoints: 'never' } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: targets.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode(65 + at),
      datasource,
      expr: selecting(expr, chosen),
      legendFormat: legend,
    })),
  };
}
