import { createHmac } from 'node:crypto'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { ConnectionAgreement } from '@aitai/engine/model/connection-agreement.ts'
import type { Kysely } from 'kysely'
import type { Database, OutboxTable } from '../schema.ts'
import { decryptWith, encryptWith } from './cipher.ts'
import { type DataKeys, dataKeysOf, type KeyPurpose } from './data-keys.ts'

/**
 * The encrypted values, by table and column, with the keys that encrypt them. The row that a value belongs to is
 * part of the encryption, so that a value that was copied to another row or column is refused:
 * `person.phone` by the user's id, `approval.args` and `approval.shown` by the request's, `outbox.body` by its
 * `letter_id`, kind and recipient, `idempotency.body` by its key, the passwords of an agreement by its id and side,
 * and those in a notification by its receiver and number.
 */
const encryptedColumns = {
  'person.phone': 'columns',
  'outbox.body': 'columns',
  'idempotency.body': 'columns',
  'sign_in_provider.client_secret': 'columns',
  'approval.args': 'columns',
  'approval.shown': 'columns',
  'journal.password': 'locatePasswords',
  'notification.password': 'locatePasswords',
} as const satisfies Record<string, KeyPurpose>
export type EncryptedColumn = keyof typeof encryptedColumns

/** A value was changed, or belongs to another row; of a message, the recipient may have been changed. */
export class ForgedValue extends Error {
  constructor(column: EncryptedColumn) {
    const readdressed = column === 'outbox.body' ? ', or its recipient was changed' : ''
    super(`a value of ${column} was changed or copied from another row${readdressed}`)
    this.name = 'ForgedValue'
  }
}

interface ValuePosition {
  readonly column: EncryptedColumn
  /** What identifies the row. */
  readonly row: string
  /** Also needed to decrypt it, and stored nowhere: the client's key of a stored reply. */
  readonly secret?: Buffer
}

const contextOf = ({ column, row }: ValuePosition): string => `${column}\n${row}`

const withSecret = (key: Buffer, { secret }: ValuePosition): Buffer =>
  secret ? createHmac('sha256', key).update(secret).digest() : key

const keyIdOf = (stored: string): string => stored.slice(0, stored.indexOf('.'))

/** A value as it is stored: the id of the data key and the encrypted text. */
export function encryptValue(keys: DataKeys, text: string, position: ValuePosition): string {
  const { column } = position
  const { id, key } = keys.encryptingKey(encryptedColumns[column], column)
  return `${id}.${encryptWith(withSecret(key, position), text, contextOf(position))}`
}

/**
 * The text of a stored value; null if its key has been destroyed. Throws ForgedValue if it was changed or belongs to
 * another row.
 */
export function decryptValue(keys: DataKeys, stored: string, position: ValuePosition): string | null {
  const [id, encrypted, ...rest] = stored.split('.')
  if (id === undefined || encrypted === undefined || rest.length > 0) throw new ForgedValue(position.column)
  const key = keys.decryptingKey(id, position.column)
  if (key === null) return null
  const text = decryptWith(withSecret(key, position), encrypted, contextOf(position))
  if (text === null) throw new ForgedValue(position.column)
  return text.toString('utf8')
}

export type MessageAddress = Pick<OutboxTable, 'letter_id' | 'kind' | 'recipient'>

/**
 * The position of a message's text. The recipient is part of it: it is stored as it is, and whoever can write to the
 * database could otherwise have a link or a password sent to themselves.
 */
export const messageText = ({ letter_id, kind, recipient }: MessageAddress) =>
  ({ column: 'outbox.body', row: `${letter_id}.${kind}.${recipient}` }) as const

/** A user's phone as it is stored. */
export const encryptPhone = async (
  db: Kysely<Database>,
  userId: string,
  phone: string | null,
): Promise<string | null> =>
  phone === null ? null : encryptValue(await dataKeysOf(db), phone, { column: 'person.phone', row: userId })

/** A user's phone; null if the user has none. */
export const decryptPhone = async (
  db: Kysely<Database>,
  { id, phone }: { readonly id: string; readonly phone: string | null },
): Promise<string | null> =>
  phone === null ? null : decryptValue(await dataKeysOf(db), phone, { column: 'person.phone', row: id })

const agreementPassword = (agreementId: string, side: Direction) =>
  ({ column: 'journal.password', row: `${agreementId}.${side}` }) as const

/**
 * The password of a side as the command that may lead to the agreement has it. The journal, snapshots and replicas
 * contain nothing else, and the journal's hashes cover it.
 */
export const encryptLocatePassword = (
  keys: DataKeys,
  password: string,
  agreementId: string,
  side: Direction,
): string => encryptValue(keys, password, agreementPassword(agreementId, side))

/** The passwords that were decrypted, as long as their agreement is in use. */
const decrypted = new WeakMap<object, { [side in Direction]?: string }>()

/**
 * The password of a side of an agreement; null if its key has been destroyed. Each is decrypted once: the list of a
 * broker has hundreds of them, and each of its users reads it every ten seconds.
 */
export function decryptLocatePassword(
  keys: DataKeys,
  { agreementId, passwords }: Pick<ConnectionAgreement, 'agreementId' | 'passwords'>,
  side: Direction,
): string | null {
  const stored = passwords[side]
  const known = decrypted.get(passwords)
  if (known?.[side] !== undefined && keys.has(keyIdOf(stored))) return known[side]
  const text = decryptValue(keys, stored, agreementPassword(agreementId, side))
  if (text !== null) decrypted.set(passwords, { ...known, [side]: text })
  return text
}
