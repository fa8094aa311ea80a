/** The formats of signed documents. The version counts up with any change of the members or of the signed bytes. */
export const receiptFormat = 'aitai-receipt/1'
export const headFormat = 'aitai-head/1'
export const digestFormat = 'aitai-digest/1'

/** What every signed document has. */
interface Signed {
  /** The address of the installation, such as `https://desk.example`. */
  readonly installation: string
  readonly keyId: string
  /** Ed25519 over the canonical form of all other members, in base64url without padding. */
  readonly signature: string
}

/** The end of a hash chain. Whoever keeps it can later detect whether the chain up to it was rewritten. */
export interface ChainHead extends Signed {
  readonly format: typeof headFormat
  readonly chain: 'journal' | 'audit'
  readonly seq: number
  readonly hash: string
  /** When the head was made, as an ISO time in UTC with milliseconds. */
  readonly at: string
}

/** Commits to the heads of a day without revealing how many entries the chains have (decision 151). */
export interface DayDigest extends Signed {
  readonly format: typeof digestFormat
  /** The day in Tokyo whose close the heads follow, such as `2026-11-18`. */
  readonly day: string
  readonly at: string
  /** SHA-256 of the text of the journal's head, and of the audit trail's. */
  readonly journal: string
  readonly audit: string
}

interface ReceiptFacts extends Signed {
  readonly format: typeof receiptFormat
  readonly agreementId: string
  /** The RIC, and the name in English. */
  readonly security: string
  readonly securityName: string
  readonly quantity: number
  /** Yen, as a decimal text without trailing zeros. */
  readonly midPrice: string
  readonly broker: string
  readonly locatedAt: string
  readonly agreedAt: string
}

/** An agreement as one of its two traders sees it. */
export interface TraderReceipt extends ReceiptFacts {
  readonly view: 'TRADER'
  readonly side: 'BUY' | 'SELL'
  readonly transactionType: 'CASH_ONLY' | 'SWAP_ONLY'
  /** The trader's own institution. */
  readonly institution: string
}

/** An agreement as its executing broker sees it. */
export interface BrokerReceipt extends ReceiptFacts {
  readonly view: 'BROKER'
  readonly buyInstitution: string
  readonly sellInstitution: string
  readonly buyTransactionType: 'CASH_ONLY' | 'SWAP_ONLY'
  readonly sellTransactionType: 'CASH_ONLY' | 'SWAP_ONLY'
}

export type Receipt = TraderReceipt | BrokerReceipt
export type EvidenceDocument = ChainHead | DayDigest | Receipt
export type EvidenceFormat = EvidenceDocument['format']

/** A document before it is signed. */
export type Unsigned<D extends EvidenceDocument> = D extends D ? Omit<D, 'keyId' | 'signature'> : never

type FieldCheck = (value: unknown) => boolean

const matches =
  (pattern: RegExp): FieldCheck =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const oneOf =
  (...words: readonly string[]): FieldCheck =>
  (value) =>
    words.includes(value as string)
const text: FieldCheck = (value) => typeof value === 'string' && value.length > 0 && value.length <= 200
const count: FieldCheck = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const sha256 = matches(/^[0-9a-f]{64}$/)
const time: FieldCheck = (value) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value
const day = matches(/^\d{4}-\d{2}-\d{2}$/)
const leg = oneOf('CASH_ONLY', 'SWAP_ONLY')

const signed = {
  installation: text,
  keyId: matches(/^[0-9a-f]{16}$/),
  signature: matches(/^[\w-]{86}$/),
}

const agreement = {
  ...signed,
  format: oneOf(receiptFormat),
  agreementId: text,
  security: text,
  securityName: text,
  quantity: count,
  midPrice: matches(/^(0|[1-9]\d*)(\.\d{0,3}[1-9])?$/),
  broker: text,
  locatedAt: time,
  agreedAt: time,
}

type Fields = Readonly<Record<string, FieldCheck>>

const headFields: Fields = {
  ...signed,
  format: oneOf(headFormat),
  chain: oneOf('journal', 'audit'),
  seq: count,
  hash: sha256,
  at: time,
}
const digestFields: Fields = {
  ...signed,
  format: oneOf(digestFormat),
  day,
  at: time,
  journal: sha256,
  audit: sha256,
}
const traderFields: Fields = {
  ...agreement,
  view: oneOf('TRADER'),
  side: oneOf('BUY', 'SELL'),
  transactionType: leg,
  institution: text,
}
const brokerFields: Fields = {
  ...agreement,
  view: oneOf('BROKER'),
  buyInstitution: text,
  sellInstitution: text,
  buyTransactionType: leg,
  sellTransactionType: leg,
}

function fieldsOf({ format, view }: Readonly<Record<string, unknown>>): Fields | null {
  if (format === headFormat) return headFields
  if (format === digestFormat) return digestFields
  if (format === receiptFormat) return view === 'BROKER' ? brokerFields : traderFields
  return null
}

/** Whether a value is a document of exactly these members; null if its format is not known. */
export function isEvidence(value: Readonly<Record<string, unknown>>): boolean | null {
  const fields = fieldsOf(value)
  if (fields === null) return null
  const names = Object.keys(value)
  return (
    names.length === Object.keys(fields).length &&
    names.every((name) => Object.hasOwn(fields, name) && fields[name]?.(value[name]))
  )
}

/** The time that a document states of what it attests, in milliseconds UTC. */
export const timeOf = (document: EvidenceDocument): number =>
  Date.parse('agreedAt' in document ? document.agreedAt : document.at)
