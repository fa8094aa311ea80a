import type { Generated } from 'kysely'

/**
 * One schema for SQLite and PostgreSQL, in the portable subset of both: times as integer milliseconds UTC,
 * JSON as text, booleans as 0 and 1, ids as text (design 6).
 */
export interface Database {
  journal: JournalTable
  snapshot: SnapshotTable
  notice: NoticeTable
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
export interface NoticeTable {
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
}

/** Answers already given to a command with a key, so that it is applied once (design 6). */
export interface IdempotencyTable {
  key: string
  at: number
  fingerprint: string
  status: number
  body: string
}
