import type { Config } from '../config.ts'
import type { Carrier } from './carrier.ts'
import { type Counts, Lane, type LaneSources, noLetters } from './lane.ts'
import { type Kind, purgeOutbox } from './outbox.ts'
import { smsCarrier } from './sms.ts'
import { smtpCarrier } from './smtp.ts'

/** The work on the outbox of a running server. */
export interface Delivery {
  /** Since the start of the server, for the metrics. What waits is in the table: `outboxHealth`. */
  counts(): Readonly<Record<Kind, Counts>>
  /** Forgets what ended long ago. To be called now and then. */
  sweep(): Promise<void>
  /** Takes out no more letters and finishes those under way, for as long as a stop may take. */
  stop(): Promise<void>
}

/** The ways out that are configured. Throws ConfigError. */
export const carriersOf = (config: Config): readonly Carrier[] =>
  [smtpCarrier(config), smsCarrier(config)].filter((each) => each !== null)

/**
 * Begins to deliver what is in the outbox, each kind by itself: a mail server that hangs delays no code. A
 * kind without a carrier stays where it is, for `aitai outbox` to print.
 */
export function startDelivery(sources: LaneSources, carriers: readonly Carrier[]): Delivery {
  const lanes = new Map<Kind, Lane>(carriers.map((carrier) => [carrier.kind, new Lane(sources, carrier)]))
  const countsOf = (kind: Kind): Counts => lanes.get(kind)?.counts() ?? noLetters
  return {
    counts: () => ({ mail: countsOf('mail'), sms: countsOf('sms') }),
    sweep: () => purgeOutbox(sources.database, sources.now()),
    async stop() {
      await Promise.all([...lanes.values()].map((lane) => lane.stop()))
    },
  }
}
