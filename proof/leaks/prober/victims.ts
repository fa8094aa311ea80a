import { directions, type TransactionType } from '@aitai/engine/model/advert.ts'
import type { Locate } from '@aitai/engine/model/locate.ts'
import type { Random } from '../../harness/random.ts'
import { nameOf } from './quotes.ts'
import { lotSize, type Venue, victimIds } from './venue.ts'

interface Victim {
  readonly traderId: string
  readonly brokerIds: readonly string[]
  readonly transactionType: TransactionType
  advertId: string | null
  /** When it looks for another name. */
  replaceAt: number
}

/**
 * Institutions with one hidden IOI each, which they replace by another in the course of the day. They differ in their
 * brokers and in whether they trade cash or swap, and with the day in their ratings.
 */
export class Victims {
  readonly #venue: Venue
  readonly #chance: Random
  readonly #victims: Victim[]

  constructor(venue: Venue) {
    this.#venue = venue
    this.#chance = venue.chance
    this.#victims = victimIds.map((traderId, i) => ({
      traderId,
      brokerIds: [['broker1', 'broker2'], ['broker1'], ['broker2']][i % 3] as string[],
      transactionType: (['CASH_SWAP', 'CASH_ONLY', 'SWAP_ONLY', 'CASH_SWAP'] as const)[i % 4] ?? 'CASH_SWAP',
      advertId: null,
      replaceAt: 0,
    }))
  }

  act(): void {
    for (const victim of this.#victims) this.#act(victim)
  }

  /** Answers after some seconds, resumes after some minutes, and looks for another name within the hour or two. */
  #act(victim: Victim): void {
    const venue = this.#venue
    const advert = victim.advertId === null ? undefined : venue.state.adverts.get(victim.advertId)
    const status = advert?.advertisementStatus
    if (advert?.locateId) {
      const locate = venue.state.locates.get(advert.locateId) as Locate
      const { direction } = advert.terms
      if (locate.answers[direction] || !this.#chance.happens(0.1)) return
      const answer = this.#chance.happens(0.55) ? 'ACCEPT' : 'DECLINE'
      const { traderId } = victim
      venue.answer(
        { traderId, locateId: locate.locateId, direction, name: nameOf(advert.securityId) },
        answer,
      )
    } else if (!advert || status === 'COMPLETED' || status === 'DEAD') {
      if (victim.replaceAt <= venue.at && victim.advertId !== null) victim.advertId = null
      if (victim.advertId === null) this.#post(victim)
    } else if (status === 'PAUSED') {
      if (this.#chance.happens(1 / 120)) venue.resume(victim.traderId, advert.id)
    } else if (victim.replaceAt <= venue.at) {
      venue.cancel(victim.traderId, advert.id)
      this.#post(victim)
    }
  }

  #post(victim: Victim): void {
    const { traderId, brokerIds, transactionType } = victim
    victim.advertId = this.#venue.post(traderId, this.#chance.between(0, this.#venue.names - 1), {
      direction: this.#chance.oneOf(directions),
      shareQuantity: this.#chance.between(100, 5_000) * lotSize,
      minimumQuantity: this.#chance.between(10, 50),
      credibilityHurdle: this.#chance.oneOf([10, 21, 41]),
      brokerIds,
      transactionType,
    })
    victim.replaceAt = this.#venue.at + this.#chance.between(30, 90) * 60_000
  }
}
