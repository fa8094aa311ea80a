import type { Price } from '@aitai/engine/model/price.ts'
import type { Generated } from 'kysely'
import type { DataKeyTables } from './encryption/data-key-tables.ts'
import type { EvidenceTables } from './evidence-tables.ts'
import type { ReportTables } from './report-tables.ts'
import type {
  ApprovalTable,
  AuthenticatorSetupTable,
  AuthenticatorTable,
  CredentialTable,
  CredentialUserTable,
  LoginAttemptTable,
  PasskeyChallengeTable,
  PasskeyTable,
  PasswordResetTable,
  ProviderLoginTable,
  ProviderLogoutTable,
  RecoveryCodeTable,
  SessionTable,
  SignInDomainTable,
  SignInProviderTable,
  StaffGrantTable,
  UsualNetworkTable,
} from './sign-in-tables.ts'

/**
 * The schema for SQLite and PostgreSQL, in the portable subset of both: times as integer milliseconds UTC,
 * JSON as text, booleans as 0 and 1, ids as text.
 */
export interface Database extends EvidenceTables, ReportTables, DataKeyTables {
  journal: JournalTable
  snapshot: SnapshotTable
  notification: NotificationTable
  newest_notification: NewestNotificationTable
  firm: FirmTable
  firm_broker: FirmBrokerTable
  broker: BrokerTable
  person: PersonTable
  session: SessionTable
  staff_grant: StaffGrantTable
  credential: CredentialTable
  credential_user: CredentialUserTable
  login_attempt: LoginAttemptTable
  authenticator: AuthenticatorTable
  authenticator_setup: AuthenticatorSetupTable
  passkey: PasskeyTable
  passkey_challenge: PasskeyChallengeTable
  recovery_code: RecoveryCodeTable
  sign_in_provider: SignInProviderTable
  sign_in_domain: SignInDomainTable
  provider_login: ProviderLoginTable
  provider_logout: ProviderLogoutTable
  preference: PreferenceTable
  watchlist: PreferenceTable
  saved_conditions: PreferenceTable
  equity: EquityTable
  share_ratio: ShareRatioTable
  setting: SettingTable
  outbox: OutboxTable
  idempotency: IdempotencyTable
  audit: AuditTable
  audit_end: AuditEndTable
  approval: ApprovalTable
  password_reset: PasswordResetTable
  usual_network: UsualNetworkTable
  writer: WriterTable
  process: ProcessTable
  calendar_part: CalendarPartTable
  venue_change: VenueChangeTable
  bar: BarTable
  history_advert: HistoryAdvertTable
  history_event: HistoryEventTable
  history_locate: HistoryLocateTable
  history_position: HistoryPositionTable
}

/** Commands with their events, in order. `hash` covers the row and the hash before it. */
export interface JournalTable {
  seq: number
  at: number
  command: string
  events: string
  hash: string
}

/** The state after an entry, so that a start need not fold the whole journal. */
export interface SnapshotTable {
  seq: number
  /**
   * The version of the state's format. A snapshot of an unknown format is ignored and the journal is folded
   * instead.
   */
  version: number
  state: string
  /** The hash of the journal's entry `seq`: a snapshot of another history is ignored. */
  hash: string
  /** SHA-256 of `state`: a damaged snapshot is ignored. */
  digest: string
}

/**
 * Users' notifications: stored with the journal entry that caused them, until they are hidden (docs/rules.md
 * §17).
 */
export interface NotificationTable {
  user_id: string
  /** Consecutive per user, without gaps. */
  number: number
  /** Has the number, by which it is found (market/notification-store.ts). */
  id: string
  seq: number
  at: number
  /** The subject: a trader's security or a broker's agreement. A later notification about it replaces this one. */
  about: string | null
  message: string
  /** The contract's Notification as JSON, as it was when it was created. A password in it is encrypted. */
  body: string
  ack: number
  /** When it was first acknowledged, in milliseconds UTC: an export reports what was known at its end. */
  acked_at: number | null
}

/** The number of the newest notification of each user on each subject. PostgreSQL maintains it by a trigger. */
export interface NewestNotificationTable {
  user_id: string
  about: string
  number: number
}

export interface FirmTable {
  id: string
  name: string
  /** The name without regard to character width and letter case. */
  folded_name: string
  affiliate_group: string | null
  active: number
  /** The size limits in 1/10,000 yen (docs/rules.md §22); null for none. */
  largest_notional: Generated<Price | null>
  largest_live_notional: Generated<Price | null>
  /** Whether brokers see the names and phones of its traders under an agreement. */
  shows_traders: Generated<number>
  /** Whether locates are answered by its order management systems (docs/rules.md §16). */
  oms_answers: Generated<number>
  /** 'any' or 'passkey': what its people have to sign in with. */
  required_factor: Generated<string>
}

export interface FirmBrokerTable {
  firm_id: string
  broker_id: string
}

export interface BrokerTable {
  id: string
  name: string
  short_name: string
  /** Both without regard to character width and letter case. */
  folded_name: string
  folded_short_name: string
  contact: string
  swap_enabled: number
  active: number
  /** 'any' or 'passkey': what its people have to sign in with. */
  required_factor: Generated<string>
}

