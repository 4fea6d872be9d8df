import { Call, RawReply } from '@app/bus';
import type {
  ByNamespace,
  ChangeNamespace,
  CreateNamespace,
  ListNamespaces,
  NamespaceList,
  NamespaceMade,
  NamespaceState,
  NamespaceStateFound,
  NamespaceView,
} from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { NamespaceService } from './namespace.service';

@Injectable()
export class NamespaceHandler {
  constructor(private readonly namespaces: NamespaceService) {}

  async create({ settings }: CreateNamespace, call: Call): Promise<RawReply> {
    const view = await this.namespaces.create(settings, call);
    return RawReply.of({ status: 201, body: JSON.stringify(view) });
  }

  get({ namespace }: ByNamespace, call: Call): Promise<NamespaceView> {
    return this.namespaces.get(namespace, call);
  }

  make({ namespace }: ByNamespace, call: Call): Promise<NamespaceMade> {
    return this.namespaces.make(namespace, call);
  }

  readState(query: NamespaceState): Promise<NamespaceStateFound> {
    return this.namespaces.readState(query);
  }

  list(query: ListNamespaces, call: Call): Promise<NamespaceList> {
    return this.namespaces.list(query, call);
  }

  change({ namespace, settings }: ChangeNamespace, call: Call): Promise<NamespaceView> {
    return this.namespaces.change(namespace, settings, call);
  }
}
