import type { Generated } from 'kysely'

/**
 * One schema for SQLite and PostgreSQL, in the portable subset of both: times as integer milliseconds UTC,
 * JSON as text, booleans as 0 and 1, ids as text (design 6).
 */
export interface Database {
  journal: JournalTable
  snapshot: SnapshotTable
  notice: NotificationTable
  firm: FirmTable
  firm_broker: FirmBrokerTable
  broker: BrokerTable
  person: PersonTable
  session: SessionTable
  login_attempt: LoginAttemptTable
  preference: PreferenceTable
  equity: EquityTable
  setting: SettingTable
  outbox: OutboxTable
  idempotency: IdempotencyTable
  audit: AuditTable
  audit_end: AuditEndTable
  password_reset: PasswordResetTable
  usual_network: UsualNetworkTable
  calendar_part: CalendarPartTable
}

/** Commands with their events, in order. `hash` covers the row and the hash before it. */
export interface JournalTable {
  seq: number
  at: number
  command: string
  events: string
  hash: string
}

/** The state after an entry, so that a start need not fold from the first day. */
export interface SnapshotTable {
  seq: number
  /** Which shape of state this is: an unknown one is not read, the journal is folded instead. */
  version: number
  state: string
  /** Of the journal's entry `seq`: a snapshot of another history is not read. */
  hash: string
  /** SHA-256 of `state`: a damaged snapshot is not read. */
  digest: string
}

/** What a user was told: stored with the journal entry that caused it, kept until hidden (rules 17). */
export interface NotificationTable {
  id: string
  user_id: string
  /** Counts up per user, without gaps. Never leaves the server. */
  number: number
  seq: number
  at: number
  /** A later notice about the same replaces it: a trader's security, a broker's agreement. */
  about: string | null
  message: string
  /** The Notification of the contract as JSON, as it was when it happened. */
  body: string
  ack: number
  visible: number
  /** When it was acknowledged first, in milliseconds UTC; null if it was not, or by an older version. */
  acked_at: number | null
}

export interface FirmTable {
  id: string
  name: string
  affiliate_group: string | null
  active: number
}

export interface FirmBrokerTable {
  firm_id: string
  broker_id: string
}

export interface BrokerTable {
  id: string
  name: string
  short_name: string
  contact: string
  swap_enabled: number
  active: number
}

export interface PersonTable {
  id: string
  email: string
  first_name: string
  last_name: string
  role: string
  firm_id: string | null
  broker_id: string | null
  phone: string | null
  language: string
  two_factor: number
  password_hash: string
  /** A temporary password's end; null once the user has set an own one. */
  temporary_until: number | null
  first_login: number
  active: number
  /** Wrong codes in a row, over all log-ins; at too many nobody gets in until an operator unlocks. */
  wrong_codes: Generated<number>
}

/** One per user at most (rules 16). Only the hash of the token is kept. */
export interface SessionTable {
  token_hash: string
  user_id: string
  /** 'session' or 'firstLogin'. */
  kind: string
  started_at: number
  seen_at: number
  /** Why it ended, kept for the answer to its next request: REPLACED, TIMED_OUT, LOGGED_OUT. */
  ended: string | null
}

/** A log-in that waits for its code. */
export interface LoginAttemptTable {
  token_hash: string
  user_id: string
  started_at: number
  code_hash: string | null
  code_sent_at: number | null
  tries: number
  sends: number
  /** Of the password that was given: after a change no code opens a session. */
  password_version: Generated<string>
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
  topix500: number
  lot_size: number
  /** 1/10,000 yen. */
  close_price: number
  /** The day's limits where the exchange published others than the close gives, in 1/10,000 yen. */
  min_price: number | null
  max_price: number | null
  /** By size, the largest first. */
  position: number
  active: number
}

/** Small facts of the installation: secrets of its own, seeds, what was set up already. */
export interface SettingTable {
  name: string
  value: string
}

export interface OutboxTable {
  id: Generated<number>
  at: number
  kind: string
  recipient: string
  subject: string
  body: string
  sent_at: number | null
  /**
   * Random, the same at every try: a receiver that got it twice can tell. Empty in rows of an older schema.
   */
  letter_id: Generated<string>
  tries: Generated<number>
  /** When it is tried next; while it is under way, when its carrier is taken for dead. */
  next_at: Generated<number>
  /** Set when it was refused for good, or tried for too long. */
  given_up_at: Generated<number | null>
  /** Why the last try failed, without anything of the letter. */
  fault: Generated<string>
  /** When what it says is worth nothing any more. 0 in rows of an older schema: then its kind says. */
  good_until: Generated<number>
}

/** Answers already given to a command with a key, so that it is applied once (design 6). */
export interface IdempotencyTable {
  key: string
  at: number
  fingerprint: string
  status: number
  body: string
}

/**
 * Who did what outside the market, in order: log-ins, accounts, staff. `hash` covers the row and the hash
 * before.
 */
export interface AuditTable {
  seq: number
  at: number
  /** A user's id, `staff:NAME`, or `system`. */
  actor: string
  /** What was done, as a verb and a noun: `userDisabled`. */
  action: string
  /** What it was done to: an id, or empty. */
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

/** A link to set a new password. Only the hash of its token is kept. */
export interface PasswordResetTable {
  token_hash: string
  /** Null for an address that is nobody's. */
  user_id: string | null
  at: number
  used_at: number | null
  /** Of the password it was asked for: after a change the link is worth nothing. */
  password_version: string
}

/** A network that somebody has got in from: an attack from elsewhere does not slow that user down there. */
export interface UsualNetworkTable {
  user_id: string
  /** A keyed hash: addresses of networks are few enough to be tried. */
  network: string
  at: number
}

/** What an operator has set in place of the shipped calendar: 'hours' or 'holidays', as JSON. */
export interface CalendarPartTable {
  name: string
  body: string
}
