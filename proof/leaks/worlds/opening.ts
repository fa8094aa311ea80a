import type { Direction } from '@aitai/engine/model/advert.ts'
import { opposite } from '@aitai/engine/model/locate.ts'
import type { Security } from '@aitai/engine/model/security.ts'
import type { Competitor } from './competitors.ts'
import type { Observer } from './observer.ts'
import { postTerms } from './own-actions.ts'
import { simpleTerms, swapsOnly } from './terms.ts'
import type { World } from './venue.ts'

/** The market has been fresh for long enough to locate contras (docs/rules.md §8). */
export async function openMarket(worlds: readonly World[]): Promise<void> {
  for (const world of worlds) {
    for (let i = 0; i < 3; i += 1) world.pass(5_000, true)
    await world.settle()
  }
}

interface Opening {
  readonly competitors: Readonly<Record<'birch' | 'cypress' | 'dogwood', Competitor>>
  /** The observers of each world; without a partner, Fir is missing. */
  readonly observers: readonly Readonly<Record<'alder' | 'fir', Observer | undefined>>[]
  readonly securities: readonly Security[]
  readonly directionIn: (securityId: string) => Direction
  readonly brokerIdsOf: (institution: string) => readonly string[]
}

/**
 * What every run has: a locate of competitors beside the observed institution, between its affiliate and one on its
 * own side; a near miss; and with a partner a locate of its own.
 */
export async function postContras(opening: Opening): Promise<void> {
  const { competitors, observers, securities, directionIn, brokerIdsOf } = opening
  const { birch, cypress, dogwood } = competitors
  const [first, second, third] = securities as [Security, Security, Security]
  const direction = directionIn(second.securityId)
  await birch.postSimple(second, direction)
  await dogwood.postSimple(second, opposite(direction))
  const missed = directionIn(third.securityId)
  const separated = { ...simpleTerms(third, brokerIdsOf('Cypress'), opposite(missed)), ...swapsOnly }
  await postTerms(third.securityId, separated)(cypress)
  const post = async (
    security: Security,
    side: Direction,
    by?: Observer,
    brokersOf = 'Fir',
  ): Promise<void> => {
    if (by) await postTerms(security.securityId, simpleTerms(security, brokerIdsOf(brokersOf), side))(by)
  }
  for (const { alder, fir } of observers) {
    await post(third, missed, alder, 'Alder')
    if (!fir) continue
    await post(first, 'BUY', alder)
    await post(first, 'SELL', fir)
  }
}
