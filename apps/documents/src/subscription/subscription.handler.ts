import { Call, RawReply } from '@app/bus';
import {
  BySubscription,
  ListSubscriptions,
  PutSubscription,
  SubscriptionList,
  SubscriptionView,
} from '@app/contracts/documents';
import { Injectable } from '@nestjs/common';
import { SubscriptionService } from './subscription.service';

@Injectable()
export class SubscriptionHandler {
  constructor(private readonly subscriptions: SubscriptionService) {}

  async put(query: PutSubscription, call: Call): Promise<RawReply> {
    return RawReply.of(await this.subscriptions.put(query, call));
  }

  get(query: BySubscription, call: Call): Promise<SubscriptionView> {
    return this.subscriptions.get(query, call);
  }

  list(query: ListSubscriptions, call: Call): Promise<SubscriptionList> {
    return this.subscriptions.list(query, call);
  }

  async delete(query: BySubscription, call: Call): Promise<RawReply> {
    return RawReply.of(await this.subscriptions.delete(query, call));
  }
}
