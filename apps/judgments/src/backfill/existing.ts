import type { FetchedDocument } from '@app/contracts';
import { isTemplate } from '@app/definition';
import { StoredService } from '../quote/stored.service';
import { AheadRequest, ChosenService } from './chosen.service';

const pageSize = 1000;
const documentsPerPage = 200;
/** Of a prefix the sample is spread over its namespaces. */
const maxOfNamespace = 20;

/** What a judging ahead is priced by: how many documents there are to judge, and some of them. */
export class ExistingAhead {
  private found: Promise<{ count: number; sample: Map<string, string[]> }> | undefined;

  constructor(
    private readonly chosen: ChosenService,
    private readonly stored: StoredService,
    private readonly organization: string,
    private readonly scope: string,
    private readonly request: AheadRequest,
    private readonly most: number,
  ) {}

  async count(): Promise<number> {
    return (await this.look()).count;
  }

  async *documents(): AsyncGenerator<FetchedDocument[]> {
    const { organization } = this;
    for (const [namespace, ids] of (await this.look()).sample) {
      for (let at = 0; at < ids.length; at += documentsPerPage) {
        yield await this.stored.read({ organization, namespace }, ids.slice(at, at + documentsPerPage));
      }
    }
  }

  private look() {
    this.found ??= this.walk();
    return this.found;
  }

  private async walk() {
    const found = { count: 0, sample: new Map<string, string[]>() };
    let left = this.most;
    for await (const namespace of this.namespaces()) {
      const sample: string[] = [];
      const share = isTemplate(this.scope) ? Math.min(left, maxOfNamespace) : left;
      let after: string | null = null;
      do {
        const place = { organization: this.organization, namespace };
        const page = await this.chosen.ahead(place, this.request, after, pageSize);
        found.count += page.ids.length;
        sample.push(...page.ids.slice(0, share - sample.length));
        after = page.next;
      } while (after !== null);
      if (sample.length > 0) found.sample.set(namespace, sample);
      left -= sample.length;
    }
    return found;
  }

  private async *namespaces(): AsyncGenerator<string> {
    if (!isTemplate(this.scope)) return yield this.scope;
    for await (const names of this.stored.namespaces({ organization: this.organization, namespace: this.scope })) {
      yield* names;
    }
  }
}
