import type { Installation } from '@aitai/contract/schemas/installation.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Fingerprint, InstallationSecrets } from './accounts/installation-secrets.ts'
import type { PasswordHasher } from './accounts/password-hashing.ts'
import type { Authenticators } from './accounts/second-factor/authenticators.ts'
import type { Passkeys } from './accounts/second-factor/passkeys.ts'
import type { LoginAttempts } from './accounts/second-factor/two-factor.ts'
import type { Sessions } from './accounts/sessions.ts'
import type { ProviderClient } from './accounts/sign-on/provider-client.ts'
import type { Now } from './clock.ts'
import type { Cluster } from './cluster/cluster.ts'
import type { Config } from './config.ts'
import type { Database } from './database/schema.ts'
import type { EvidenceSigner } from './evidence/evidence-signer.ts'
import type { CallLimits } from './http/call-limits.ts'
import type { OwnHistory } from './market/history/own-history.ts'
import type { Idempotency } from './market/idempotency.ts'
import type { Market } from './market/market.ts'
import type { NotificationStore } from './market/notification-store.ts'
import type { ProbingMonitor } from './market/surveillance/probing-monitor.ts'
import type { MessageDelivery } from './messages/delivery.ts'
import type { RefusedAccess } from './observability/refused-access.ts'
import type { MarketData } from './quotes/bars/market-data.ts'
import type { QuoteBook } from './quotes/quote-book.ts'
import type { Quotes } from './quotes/quotes.ts'
import type { ReferenceData } from './reference/reference-data.ts'

/** What the application is built from. Everything is already open and running. */
export interface AppDependencies {
  readonly config: Config
  readonly installation: Installation
  readonly secrets: InstallationSecrets
  /** Signs receipts. */
  readonly signer: EvidenceSigner
  readonly database: Kysely<Database>
  readonly passwords: PasswordHasher
  readonly market: Market
  /** Whether commands are accepted: by this process or another one, with a database that stores them. */
  readonly isReady: () => boolean
  readonly notificationStore: NotificationStore
  readonly reference: ReferenceData
  readonly quotes: Quotes
  /** What is public of the market besides the quotes. */
  readonly marketData: MarketData
  /** Receives the batches of a feed handler; null while quotes come from another source or process. */
  readonly feed: () => QuoteBook | null
  /** The other processes on the same PostgreSQL; null with the embedded database, which has one process. */
  readonly cluster: Cluster | null
  /** Sends the mails and SMS of the outbox. */
  readonly delivery: MessageDelivery
  /** What became of IOIs, also on past days. */
  readonly history: OwnHistory
  /** Counts the institutions that look like probing. */
  readonly probing: ProbingMonitor
  /** Applies a change of the reference data in the tables to the running server. */
  readonly referenceChanged: () => Promise<void>
  readonly now: Now
  readonly log: Logger
  /** The folder of the built client. */
  readonly clientFolder: string
}

/**
 * What the handlers of the calls receive. They import this type and never `app.ts`, which imports them all.
 */
export interface AppContext extends AppDependencies {
  readonly http: FastifyInstance
  readonly sessions: Sessions
  readonly attempts: LoginAttempts
  readonly authenticators: Authenticators
  readonly passkeys: Passkeys
  /** The sign-in providers of institutions. */
  readonly providers: ProviderClient
  readonly limits: CallLimits
  /** Records who was refused what for want of a right. */
  readonly refusedAccess: RefusedAccess
  /** Keyed hashes of e-mail addresses and networks, as the audit trail stores them. */
  readonly fingerprint: Fingerprint
  readonly idempotency: Idempotency
}
