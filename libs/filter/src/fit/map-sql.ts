import type { ProbabilityMap } from '@app/statistics';
import type { AddParam } from '../sql/scope';

/** Above this limit e^u leaves the range of a double; Postgres then fails where JavaScript gives 0 or infinity. */
const most = 700;

const float = (value: number, param: AddParam) => `${param(value)}::float8`;

/** 1 / (1 + e^-u). */
export function sigmoidSql(u: string): string {
  return `(1 / (1 + exp(-least(greatest(${u}, -${most}::float8), ${most}::float8))))`;
}

/** e^u. */
export function expSql(u: string): string {
  return `exp(least(greatest(${u}, -${most}::float8), ${most}::float8))`;
}

/** A number clipped to [floor, 1 - floor]. */
export function clipSql(number: string, floor: number, param: AddParam): string {
  return `least(greatest(${number}, ${float(floor, param)}), ${float(1 - floor, param)})`;
}

/** Rounds to billionths: SQL and memory both compare calibrated numbers at this precision. */
export function inBillionthsSql(value: string): string {
  return `(floor((${value}) * 1e9::float8 + 0.5::float8) / 1e9::float8)`;
}

/** `readMap` in SQL: the calibrated probability of a raw one. */
export function mapSql(map: ProbabilityMap, number: string, param: AddParam): string {
  switch (map.kind) {
    case 'raw':
      return number;
    case 'platt': {
      const c = clipSql(number, map.floor, param);
      return sigmoidSql(`${float(map.a, param)} * ln(${c} / (1 - ${c})) + ${float(map.b, param)}`);
    }
    case 'beta': {
      const c = clipSql(number, map.floor, param);
      const ends = `${float(map.a, param)} * ln(${c}) - ${float(map.b, param)} * ln(1 - ${c})`;
      return sigmoidSql(`${ends} + ${float(map.d, param)}`);
    }
    case 'isotonic': {
      const [x, y] = [map.x, map.y].map((knots) => `(${param(knots)}::float8[])`);
      const last = map.x.length;
      const at = `width_bucket(${number}, ${x})`;
      const [x0, x1, y0, y1] = [`${x}[${at}]`, `${x}[${at} + 1]`, `${y}[${at}]`, `${y}[${at} + 1]`];
      return `(case when ${number} <= ${x}[1] then ${y}[1] when ${number} >= ${x}[${last}] then ${y}[${last}]
        else ${y0} + ((${y1} - ${y0}) * (${number} - ${x0})) / (${x1} - ${x0}) end)`;
    }
  }
}
