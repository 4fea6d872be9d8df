import { Call, RawReply } from '@app/bus';
import { ByGroup, GetGroup, GroupList, GroupValues, ListGroups, PutGroup } from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { GroupDefinitionService } from './group-definition.service';

@Injectable()
export class GroupHandler {
  constructor(private readonly groups: GroupDefinitionService) {}

  async put(query: PutGroup, call: Call): Promise<RawReply> {
    return RawReply.of(await this.groups.put(query, call));
  }

  get(query: GetGroup, call: Call): Promise<GroupValues> {
    return this.groups.get(query, call);
  }

  list(query: ListGroups, call: Call): Promise<GroupList> {
    return this.groups.list(query, call);
  }

  async delete(query: ByGroup, call: Call): Promise<RawReply> {
    return RawReply.of(await this.groups.delete(query, call));
  }
}
