import type { SampleAnswers, SampledAnswer, SampledAnswers } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import { Injectable } from '@nestjs/common';
import { AnswerBody } from '../answer/answer-row';
import { CallTime, ScanPool } from '../document/pool/scan.pool';

interface Row {
  namespace: string;
  document: string;
  body: AnswerBody;
  population: string;
}

/**
 * A hash of the document and the seed selects, so every answer has the same chance whatever its number, and the same
 * seed gives the same sample.
 */
const sample = {
  name: 'reader-answer-sample',
  text: `
    with sampled_namespace as materialized (
      select id, name from namespace
      where organization = $1 and (name = $2 or starts_with(name, $3)) and not deleting
        and not exists (select from unnest($8::text[]) prefix where starts_with(name, prefix))
    ), population as materialized (
      select a.namespace_id, a.document_id from answer a
      where a.namespace_id in (select id from sampled_namespace) and a.judgment_id = $4 and a.version = $5 and a.body is not null
    ), chosen as materialized (
      select namespace_id, document_id from population
      order by hashtextextended(namespace_id || ' ' || document_id, $6) limit $7
    )
    select n.name as namespace, a.document_id as document, a.body, (select count(*) from population) as population
    from chosen c join sampled_namespace n on n.id = c.namespace_id
      join answer a on (a.namespace_id, a.document_id, a.judgment_id) = (c.namespace_id, c.document_id, $4)`,
};

/** Samples the current answers of one version of a judgment. */
@Injectable()
export class AnswerSampleService {
  constructor(private readonly scans: ScanPool) {}

  async sample(query: SampleAnswers, call?: CallTime): Promise<SampledAnswers> {
    const { organization, namespace, judgment_id, version, seed, limit, without = [] } = query;
    const prefix = isTemplate(namespace) ? namespace.slice(0, -1) : null;
    const name = prefix === null ? namespace : null;
    const values = [organization, name, prefix, judgment_id, version, seed, limit, without];
    const { rows } = await this.scans.of(organization, call).query<Row>(sample, values);
    return { population: Number(rows[0]?.population ?? 0), answers: rows.map(toSampled) };
  }
}

function toSampled({ namespace, document, body }: Row): SampledAnswer {
  return {
    namespace,
    document,
    answer: body.id,
    document_version: body.documentVersion,
    engine_version: body.epoch,
    judged_at: body.judgedAt,
    number: body.number,
    value: body.value,
    escape_p: body.escapeP,
    dist: body.dist,
    ...(body.features && { features: body.features }),
    ...(body.parts && { parts: body.parts }),
  };
}
