import { randomBytes, randomInt } from 'node:crypto'

/**
 * The kinds of secrets and the locations where each may be: columns of tables, output of operator commands,
 * and files that an operator requested. Anywhere else they are leaks.  `table.column` is a column, `aitai
 * NAME` the output of a command, `file NAME` a file. `*` is a wildcard. A backup is a database like the
 * first: its bytes may contain what its tables may contain.
 */
export const allowedLocations = {
  /** Only their hashes are stored, or nothing at all. */
  'session token': [],
  'two-factor token': [],
  'feed token': [],
  'SMS token': [],
  'mail password': [],
  password: [],
  /** Encrypted, or hashed. */
  'authenticator key': [],
  'recovery code': [],
  'name of an authenticator': [
    ...['authenticator.name', 'authenticator_setup.name', 'aitai user authenticators', 'aitai user export'],
  ],
  'passkey challenge': [],
  /** Encrypted. */
  'client secret of a provider': [],
  /** What binds a sign-in at a provider to a browser, and its codes. */
  'sign-in at a provider': [],
  'logout token': [],
  /** Of order management systems and of operators: printed once. */
  credential: ['aitai credential add'],
  'name of a passkey': ['passkey.name', 'aitai user authenticators', 'aitai user export'],
  /** Deleted with their messages: none is left once all are delivered. */
  'temporary password': [],
  code: [],
  'reset token': [],
  /** Of messages that have not been delivered yet: encrypted in the table. */
  'waiting secret': ['aitai outbox'],
  /** Of users. A message is stored with its recipient; its text is encrypted. */
  'e-mail address': [
    ...['person.email', 'outbox.recipient'],
    ...['aitai user *', 'aitai rating show', 'aitai outbox', 'aitai surveillance', 'aitai advert list'],
    ...['aitai credential add', 'aitai credential list'],
    // It names the staff whose credentials it has ended, and who has grants (docs/decisions/0161-after-a-restore.md).
    'aitai restore',
  ],
  /** Of somebody without an account. Requests in that name leave nothing. */
  'address of a stranger': [],
  /** Of users: encrypted. */
  'telephone number': ['aitai user *', 'aitai outbox'],
  /** Shown to both sides of an agreement. */
  'contact of a broker': ['broker.contact', 'notification.body', 'aitai broker *'],
  /** They open everything that is encrypted. */
  'secret of the installation': ['file secrets.env'],
  /** Of callers. Only keyed hashes of networks are stored. */
  'network address': [],
  name: [
    ...['person.first_name', 'person.last_name', 'outbox.subject'],
    ...['notification.body', 'aitai user *', 'aitai outbox'],
  ],
  'user id': [
    // After a restore a session has the user id in place of the token's hash, so that no token opens it.
    // An erased user has the id in place of the address.
    ...['person.id', 'person.email', 'session.user_id', 'session.token_hash', 'login_attempt.user_id'],
    'outbox.recipient',
    ...['preference.user_id', 'notification.user_id', 'newest_notification.user_id'],
    ...['passkey.user_id', 'authenticator.user_id', 'authenticator_setup.user_id', 'recovery_code.user_id'],
    ...['staff_grant.user_id', 'credential_user.user_id'],
    ...['password_reset.user_id', 'usual_network.user_id', 'audit.actor', 'audit.subject', 'audit.details'],
    ...['journal.command', 'journal.events', 'snapshot.state', 'notification.body', 'aitai user *'],
    ...['history_advert.trader_id', 'history_advert.body', 'history_locate.body'],
    ...['aitai audit export', 'file audit.*'],
  ],
  quantity: [
    ...['journal.command', 'journal.events', 'snapshot.state', 'notification.body'],
    ...['history_advert.body', 'history_event.body', 'history_locate.body'],
    ...[
      'aitai audit export',
      'aitai explain-match',
      'file audit.*',
      'aitai user export',
      'aitai advert list',
    ],
  ],
  'trigger level': [
    ...['journal.command', 'journal.events', 'snapshot.state', 'notification.body'],
    'history_advert.body',
    ...['aitai audit export', 'file audit.*', 'aitai user export'],
  ],
  'advert, locate or agreement': [
    ...['journal.command', 'journal.events', 'snapshot.state'],
    ...['notification.body', 'notification.about', 'newest_notification.about'],
    ...['history_advert.advert_id', 'history_advert.body', 'history_event.advert_id', 'history_event.body'],
    ...['history_locate.id', 'history_locate.agreement_id', 'history_locate.body'],
    ...['aitai audit export', 'aitai explain-match', 'file audit.*', 'aitai user export', 'aitai advert *'],
  ],
  /** Encrypted in the journal, snapshots, notifications and stored replies. */
  'password of a side': [],
  preference: [
    ...['preference.body', 'journal.command', 'journal.events', 'snapshot.state', 'notification.body'],
    'history_advert.body',
    ...['aitai audit export', 'file audit.*', 'aitai user export'],
  ],
  'reason of an operator': [
    ...['audit.reason', 'journal.command', 'journal.events', 'snapshot.state', 'file audit.*'],
    ...['aitai firm *', 'aitai security *', 'aitai halt list', 'aitai platform *', 'aitai explain-match'],
    ...['aitai surveillance', 'aitai audit export', 'aitai user export', 'aitai advert cancel'],
  ],
  /** Cells of a bulk file: validated, returned, and stored nowhere. */
  'cell of a file': [],
  /** In URLs, headers, bodies and frames that cannot be parsed. */
  'malformed input': [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type SecretKind = keyof typeof allowedLocations
export const secretKinds = Object.keys(allowedLocations) as SecretKind[]

/** Whether a kind may be found nowhere, so that the search cannot be validated with it. */
export const isAllowedNowhere = (kind: SecretKind): boolean => allowedLocations[kind].length === 0

export interface PlantedSecret {
  readonly kind: SecretKind
  /** Its description for the report, which never prints the value. */
  readonly what: string
  readonly value: string
}

const consonants = 'bcdfghjkmnpqrstvwxz'

/** A word that occurs nowhere else. */
export const uniqueWord = (length = 12): string =>
  Array.from({ length }, () => consonants[randomInt(consonants.length)]).join('')

/** All secrets of a run, planted or received, which are searched for at the end. */
export class PlantedSecrets {
  readonly #known = new Map<string, PlantedSecret>()
  #addresses = 100

  /** Registers a secret and returns it. */
  plant(kind: SecretKind, what: string, value: string): string {
    if (value.length < 5) throw new Error(`${what} is too short to be unique`)
    const key = `${kind}|${value}`
    if (!this.#known.has(key)) this.#known.set(key, { kind, what, value })
    return value
  }

  all(): readonly PlantedSecret[] {
    return [...this.#known.values()]
  }

  word = (kind: SecretKind, what: string): string => this.plant(kind, what, uniqueWord())
  name = (what: string): string => {
    const name = uniqueWord(9)
    return this.plant('name', what, name.charAt(0).toUpperCase() + name.slice(1))
  }
  email = (what: string, kind: SecretKind = 'e-mail address'): string =>
    this.plant(kind, what, `${uniqueWord()}@${uniqueWord(8)}.example`)
  password = (what: string): string => this.plant('password', what, randomBytes(18).toString('base64url'))
  phone = (what: string, kind: SecretKind = 'telephone number'): string =>
    this.plant(kind, what, `+8190${randomInt(10_000_000, 99_999_999)}`)
  /** From the network for documentation (RFC 5737), so that it is never a real address. */
  address = (what: string): string => {
    this.#addresses += 1
    return this.plant('network address', what, `198.51.100.${this.#addresses}`)
  }
  /**
   * An odd multiple of every lot above the platform minimum. Any two are within a factor of two, so that they
   * match whatever the minimum quantity of a new advert is.
   */
  shares = (what: string): number =>
    Number(this.plant('quantity', what, `${randomInt(2_511, 4_999) * 2 + 1}00`))
}