export interface PersonTable {
  id: string
  email: string
  first_name: string
  last_name: string
  role: string
  firm_id: string | null
  broker_id: string | null
  /** Encrypted (database/encryption). */
  phone: string | null
  language: string
  two_factor: number
  password_hash: string
  /** When a temporary password expires; null once the user has an own one. */
  temporary_until: number | null
  first_login: number
  active: number
  /**
   * What wrong codes in a row count, over all log-ins; too much locks the account until an operator unlocks it. One
   * counts as many as there were right ones.
   */
  wrong_codes: Generated<number>
  /** Whether a trader may see and act on the adverts of the institution's other traders (docs/rules.md §15). */
  desk_head: Generated<number>
  /** Until when the first passkey can be added after the password alone, where one is required; null for never. */
  passkey_add_until: Generated<number | null>
  /** Who the user is at the provider of the institution; null before the first sign-in there. */
  provider_subject: Generated<string | null>
}

export interface PreferenceTable {
  user_id: string
  body: string
}

export interface EquityTable {
  id: string
  ric: string
  name: string
  local_name: string
  kana: string
  short_names: string
  tick_table: string
  lot_size: number
  /** 1/10,000 yen. */
  close_price: Price
  /** The day's limits in 1/10,000 yen, where the exchange published others than the close implies. */
  min_price: Price | null
  max_price: Price | null
  /** In descending order of size. */
  position: number
  active: number
  /** Whether a file has stated that it is no longer listed. */
  delisted: number
  /** Shares, over 20 days; null if unknown. */
  average_daily_volume: number | null
  /** The code of its sector; null if it has none. */
  sector: string | null
}

/** New shares for old ones of a security, from a trading day on. */
export interface ShareRatioTable {
  security_id: string
  /** Days since 1970 in Tokyo. */
  day: number
  new_shares: number
  old_shares: number
}

/** Small facts about the installation: its secrets, its seeds, what has been set up. */
export interface SettingTable {
  name: string
  value: string
}

export interface OutboxTable {
  id: Generated<number>
  at: number
  kind: string
  /** An e-mail address, or the id of the user who gets an SMS. */
  recipient: string
  subject: string
  /** Encrypted (database/encryption); empty once it has ended. */
  body: string
  sent_at: number | null
  /** Random, and the same for every attempt, so that a receiver can recognise a duplicate. */
  letter_id: string
  tries: Generated<number>
  /** The time of the next attempt; during an attempt, when its transport is presumed dead. */
  next_at: Generated<number>
  /** Set once it was refused permanently or retried for too long. */
  given_up_at: Generated<number | null>
  /** Why the last attempt failed, without any content of the message. */
  fault: Generated<string>
  /** When its content expires. */
  good_until: number
}

/** Replies already given to commands with an idempotency key, so that each is applied once. */
export interface IdempotencyTable {
  key: string
  at: number
  fingerprint: string
  status: number
  /** Encrypted (database/encryption). */
  body: string
}

/**
 * The audit trail: who did what outside the market, in order (log-ins, accounts, staff). `hash` covers the
 * row and the hash before it.
 */
export interface AuditTable {
  seq: number
  at: number
  /** A user's id, `staff:NAME`, or `system`. */
  actor: string
  /** What was done, as a noun and a participle: `userDisabled`. */
  action: string
  /** The id of the affected object, or empty. */
  subject: string
  outcome: string
  reason: string
  /** JSON; never a password, token, code or address. */
  details: string
  hash: string
}

/** The newest entry of the audit trail: one row. */
export interface AuditEndTable {
  one: number
  seq: number
  hash: string
}

/** What an operator has set in place of the shipped calendar: 'hours' or 'holidays', as JSON. */
export interface CalendarPartTable {
  name: string
  body: string
}

/** Venue settings that change at the start of a trading day. */
export interface VenueChangeTable {
  /** Days since 1970-01-01 in Tokyo. */
  day: number
  /** The new values by name, null for the default, as JSON. */
  body: string
}

/** The process that writes the journal, if several share the database. At most one row. */
export interface WriterTable {
  id: number
  /** Counts the changes of writer: an append of an earlier epoch is refused. */
  epoch: number
  process_id: string
  /** When the writer last renewed its lease, in milliseconds UTC by the database's clock. */
  renewed_at: number
}

/** A process on this database. */
export interface ProcessTable {
  id: string
  /** Where the other processes reach it: a URL. */
  address: string
  /** Milliseconds UTC, by the database's clock. */
  started_at: number
  seen_at: number
  /** The newest journal entry that it has folded. */
  seq: number
  /** How far its clock is ahead of the database's, in milliseconds. */
  clock_difference: number
  /** Equal for processes with the same secrets. Tells nothing about them. */
  secrets_id: string
}

/** One minute of a security, as an external source showed it. Prices in 1/10,000 yen. */
export interface BarTable {
  /** The start of the minute, in milliseconds UTC. */
  at: number
  security_id: string
  open: Price | null
  high: Price | null
  low: Price | null
  close: Price | null
  /** Null if the source reports no volume. */
  volume: number | null
  vwap: Price | null
  mid: Price | null
  /** The shares traded on the day up to the end of the minute. Null if unknown. */
  day_volume: number | null
}

/** An IOI as it was after its last event of a trading day (market/history). */
export interface HistoryAdvertTable {
  advert_id: string
  /** Days since 1970-01-01 in Tokyo. */
  day: number
  trader_id: string
  is_sent: number
  is_completed: number
  /** An AdvertRecord as JSON. */
  body: string
}

/** An event of an IOI. */
export interface HistoryEventTable {
  advert_id: string
  /** Consecutive per IOI, from 1. */
  number: number
  /** An AdvertEventRecord as JSON. */
  body: string
}

/** A locate, without passwords. */
export interface HistoryLocateTable {
  id: string
  agreement_id: string | null
  /** A LocateRecord as JSON. */
  body: string
}

/** The newest journal entry that the history has. One row. */
export interface HistoryPositionTable {
  one: number
  /** The version of the format. A history of another version is built again. */
  version: number
  seq: number
}
