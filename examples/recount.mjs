#!/usr/bin/env node
// Counts the figures of a calibration report again, from the labels that the service exports, and compares them with the report.
// Copy it: it needs Node 20 and no package. It spells each figure out for readers who use another language.
//
//   JUDGMENT_API_KEY=... node examples/recount.mjs http://127.0.0.1:8080/v1 acme/prod/t1 late
import { pathToFileURL } from 'node:url';

/** What two machines may differ by. */
const tolerance = 1e-9;

/** A mean in which each label counts as its weight. */
function mean(labels, of) {
  const all = labels.reduce((sum, { weight }) => sum + weight, 0);
  return labels.reduce((sum, label) => sum + label.weight * of(label), 0) / all;
}

/** The probabilities of a label without the padding of a choice among related documents, and the place of what happened. */
function classesOf(head, numbers, y) {
  if (head.type === 'score' || !isVaried(head)) return { dist: numbers, y };
  const options = numbers.slice(0, -1).filter((p) => p > 0);
  return { dist: [...options, numbers.at(-1)], y: y === numbers.length - 1 ? options.length : y };
}

function isVaried({ type, classes }) {
  return type === 'choice' && classes.length === 64 && classes.slice(0, -1).every((name, at) => name === `${at + 1}`);
}

/** Log loss, Brier score and accuracy of one reading, by weight. */
export function figuresOf(head, labels, reading) {
  const { floor, type, classes } = head;
  const clip = (p) => Math.min(Math.max(p, floor), 1 - floor);
  const rows = labels.map((label) => ({ ...classesOf(head, label[reading], label.y), weight: label.weight, label }));
  if (type === 'bool') {
    return {
      log_loss: mean(rows, ({ dist: [p], y }) => -Math.log(y ? clip(p) : 1 - clip(p))),
      brier: mean(rows, ({ dist: [p], y }) => (p - y) ** 2),
      accuracy: mean(rows, ({ dist: [p], y }) => ((p >= 0.5 ? 1 : 0) === y ? 1 : 0)),
    };
  }
  const clipped = (dist) => {
    const raised = dist.map(clip);
    const total = raised.reduce((sum, p) => sum + p, 0);
    return raised.map((p) => p / total);
  };
  // The likeliest option; of a score the level nearest to its mean.
  const likeliest = (dist) => dist.indexOf(Math.max(...dist));
  const nearest = (score) =>
    classes.reduce((best, level, k) => (Math.abs(score - level) < Math.abs(score - classes[best]) ? k : best), 0);
  const scoreOf = ({ dist, label }) =>
    reading === 'raw' && label.score !== null ? label.score : dist.reduce((sum, p, k) => sum + p * classes[k], 0);
  const taken = (row) => (type === 'score' ? nearest(scoreOf(row)) : likeliest(row.dist));
  return {
    log_loss: mean(rows, ({ dist, y }) => -Math.log(clipped(dist)[y])),
    brier: mean(rows, ({ dist, y }) => dist.reduce((sum, p, k) => sum + (p - (k === y ? 1 : 0)) ** 2, 0)),
    accuracy: mean(rows, (row) => (taken(row) === row.y ? 1 : 0)),
  };
}

/** Probability that a yes reads above a no by the engine's p; ties count half. Null with one class. */
export function aurocOf(labels) {
  // Reads that agree in billionths are ties.
  const rounded = labels.map(({ raw: [p], y, weight }) => ({ p: Math.floor(p * 1e9 + 0.5), y, weight }));
  const groups = Map.groupBy ? Map.groupBy(rounded, ({ p }) => p) : groupBy(rounded);
  let [won, yes, no] = [0, 0, 0];
  for (const [, group] of [...groups].sort(([a], [b]) => a - b)) {
    const weightOf = (y) => group.reduce((sum, one) => sum + (one.y === y ? one.weight : 0), 0);
    won += weightOf(1) * (no + weightOf(0) / 2);
    yes += weightOf(1);
    no += weightOf(0);
  }
  return yes === 0 || no === 0 ? null : won / (yes * no);
}

function groupBy(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.p, [...(groups.get(row.p) ?? []), row]);
  return groups;
}

/** Mean read and observed share of the labels of a bool whose reads lie in each bin of a report. */
export function binsOf(labels, reading, bins) {
  return bins.map(({ low, high }) => {
    const own = labels.filter(({ [reading]: [p] }) => p >= low && p <= high);
    return { n: own.length, mean_p: mean(own, ({ [reading]: [p] }) => p), observed: mean(own, ({ y }) => y) };
  });
}

/**
 * Compares a report with what its labels say.
 * @param head a page of labels, for what it says of all
 * @param labels those of every page
 * @returns a line for each figure: its name, as reported, as counted here, and whether they agree
 */
export function compare(report, head, labels) {
  const lines = [];
  const add = (name, reported, counted) => {
    const agrees = reported === counted || Math.abs(reported - counted) <= tolerance;
    lines.push({ name, reported, counted, agrees });
  };
  add('labels', report.labels.used, labels.length);
  if (labels.length === 0) return lines;
  if (head.type === 'bool')
    add(
      'base_rate',
      report.base_rate,
      mean(labels, ({ y }) => y),
    );
  for (const reading of ['raw', 'calibrated']) {
    const held = report.held_out[reading];
    if (held === null) continue;
    const counted = figuresOf(head, labels, reading);
    for (const name of ['log_loss', 'brier', 'accuracy']) add(`${reading}.${name}`, held[name], counted[name]);
    if (head.type !== 'bool') continue;
    if (reading === 'raw') add('raw.auroc', held.auroc, aurocOf(labels));
    // Without a fit `bins` are those of the raw answers.
    const bins = reading === 'raw' ? report.raw_bins : report.bins;
    binsOf(labels, reading, bins).forEach((bin, at) => {
      for (const name of ['n', 'mean_p', 'observed']) add(`${reading}.bins[${at}].${name}`, bins[at][name], bin[name]);
    });
  }
  return lines;
}

/** Reads the report, and every page of its labels. */
export async function read(base, namespace, judgment, { apiKey, fetch: send = fetch }) {
  const place = `${base}/namespaces/${encodeURIComponent(namespace)}/judgments/${encodeURIComponent(judgment)}/calibration`;
  const ask = async (address) => {
    const reply = await send(address, { headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' } });
    const body = await reply.json();
    if (!reply.ok) throw new Error(body.error?.message ?? `${address} answered ${reply.status}.`);
    return body;
  };
  const labels = [];
  let head = null;
  for (let cursor = null; head === null || cursor !== null;) {
    const page = await ask(`${place}/labels${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`);
    if (head !== null && head.snapshot !== page.snapshot) throw new Error('Labels changed meanwhile; run it again.');
    head = page;
    labels.push(...page.rows);
    cursor = page.next_cursor;
  }
  return { report: await ask(place), head, labels };
}

async function main([base, namespace, judgment]) {
  if (!judgment) throw new Error('Usage: JUDGMENT_API_KEY=... node recount.mjs <base URL> <namespace> <judgment>');
  const { report, head, labels } = await read(base, namespace, judgment, { apiKey: process.env.JUDGMENT_API_KEY });
  const lines = compare(report, head, labels);
  for (const { name, reported, counted, agrees } of lines) {
    console.log(`${agrees ? 'same' : 'OTHER'}\t${name}\t${reported}\t${counted}`);
  }
  return lines.every(({ agrees }) => agrees) ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}
