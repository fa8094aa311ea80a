import { createHash, createHmac } from 'node:crypto'
import { isoTime } from '@aitai/engine/calendar/iso-times.ts'
import type { Kysely } from 'kysely'
import { type Config, ConfigError } from '../config.ts'
import { useDataKeySecrets } from '../database/encryption/data-keys.ts'
import type { Database } from '../database/schema.ts'
import { evidenceSigner } from '../evidence/evidence-signer.ts'
import {
  createSecretsFile,
  newSecret,
  readSecretsFile,
  replaceSecretsFile,
  type SecretValues,
} from './secrets-file.ts'

/** The secrets of an installation, by the word for `aitai secret rotate`, with their variables. */
export const secretVariables = {
  /** Signs the requests between the processes of a database. */
  peer: 'PEER_SECRET',
  /** Hashes the codes that were sent by SMS, and encrypts the keys of authenticator apps. */
  'two-factor': 'TWO_FACTOR_SECRET',
  /** Hashes addresses and networks in the audit trail. */
  fingerprint: 'FINGERPRINT_SECRET',
  /** Derives the key with which a browser encrypts what it stores of a user. */
  snapshot: 'SNAPSHOT_SECRET',
  /** The private key that signs heads of the chains and receipts: Ed25519. */
  evidence: 'EVIDENCE_SECRET',
  /** Encrypts the data keys, which encrypt columns of the database. */
  data: 'DATA_SECRET',
} as const
export type SecretName = keyof typeof secretVariables
export const secretNames = Object.keys(secretVariables) as readonly SecretName[]

/** In place of a secret: the key in the database that encrypts columns. */
export const dataKeysName = 'data-keys'

/** The secret before the last rotation, which is still accepted until a time. */
export const peerBefore = { secret: 'PEER_SECRET_BEFORE', until: 'PEER_SECRET_BEFORE_UNTIL' } as const

/** The one before the last rotation, with which keys of authenticators may still be encrypted. */
export const twoFactorBefore = 'TWO_FACTOR_SECRET_BEFORE'

/** The one before the last rotation, with which data keys may still be encrypted. */
export const dataBefore = 'DATA_SECRET_BEFORE'

/** How long servers accept the one before, so that they can be restarted one at a time, in milliseconds. */
export const peerOverlapMs = 60 * 60_000

export interface InstallationSecrets {
  readonly of: Readonly<Record<SecretName, Buffer>>
  /** Also the peer key before a rotation, while it is accepted. */
  readonly peerKeys: () => readonly Buffer[]
  /** The secrets with which keys of authenticators may be encrypted, the present one first. */
  readonly twoFactorKeys: readonly Buffer[]
  /** The secrets with which data keys may be encrypted, the present one first. */
  readonly dataSecrets: readonly Buffer[]
  /** Equal for processes with the same secrets. Tells nothing about them. */
  readonly id: string
}

type SecretsConfig = Pick<Config, 'secretsFile' | 'secrets' | 'databaseUrl'>

/**
 * The secrets from the environment and from SECRETS_FILE. The only process of an embedded database creates the
 * file if there is none; several processes must be given the same. Throws ConfigError with what to do, also if a
 * secret is missing. `now` is in milliseconds UTC.
 */
export function openSecrets(config: SecretsConfig, now: () => number = Date.now): InstallationSecrets {
  const { secretsFile, databaseUrl } = config
  let values = secretValues(config)
  if (databaseUrl === null && values === null) {
    createSecretsFile(secretsFile, newSecrets())
    values = secretValues(config)
  }
  if (values === null)
    throw new ConfigError(
      'With DATABASE_URL, every server needs the same secrets. Run `aitai secret create` on one machine, copy ' +
        `${secretsFile} to the others with mode 0600, or name a file with SECRETS_FILE.`,
    )
  return secretsOf(values, now)
}

/** Gives a database the secrets of its encrypted columns, for work on it without a server. */
export const useInstallationSecrets = (db: Kysely<Database>, config: SecretsConfig): void =>
  useDataKeySecrets(db, () => ({ secrets: openSecrets(config).dataSecrets, now: Date.now }))

/** A value for each secret. */
export const newSecrets = (): SecretValues =>
  Object.fromEntries(Object.values(secretVariables).map((name) => [name, newSecret()]))

/** What the file and the environment say; null if there is no file, and not all secrets are in the environment. */
function secretValues({ secretsFile, secrets }: SecretsConfig): SecretValues | null {
  const isComplete = Object.values(secretVariables).every((name) => secrets[name] !== undefined)
  const file = isComplete ? {} : readSecretsFile(secretsFile)
  return file && { ...file, ...secrets }
}

