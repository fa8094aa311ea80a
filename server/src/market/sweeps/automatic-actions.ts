import { isAutomaticDue } from '@aitai/engine/adverts/automatic.ts'
import type { Advert } from '@aitai/engine/model/advert.ts'
import type { CommandOf } from '@aitai/engine/model/commands.ts'
import type { Event } from '@aitai/engine/model/events.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { arrivalPrices } from '../../quotes/arrival-prices.ts'
import { randomId } from '../../random.ts'
import type { SweptQuotes } from './sweeper.ts'

type AutomaticCommand = CommandOf<'submitAdvert' | 'resumeAdvert'>

/**
 * What the rules of owners do: they renew expired adverts and resume those whose contra missed a locate
 * (docs/rules.md §28). Each is requested once, with the first tick after the event that made it due.
 */
interface AutomaticActions {
  /** Whether there may be something to request. */
  readonly isPending: boolean
  /** Takes the commands that are due, in the order of the adverts' drafting. The engine may refuse them. */
  take(state: State, at: number): AutomaticCommand[]
  /** The state has changed by events, which have been applied to it. */
  note(state: State, events: readonly Event[]): void
  /** What is due is to be read from another state. */
  reset(): void
}

/** `isListed` says whether adverts of a security may be sent: an import of securities may have left it out. */
export function createAutomaticActions(
  quotes: Pick<SweptQuotes, 'sightingOf' | 'usdJpy'>,
  isListed: (securityId: string) => boolean,
): AutomaticActions {
  /** The adverts to look at. Null for all, after a start. */
  let advertIds: Set<string> | null = null
  return {
    get isPending() {
      return advertIds === null || advertIds.size > 0
    },
    take(state, at) {
      const ids = advertIds ?? state.adverts.keys()
      advertIds = new Set()
      return [...ids]
        .map((id) => state.adverts.get(id))
        .filter((advert): advert is Advert => advert !== undefined && isAutomaticDue(advert, at))
        .sort((a, b) => a.sequence - b.sequence)
        .flatMap((advert) => commandOf(state, advert, at) ?? [])
    },
    note(state, events) {
      for (const event of events) for (const id of touchedBy(state, event)) advertIds?.add(id)
    },
    reset() {
      advertIds = null
    },
  }

  function commandOf(state: State, advert: Advert, at: number): AutomaticCommand | null {
    const { id: advertId, traderId, securityId, terms } = advert
    const { price, mid } = arrivalPrices(state, securityId, quotes.sightingOf(securityId).quote, at)
    const common = { at, traderId, advertId, price, isAutomatic: true } as const
    if (advert.advertisementStatus === 'PAUSED') return { type: 'resumeAdvert', ...common }
    if (!isListed(securityId)) return null
    const prices = { arrivalMid: mid, usdJpy: quotes.usdJpy() }
    return { type: 'submitAdvert', ...common, terms, freshId: randomId(), ...prices }
  }
}

/** The adverts for which an event may make a rule due. */
function touchedBy({ locates }: State, event: Event): readonly string[] {
  if (event.type === 'advertExpired') return [event.advertId]
  const locate = event.type === 'locateFailed' ? locates.get(event.locateId) : undefined
  return locate ? [locate.buyId, locate.sellId] : []
}
