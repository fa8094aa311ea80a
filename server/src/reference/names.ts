import type { Role } from '@aitai/contract/codes.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { ConnectionAgreement } from '@aitai/engine/model/connection-agreement.ts'
import type { ShareRatio } from '@aitai/engine/model/share-ratio.ts'
import type { Equity } from './equities.ts'

/** A user's data for display, without secrets. */
export interface Person {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role
  readonly firmId: string | null
  readonly brokerId: string | null
  readonly phone: string | null
  readonly active: boolean
}

interface NamedBroker {
  readonly brokerId: string
  readonly name: string
  readonly shortName: string
  /** Contact details of the broker's desk. */
  readonly contact: string
  readonly active: boolean
}

interface NamedFirm {
  readonly firmId: string
  readonly name: string
  readonly active: boolean
  /** Whether brokers see the names and phones of its traders under an agreement. */
  readonly showsTraders: boolean
}

/**
 * Names, which the engine does not have, in memory because every view needs them. The maps are replaced when
 * the tables are read again, so do not hold on to one.
 */
export interface Names {
  /** By security id, the largest first. Includes securities that can no longer be advertised. */
  readonly equities: ReadonlyMap<string, Equity>
  readonly brokers: ReadonlyMap<string, NamedBroker>
  readonly firms: ReadonlyMap<string, NamedFirm>
  readonly people: ReadonlyMap<string, Person>
  /** The active users of each broker. */
  readonly brokerUsers: ReadonlyMap<string, readonly string[]>
  /** The securities that can be advertised, the largest first. */
  readonly listed: readonly Equity[]
  /** Whether a security can be advertised; a delisted one cannot. */
  isListed(securityId: string): boolean
  /** The ratios of new shares for old ones of a security, the oldest first. */
  ratiosOf(securityId: string): readonly ShareRatio[]
  /** The password of a side, which the state has encrypted; null once its key has been destroyed. */
  passwordOf(
    agreement: Pick<ConnectionAgreement, 'agreementId' | 'passwords'>,
    side: Direction,
  ): string | null
}
