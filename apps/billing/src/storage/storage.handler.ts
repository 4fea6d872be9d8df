import { CONFIG } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { NamespaceDeleted, NamespacesMetered, QuotasListed, plans } from '@app/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { billingSettings } from '../app.config';
import { StorageStore } from './storage.store';

const nothing = { documents: 0, bytes: 0, pinned: false, written_month: null };

/** What namespaces hold: measured by documents, billed and bounded here. */
@Injectable()
export class StorageHandler {
  constructor(
    private readonly store: StorageStore,
    @Inject(CONFIG) private readonly config: ServiceConfig<typeof billingSettings>,
  ) {}

  metered({ organization, namespaces, measured_at }: NamespacesMetered): Promise<void> {
    return this.store.measure(organization, namespaces, measured_at);
  }

  /** A deleted namespace holds nothing from now on; what it held is owed. */
  deleted({ organization, namespace }: NamespaceDeleted): Promise<void> {
    return this.store.measure(organization, [{ namespace, ...nothing }], null);
  }

  quotas(): QuotasListed {
    const { quotas } = this.config.prices;
    return {
      quotas: plans.map((plan) => {
        const { namespaces, documents, gib } = quotas[plan];
        return { plan, namespaces, documents, gib };
      }),
    };
  }
}