function secretsOf(values: SecretValues, now: () => number): InstallationSecrets {
  const of = Object.fromEntries(
    secretNames.map((name) => [name, secretOf(values, secretVariables[name])]),
  ) as InstallationSecrets['of']
  const before = values[peerBefore.secret] === undefined ? null : secretOf(values, peerBefore.secret)
  const until = Date.parse(values[peerBefore.until] ?? '')
  if (before && Number.isNaN(until))
    throw new ConfigError(`${peerBefore.until} must be a time such as 2026-11-26T08:00:00Z`)
  const id = createHash('sha256')
    .update(Buffer.concat(Object.values(of)))
    .digest('hex')
    .slice(0, 16)
  return {
    of,
    id,
    peerKeys: () => (before && now() < until ? [of.peer, before] : [of.peer]),
    twoFactorKeys: [of['two-factor'], ...optionalSecret(values, twoFactorBefore)],
    dataSecrets: [of.data, ...optionalSecret(values, dataBefore)],
  }
}

const optionalSecret = (values: SecretValues, variable: string): readonly Buffer[] =>
  values[variable] === undefined ? [] : [secretOf(values, variable)]

function secretOf(values: SecretValues, variable: string): Buffer {
  const value = values[variable] ?? ''
  // The error does not quote the value.
  if (!/^[0-9a-f]{64}$/.test(value))
    throw new ConfigError(`${variable} must be 64 hexadecimal digits: openssl rand -hex 32`)
  return Buffer.from(value, 'hex')
}

/** What a rotation changes. */
export interface Rotation {
  /** Of the secret, before and after. They reveal nothing about it. */
  readonly before: string
  readonly after: string
  /** Until when servers accept the one before as well, in milliseconds UTC; null if they do not. */
  readonly overlapUntil: number | null
  /** Of two-factor: the secret before the last rotation, which is forgotten, and the one that takes its place. */
  readonly twoFactor: { readonly older: Buffer; readonly present: Buffer } | null
  /** Of data: the secrets with which data keys may be encrypted, the present one first, and the new one. */
  readonly data: { readonly present: readonly Buffer[]; readonly next: Buffer } | null
  /** Writes the file. */
  apply(): void
}

/** Prepares a new secret in the file. Throws ConfigError if there is no file or the secret is in the environment. */
export function rotatedSecret(
  { secretsFile, secrets }: Pick<Config, 'secretsFile' | 'secrets'>,
  name: SecretName,
  at: number,
): Rotation {
  const variable = secretVariables[name]
  if (secrets[variable] !== undefined)
    throw new ConfigError(`${variable} is set in the environment: change it there, on every machine.`)
  const values = readSecretsFile(secretsFile)
  if (values === null)
    throw new ConfigError(`There is no ${secretsFile}. A server creates it, or aitai secret create.`)
  const before = secretOf(values, variable)
  const next = newSecret()
  const overlapUntil = name === 'peer' ? at + peerOverlapMs : null
  const overlap = {
    ...(overlapUntil !== null && {
      [peerBefore.secret]: before.toString('hex'),
      [peerBefore.until]: isoTime(overlapUntil),
    }),
    ...(name === 'two-factor' && { [twoFactorBefore]: before.toString('hex') }),
    ...(name === 'data' && { [dataBefore]: before.toString('hex') }),
  }
  const [older] = name === 'two-factor' ? optionalSecret({ ...values, ...secrets }, twoFactorBefore) : []
  return {
    before: idOf(name, before),
    after: idOf(name, Buffer.from(next, 'hex')),
    overlapUntil,
    twoFactor: older ? { older, present: before } : null,
    data:
      name === 'data'
        ? {
            present: [before, ...optionalSecret({ ...values, ...secrets }, dataBefore)],
            next: Buffer.from(next, 'hex'),
          }
        : null,
    apply: () => replaceSecretsFile(secretsFile, { ...values, [variable]: next, ...overlap }),
  }
}

/** Of the evidence secret it is the id of its public key, which the signed documents name. */
const idOf = (name: SecretName, secret: Buffer): string =>
  name === 'evidence'
    ? evidenceSigner(secret).keyId
    : createHash('sha256').update(secret).digest('hex').slice(0, 16)

/**
 * A keyed hash that the audit trail stores in place of an e-mail address or a network. Equal values have
 * equal fingerprints. Keyed, because a plain hash of every IPv4 network could be enumerated in a minute.
 */
export type Fingerprint = (of: 'address' | 'network', value: string) => string

export const fingerprintWith =
  (key: Buffer): Fingerprint =>
  (of, value) =>
    createHmac('sha256', key).update(`${of}|${value}`).digest('hex').slice(0, 32)
