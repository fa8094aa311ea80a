import type { Config } from '../config.ts'
import { type DeliveryCounts, DeliveryQueue, type DeliveryQueueDeps, noDeliveries } from './delivery-queue.ts'
import { type MessageKind, purgeOutbox } from './outbox.ts'
import { createSmsTransport } from './sms-transport.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import type { MessageTransport } from './transport.ts'

/** The work on the outbox of a running server. */
export interface MessageDelivery {
  /** Since the start of the server, for the metrics. What waits is in the table: `outboxHealth`. */
  counts(): Readonly<Record<MessageKind, DeliveryCounts>>
  /** Forgets what ended long ago. To be called now and then. */
  sweep(): Promise<void>
  /** Takes out no more letters and finishes those under way, for as long as a stop may take. */
  stop(): Promise<void>
}

/** The ways out that are configured. Throws ConfigError. */
export const transportsOf = (config: Config): readonly MessageTransport[] =>
  [createSmtpTransport(config), createSmsTransport(config)].filter((each) => each !== null)

/**
 * Begins to deliver what is in the outbox, each kind by itself: a mail server that hangs delays no code. A
 * kind without a carrier stays where it is, for `aitai outbox` to print.
 */
export function startMessageDelivery(
  sources: DeliveryQueueDeps,
  carriers: readonly MessageTransport[],
): MessageDelivery {
  const lanes = new Map<MessageKind, DeliveryQueue>(
    carriers.map((carrier) => [carrier.kind, new DeliveryQueue(sources, carrier)]),
  )
  const countsOf = (kind: MessageKind): DeliveryCounts => lanes.get(kind)?.counts() ?? noDeliveries
  return {
    counts: () => ({ mail: countsOf('mail'), sms: countsOf('sms') }),
    sweep: () => purgeOutbox(sources.database, sources.now()),
    async stop() {
      await Promise.all([...lanes.values()].map((lane) => lane.stop()))
    },
  }
}
