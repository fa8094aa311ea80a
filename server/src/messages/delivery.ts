import type { Config } from '../config.ts'
import { type DeliveryCounts, DeliveryQueue, type DeliveryQueueDeps, noDeliveries } from './delivery-queue.ts'
import { type MessageKind, purgeOutbox } from './outbox.ts'
import { createSmsTransport } from './sms-transport.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { MessageTransport } from './transport.ts'

/** The delivery of a running server's outbox. */
export interface MessageDelivery {
  /** Counts since the server started, for the metrics. For waiting messages see `outboxHealth`. */
  counts(): Readonly<Record<MessageKind, DeliveryCounts>>
  /** Deletes messages that ended so many days ago. To be called periodically. */
  sweep(days: number): Promise<void>
  /** Starts no more deliveries and waits for those in flight, within the time limit of a stop. */
  stop(): Promise<void>
}

/** The configured transports. Mails name the product as their sender. Throws ConfigError. */
export const transportsOf = async (
  config: Config,
  productName: string,
): Promise<readonly MessageTransport[]> =>
  [await createSmtpTransport(config, productName), createSmsTransport(config)].filter((each) => each !== null)

/**
 * Starts delivering the outbox with one queue per kind, so that a hanging mail server does not delay SMS codes.
 * Messages of a kind without a transport stay in the outbox, where `aitai outbox` prints them.
 */
export function startMessageDelivery(
  deps: DeliveryQueueDeps,
  transports: readonly MessageTransport[],
): MessageDelivery {
  const queues = new Map<MessageKind, DeliveryQueue>(
    transports.map((transport) => [transport.kind, new DeliveryQueue(deps, transport)]),
  )
  const countsOf = (kind: MessageKind): DeliveryCounts => queues.get(kind)?.counts() ?? noDeliveries
  return {
    counts: () => ({ mail: countsOf('mail'), sms: countsOf('sms') }),
    sweep: (days) => purgeOutbox(deps.database, deps.now(), days),
    async stop() {
      await Promise.all([...queues.values()].map((queue) => queue.stop()))
    },
  }
}
