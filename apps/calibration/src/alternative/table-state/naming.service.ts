import { DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { NameAlternative, RemoveAlternative, maxNamedAlternatives } from '@app/contracts/calibration';
import { alternativeId } from '@app/definition';
import { Database, Effects, Outcome, Tx } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { Judgment } from '../../judgment/judgment';
import { NamespaceGate } from '../../judgment/namespace-gate';
import { TableKey } from '../sample/key';
import { refuseBare } from './refusal';
import { StateService } from './state.service';
import {
  NamedRow,
  NewRow,
  addNamed,
  assertActive,
  lockNaming,
  readNamed,
  removeNamed,
} from '../subject/alternative.store';
import { namedCandidate, narrowingsIn, readAlternative } from '../subject/candidate';
import { SubjectService } from '../subject/subject.service';
import { tableOf } from '../table/table';

const pointer = '/definition';

/** Adds rows that callers name, and takes them off again. Nothing is asked or billed. */
@Injectable()
export class NamingService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly states: StateService,
    private readonly gate: NamespaceGate,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
  ) {}

  /**
   * 201 with a new row; 200 where the definition is a row already: an engine row then becomes a named one.
   * @throws Problem `not_found`, `conflict` (`inherited`, `composite`), or what is wrong with the definition
   */
  async name({ namespace, judgment: name, alternative }: NameAlternative, call: Call): Promise<Outcome> {
    const before = await this.effects.find(call.effectId);
    if (before) return before;
    const { organization, actor, plan } = call.who;
    const found = await this.readOwn(organization, namespace, name, call);
    const subject = await this.subjects.load(organization, found, call);
    const { key, active, engines, candidates, judgment } = subject;
    const definition = readAlternative(active, alternative.definition, engines, pointer);
    const id = alternativeId(await this.subjects.readSalt(), definition);
    const { drafted = false } = alternative;
    const state = await this.states.readFor(subject, null, plan, call);
    const others = state.rows.filter((row) => row.id !== id);
    // An engine row that was scored keeps its score as a named one.
    const score = state.rows.find((row) => row.id === id && row.inK)?.score ?? null;
    const status = candidates.some((row) => row.id === id) ? 200 : 201;
    return this.effects.runOnce('calibration.alternative-name', call, async (tx) => {
      await assertActive(tx, key, judgment.active_version);
      const row = await this.add(tx, key, judgment.active_version, { id, definition, drafted, namedBy: actor });
      const { alternatives } = tableOf({ ...state, rows: [...others, { ...namedCandidate(active, row), score }] });
      return { status, body: JSON.stringify(alternatives.find((shown) => shown.id === id)) };
    });
  }

  /** @throws Problem `not_found`; `conflict` for a row that no caller named */
  async remove({ namespace, judgment: name, id }: RemoveAlternative, call: Call): Promise<Outcome> {
    const before = await this.effects.find(call.effectId);
    if (before) return before;
    const { organization } = call.who;
    const found = await this.readOwn(organization, namespace, name, call);
    const key = keyOf(organization, found);
    const removed = { status: 200, body: JSON.stringify({ deleted: true }) };
    const isNamed = (await readNamed(this.database, key, found.active_version)).some((row) => row.id === id);
    if (!isNamed) await this.refuseUnnamed(organization, found, id, call);
    return this.effects.runOnce('calibration.alternative-remove', call, async (tx) => {
      await lockNaming(tx, key);
      if (!(await removeNamed(tx, key, found.active_version, id))) throw unknownRow(id);
      return removed;
    });
  }

  private async readOwn(organization: string, namespace: string, name: string, call: Call): Promise<Judgment> {
    const judgment = await this.subjects.find(organization, namespace, name);
    refuseBare(judgment, namespace, name);
    await this.gate.assertWritable({ organization, namespace }, call);
    return judgment;
  }

  private async add(tx: Tx, key: TableKey, version: number, row: NewRow): Promise<NamedRow> {
    await lockNaming(tx, key);
    const rows = await readNamed(tx, key, version);
    const same = rows.find(({ id }) => id === row.id);
    if (same) return same;
    if (rows.length >= maxNamedAlternatives) {
      const message = `This version has ${rows.length} named alternatives, which is the most; delete one first.`;
      throw invalid('too_many_alternatives', pointer, message, { limit: maxNamedAlternatives });
    }
    return addNamed(tx, key, version, row);
  }

  /** @throws Problem `not_found`, or `conflict` for a row that is there by itself */
  private async refuseUnnamed(organization: string, judgment: Judgment, id: string, call: Call): Promise<never> {
    const { candidates, active } = await this.subjects.load(organization, judgment, call);
    const engine = candidates.find((row) => row.id === id);
    const narrowing = narrowingsIn(active, await this.subjects.readSalt()).some((row) => row.id === id);
    if (!engine && !narrowing) throw unknownRow(id);
    const message = engine
      ? `\`${id}\` stands there because the namespace uses its engine; skip the engine by the setting \`alternatives.skip_engines\`.`
      : `\`${id}\` is a narrowing: it is free and counts nowhere, so that it stays. The setting \`alternatives.skip_engines\` skips engines.`;
    throw new Problem('conflict', message);
  }
}

function keyOf(organization: string, { judgment_id, scope }: { judgment_id: string; scope: string }): TableKey {
  return { organization, judgment_id, scope };
}

function unknownRow(id: string): Problem {
  return new Problem('not_found', `The active version has no alternative \`${id}\`.`);
}
