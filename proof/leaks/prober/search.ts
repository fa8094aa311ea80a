import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Price } from '@aitai/engine/model/price.ts'
import { tick } from './quotes.ts'
import type { Question, Strategy } from './strategies.ts'
import type { Venue } from './venue.ts'
import { Victims } from './victims.ts'

/** How long a question is left in the market: longer than the longest delay of a sweep. */
const lookMs = 6_000
/** After a full search of a name, the next one begins this much later. */
const pauseMs = 10 * 60_000
/** Changes that the server allows to one user in a second. */
const changesPerSecond = 5

interface NameSearch {
  readonly name: number
  readonly traderId: string
  readonly questions: readonly Question[]
  step: number
  advertId: string | null
  nextAt: number
}

/** Lets a prober work for a whole day, or until nothing can happen to it any more. */
export function probe(venue: Venue, strategy: Strategy): void {
  const searches = strategy.traders.flatMap((traders) =>
    Array.from(
      { length: venue.names },
      (_, name): NameSearch => ({
        name,
        traderId: traders[name % traders.length] as string,
        questions: strategy.questions(name),
        step: 0,
        advertId: null,
        nextAt: venue.at,
      }),
    ),
  )
  const traderIds = strategy.traders.flat()
  const victims = new Victims(venue)
  while (!venue.isOver() && !traderIds.every((id) => venue.isFinished(id))) {
    const left = new Map(traderIds.map((id) => [id, changesPerSecond]))
    venue.quotes.withdrawn.clear()
    for (const traderId of traderIds)
      for (const locate of venue.locatesOf(traderId)) {
        if (strategy.withdrawsOrder?.(locate)) venue.quotes.withdrawn.add(locate.name)
        const answer = strategy.answer(locate, venue.at - locate.at)
        if (answer) venue.answer(locate, answer)
      }
    for (const each of searches) {
      const changes = left.get(each.traderId) ?? 0
      if (changes === 0 || each.nextAt > venue.at) continue
      if (advance(venue, strategy, each)) left.set(each.traderId, changes - 1)
    }
    victims.act()
    venue.step()
  }
}

/** Makes the next change in a name. Returns whether there was one to make. */
function advance(venue: Venue, strategy: Strategy, each: NameSearch): boolean {
  const { traderId, name } = each
  const advert = each.advertId === null ? undefined : venue.state.adverts.get(each.advertId)
  const status = advert?.advertisementStatus
  if (status === 'ACCEPT/DECLINE?' || status === 'LOCATED') return false
  const isOver = !advert || status === 'DEAD' || status === 'COMPLETED'
  const withdraw = (): boolean => {
    if (!isOver && advert) venue.cancel(traderId, advert.id)
    each.advertId = null
    return !isOver
  }
  if (strategy.isActive?.(venue.at) === false) {
    each.step = 0
    return withdraw()
  }
  // Nobody is located in a rest, so the prober waits for its end before it asks the next question.
  each.nextAt = Math.max(venue.at, isOver ? 0 : (advert?.restsUntil ?? 0)) + lookMs
  if (!isOver && advert?.restsUntil && advert.restsUntil + lookMs > venue.at && status !== 'PAUSED')
    return false
  if (status === 'PAUSED' && advert && strategy.resumes) {
    venue.resume(traderId, advert.id)
    return true
  }
  if (each.advertId !== null) {
    each.step = (each.step + 1) % each.questions.length
    if (status === 'PAUSED') return withdraw()
    if (each.step === 0) {
      each.nextAt = venue.at + pauseMs
      return withdraw()
    }
  }
  const question = each.questions[each.step] as Question
  const terms = { ...question, ...(strategy.knockouts ? knockout(venue.quotes.midOf(name), question) : {}) }
  if (isOver || !advert) each.advertId = venue.post(traderId, name, terms)
  else venue.modify(traderId, advert.id, terms)
  return true
}

const knockout = (mid: Price, { direction }: { direction: Direction }) => ({
  knockoutTriggerActivated: true,
  knockoutTrigger: direction === 'BUY' ? mid + tick : mid - tick,
})
