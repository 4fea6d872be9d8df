import { imageErased, documentDeleted } from '@app/contracts/documents';
import { newId } from '@app/persistence';
import { eventually } from '@app/testing';
import { OpenJudgments, openJudgments } from '../../testing/open-judgments';
import { Labelled, labelled, priced } from '../../testing/scoring-samples';

const organization = newId('org');
let judgments: OpenJudgments;

beforeAll(async () => {
  judgments = await openJudgments();
});
afterAll(() => judgments.stop());

const skips = async (at: Labelled) => (await priced(judgments, at, at.definition)).labels.map(({ skipped }) => skipped);
const contextsOf = async (at: Labelled) =>
  (
    await judgments.db.query<{ id: string }>('select id from namespace where organization = $1 and name = $2', [
      organization,
      at.namespace,
    ])
  ).rows[0].id;

describe('the context of a label', () => {
  it('is compiled again when it is stored no longer, and used only when its hash is equal [ALT-24] [ALT-25]', async () => {
    const window = { 'state.log': { at: 'at', within: '7d' } };
    const recently = new Date(Date.now() - 3_600_000).toISOString();
    const at = await labelled(
      judgments,
      organization,
      'l/again',
      4,
      { context: { fields: ['state.note', 'state.log'], window } },
      (n) => ({ note: `note ${n}`, log: [{ at: recently, said: `said ${n}` }] }),
    );
    const stored = await priced(judgments, at, at.definition);
    await judgments.db.query('delete from context where namespace_id = $1', [await contextsOf(at)]);
    const byDocument = (document: string) => at.labels.findIndex((label) => label.document === document);
    const { note } = judgments.neighbours.documents.get('d1')!.state as { note: string };
    judgments.neighbours.put('d1', 2, { note: `${note}!`, log: [] }, [at.judgmentId]);
    judgments.neighbours.documents.delete('d2');
    // Read eight days later, the window would be empty.
    await judgments.db.query(
      `update answer set read_at = read_at + interval '8 days' where document_id = 'd3' and judgment_id = $1`,
      [at.judgmentId],
    );
    const again = await priced(judgments, at, at.definition);
    expect(again.labels[byDocument('d0')]).toEqual(stored.labels[byDocument('d0')]);
    expect(again.labels[byDocument('d0')].skipped).toBeNull();
    const skipOf = (document: string) => again.labels[byDocument(document)].skipped;
    expect(['d1', 'd2', 'd3'].map(skipOf)).toEqual(['not_derivable', 'deleted', 'not_derivable']);
  });

  it('is the kept copy when there is one; a deletion and an erased image say why it is gone [ALT-25]', async () => {
    const at = await labelled(judgments, organization, 'l/gone', 4);
    const id = await contextsOf(at);
    await judgments.db.query(
      `insert into kept_context (namespace_id, document_id, judgment_id, answer_id, version, hash, document_version, read_at,
         format, tokens, truncated, text, images, keep_until)
       select a.namespace_id, a.document_id, a.judgment_id, a.id, 1, a.context_hash, 1, a.read_at, 1, c.tokens, false, c.text,
         case a.document_id when 'd1' then array['img_x'] else '{}' end, app.now() + interval '1 day'
       from answer a join context c on c.namespace_id = a.namespace_id and c.document_id = a.document_id and c.hash = a.context_hash
       where a.namespace_id = $1`,
      [id],
    );
    await judgments.db.query('delete from context where namespace_id = $1', [id]);
    for (const { document } of at.labels) judgments.neighbours.put(document, 2, { note: 'CHANGED' }, []);
    expect(await skips(at)).toEqual([null, null, null, null]);
    const changed_at = new Date().toISOString();
    await judgments.documents.say(imageErased, {
      organization,
      namespace: 'l/gone',
      image: 'img_x',
      changed_at,
    } as never);
    await judgments.documents.say(documentDeleted, {
      organization,
      namespace: 'l/gone',
      changed_at,
      documents: [{ id: 'd2', version: 2 }],
    } as never);
    await eventually(async () => {
      const found = Object.fromEntries(at.labels.map(({ document }, i) => [document, i]));
      const now = await skips(at);
      expect([now[found.d0], now[found.d1], now[found.d2], now[found.d3]]).toEqual([
        null,
        'image_erased',
        'deleted',
        null,
      ]);
    });
  });

  it('of an answer that reached its age is its copy alone, and its document counts as there [O-M1] [ALT-24]', async () => {
    const at = await labelled(judgments, organization, 'l/aged', 2);
    const id = await contextsOf(at);
    await judgments.db.query(
      `insert into kept_context (namespace_id, document_id, judgment_id, answer_id, version, hash, document_version, read_at,
         format, tokens, truncated, text, keep_until)
       select a.namespace_id, a.document_id, a.judgment_id, a.id, 1, a.context_hash, 1, a.read_at, 1, c.tokens, false, c.text,
         app.now() + interval '1 day'
       from answer a join context c on c.namespace_id = a.namespace_id and c.document_id = a.document_id and c.hash = a.context_hash
       where a.namespace_id = $1 and a.document_id = 'd0'`,
      [id],
    );
    await judgments.db.query('delete from context where namespace_id = $1', [id]);
    await judgments.db.query('delete from answer where namespace_id = $1', [id]);
    const found = Object.fromEntries(at.labels.map(({ document }, i) => [document, i]));
    const skipOf = async (document: string) => (await skips(at))[found[document]];
    expect([await skipOf('d0'), await skipOf('d1')]).toEqual([null, 'deleted']);
    await judgments.db.query(`update answer_retention set gone_before = app.now()`);
    expect([await skipOf('d0'), await skipOf('d1')]).toEqual([null, 'not_derivable']);
    await judgments.db.query(`update answer_retention set gone_before = '-infinity'`);
  });

  it('is cut for a longer question that would not fit beside it, else asked as it was read [ALT-24] [ALT-25]', async () => {
    const log = Array.from({ length: 180 }, (_, n) => `line ${n} says nothing new`);
    const at = await labelled(judgments, organization, 'l/longer', 1, {}, () => ({ note: 'x', log }));
    const [before] = (await priced(judgments, at, at.definition)).labels;
    expect([before.cut, before.skipped]).toEqual([false, null]);
    const longer = { ...at.definition, question: `Late? ${'Think of every line of the log. '.repeat(80)}` };
    const [label] = (await priced(judgments, at, longer)).labels;
    expect([label.skipped, label.cut, label.units]).toEqual([null, true, 1]);
    expect(label.hash).not.toBe(before.hash);
    expect(label.tokens).toBeLessThanOrEqual(2_000);
  });

  it('cannot be had of a choice among related documents', async () => {
    const at = await labelled(judgments, organization, 'l/choice', 1);
    const choice = {
      ...at.definition,
      type: 'choice',
      escape: { description: 'none' },
      options: { from: 'same', show: ['state.note'] },
    };
    expect((await priced(judgments, at, choice)).labels[0].skipped).toBe('not_derivable');
  });
});
