import { AttributesRead, DocumentAttributes, ReadAttributes, keptAttributes } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { ReaderPool } from '../document/pool/reader.pool';

const { bytes, characters } = keptAttributes;

/** An attribute that is an array, a long text, or past the bytes of its document leaves its name: it is known to be there. */
const read = {
  name: 'reader-attributes',
  text: `
    select d.id, short.attributes
    from namespace n join document d on d.namespace_id = n.id
      cross join lateral (
        select coalesce(jsonb_object_agg(name, case when is_short and bytes <= ${bytes} then value else '[]' end), '{}') as attributes
        from (
          select name, value, is_short,
            sum(octet_length(name) + octet_length(value::text)) filter (where is_short) over (order by name collate "C") as bytes
          from (
            select name, value, jsonb_typeof(value) <> 'array' and length(value #>> '{}') <= ${characters} is not false as is_short
            from jsonb_each(d.attributes) attribute(name, value)
          ) each
        ) counted
      ) short
    where n.organization = $1 and n.name = $2 and not n.deleting and d.id = any($3::text[])`,
};

/** Reads the short attributes of documents. */
@Injectable()
export class AttributesService {
  constructor(private readonly pool: ReaderPool) {}

  async read({ organization, namespace, ids }: ReadAttributes): Promise<AttributesRead> {
    const values = [organization, namespace, ids];
    return { documents: (await this.pool.query<DocumentAttributes>(read, values)).rows };
  }
}
