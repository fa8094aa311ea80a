import { randomBytes, randomInt } from 'node:crypto'

/**
 * What must not get about, by kind; and for each where it belongs: columns of tables, what the back office
 * prints, files an operator asked for. Everywhere else there must be none of it (quality S14, NI12).
 *
 * `table.column` is a column, `aitai NAME` what a command printed, `file NAME` a file. `*` stands for all of
 * them. A backup is a database like the first: what it may hold is what its tables may.
 */
export const allowedLocations = {
  /** Only their hashes are kept, or nothing at all. */
  'session token': [],
  'two-factor token': [],
  'feed token': [],
  'SMS token': [],
  'mail password': [],
  password: [],
  /** Gone with their letters: none is left when all were delivered. */
  'temporary password': [],
  code: [],
  'reset token': [],
  /** Of letters that still wait. */
  'waiting secret': ['outbox.body', 'aitai outbox'],
  /** Of users. A letter is remembered with whom it went to, and its text while it waits. */
  'e-mail address': [
    ...['person.email', 'outbox.recipient', 'outbox.body'],
    ...['aitai user *', 'aitai rating show', 'aitai outbox'],
  ],
  /** Of nobody who has an account: whoever asks in its name leaves nothing. */
  'address of a stranger': [],
  'telephone number': ['person.phone', 'outbox.recipient', 'outbox.body', 'aitai user *', 'aitai outbox'],
  /** Of who calls: only keyed hashes of networks are kept. */
  'network address': [],
  name: [
    ...['person.first_name', 'person.last_name', 'outbox.subject', 'outbox.body'],
    ...['notice.body', 'idempotency.body', 'aitai user *', 'aitai outbox'],
  ],
  'user id': [
    // After a restore no token opens a session: in place of its hash stands whose it was.
    ...['person.id', 'session.user_id', 'session.token_hash', 'login_attempt.user_id'],
    ...['preference.user_id', 'notice.user_id'],
    ...['password_reset.user_id', 'usual_network.user_id', 'audit.actor', 'audit.subject', 'audit.details'],
    ...['journal.command', 'journal.events', 'snapshot.state', 'notice.body', 'aitai user *'],
    ...['aitai audit export', 'file audit.*'],
  ],
  quantity: [
    ...['journal.command', 'journal.events', 'snapshot.state', 'notice.body', 'idempotency.body'],
    ...['aitai audit export', 'aitai explain-match', 'file audit.*'],
  ],
  'trigger level': [
    ...['journal.command', 'journal.events', 'snapshot.state', 'notice.body', 'idempotency.body'],
    ...['aitai audit export', 'file audit.*'],
  ],
  'advert, locate or agreement': [
    ...['journal.command', 'journal.events', 'snapshot.state'],
    ...['notice.body', 'notice.about', 'idempotency.body'],
    ...['aitai audit export', 'aitai explain-match', 'file audit.*'],
  ],
  'password of a side': [
    ...['journal.command', 'journal.events', 'snapshot.state', 'notice.body', 'idempotency.body'],
  ],
  preference: [
    ...['preference.body', 'journal.command', 'journal.events', 'snapshot.state', 'notice.body'],
    ...['idempotency.body', 'aitai audit export', 'file audit.*'],
  ],
  'reason of an operator': [
    ...['audit.reason', 'journal.command', 'journal.events', 'snapshot.state', 'file audit.*'],
    ...['aitai halt', 'aitai halts', 'aitai platform *', 'aitai resume', 'aitai explain-match'],
    'aitai audit export',
  ],
  /** Cells of a bulk file: judged, answered, and kept nowhere. */
  'cell of a file': [],
  /** In addresses, headers, bodies and frames that nothing understands. */
  rubbish: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type SecretKind = keyof typeof allowedLocations
export const secretKinds = Object.keys(allowedLocations) as SecretKind[]

/** Of these none needs to be met again for the search to be trusted: they belong nowhere. */
export const isAllowedNowhere = (kind: SecretKind): boolean => allowedLocations[kind].length === 0

export interface PlantedSecret {
  readonly kind: SecretKind
  /** What it is in this run, for the report: its value is not printed. */
  readonly what: string
  readonly value: string
}

const letters = 'bcdfghjkmnpqrstvwxz'

/** A word that stands nowhere else. */
export const uniqueWord = (length = 12): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')

/** What a run has planted, and what it was given: all of it is searched for in the end. */
export class PlantedSecrets {
  readonly #known = new Map<string, PlantedSecret>()
  #addresses = 100

  /** Remembers a value, and gives it back. */
  keep(kind: SecretKind, what: string, value: string): string {
    if (value.length < 5) throw new Error(`${what} is too short to be told from anything else`)
    const key = `${kind}|${value}`
    if (!this.#known.has(key)) this.#known.set(key, { kind, what, value })
    return value
  }

  all(): readonly PlantedSecret[] {
    return [...this.#known.values()]
  }

  word = (kind: SecretKind, what: string): string => this.keep(kind, what, uniqueWord())
  name = (what: string): string => {
    const name = uniqueWord(9)
    return this.keep('name', what, name.charAt(0).toUpperCase() + name.slice(1))
  }
  email = (what: string, kind: SecretKind = 'e-mail address'): string =>
    this.keep(kind, what, `${uniqueWord()}@${uniqueWord(8)}.example`)
  password = (what: string): string => this.keep('password', what, randomBytes(18).toString('base64url'))
  phone = (what: string): string =>
    this.keep('telephone number', what, `+8190${randomInt(10_000_000, 99_999_999)}`)
  /** Of the network that is for examples (RFC 5737), so that no real one can be meant. */
  address = (what: string): string => {
    this.#addresses += 1
    return this.keep('network address', what, `198.51.100.${this.#addresses}`)
  }
  /**
   * A multiple of every lot, worth more than the least there is; no round number. Any two are within one
   * to two of each other, so that they meet whatever the minimum of a new advert is.
   */
  shares = (what: string): number =>
    Number(this.keep('quantity', what, `${randomInt(2_511, 4_999) * 2 + 1}00`))
}
