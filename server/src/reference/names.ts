import type { Role } from '@aitai/contract/common-schemas.ts'
import type { Equity } from './equities.ts'

/** Who someone is, to be shown. No secrets: neither password nor token. */
export interface Person {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly firmId: string | null
  readonly brokerId: string | null
  readonly active: boolean
}

export interface NamedBroker {
  readonly brokerId: string
  readonly name: string
  readonly shortName: string
  /** How the broker's desk is reached. */
  readonly contact: string
  readonly active: boolean
}

export interface NamedFirm {
  readonly firmId: string
  readonly name: string
  readonly active: boolean
}

/**
 * What the engine does not know: names, held in memory since every view needs them. The maps are
 * replaced whole when the tables were read again; do not keep one.
 */
export interface Names {
  /** By security id, in their order: the largest first. Also those that can no longer be advertised. */
  readonly equities: ReadonlyMap<string, Equity>
  readonly brokers: ReadonlyMap<string, NamedBroker>
  readonly firms: ReadonlyMap<string, NamedFirm>
  readonly people: ReadonlyMap<string, Person>
  /** The active users of each broker. */
  readonly brokerUsers: ReadonlyMap<string, readonly string[]>
  /** The securities that can be advertised, in their order. */
  readonly listed: readonly Equity[]
  /** Whether a security can be advertised: one that was taken off the list is known still, and cannot. */
  isListed(securityId: string): boolean
}

export const fullName = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`
