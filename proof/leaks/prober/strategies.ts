import type { Direction } from '@aitai/engine/model/advert.ts'
import { type Price, yen } from '@aitai/engine/model/price.ts'
import { nameCount, type ProberLocate, type Venue } from './venue.ts'

/** What a prober does with a locate after this many milliseconds: nothing yet, or an answer. */
type Answer = 'ACCEPT' | 'DECLINE' | null

export interface Strategy {
  readonly name: string
  /** The traders of each institution of the prober. Several institutions are affiliates. */
  readonly traders: readonly (readonly string[])[]
  answer(locate: ProberLocate, elapsedMs: number): Answer
  /** Whether it accepts, so that brokers can report that nothing was executed. */
  readonly accepts?: true
  /** Whether a paused advert is sent again in the same name. Otherwise the prober moves on to another one. */
  readonly resumes: boolean
  /** Whether each advert has a knockout one tick from the mid. */
  readonly knockouts: boolean
}

const one = [['prober']] as const
const declineAtOnce = (_: ProberLocate, elapsedMs: number): Answer => (elapsedMs >= 1_000 ? 'DECLINE' : null)

export const strategies: readonly Strategy[] = [
  {
    name: 'descending sizes, decline',
    traders: one,
    answer: declineAtOnce,
    resumes: false,
    knockouts: false,
  },
  { name: 'decline and resume', traders: one, answer: declineAtOnce, resumes: true, knockouts: false },
  {
    name: 'knockout near the mid',
    traders: one,
    // Waits for the mid to reach the knockout, and declines only when the window is nearly over.
    answer: (_, elapsedMs) => (elapsedMs >= 29_000 ? 'DECLINE' : null),
    resumes: false,
    knockouts: true,
  },
  { name: 'never answer', traders: one, answer: () => null, resumes: false, knockouts: false },
  {
    name: 'accept and walk away',
    traders: one,
    answer: (_, elapsedMs) => (elapsedMs >= 1_000 ? 'ACCEPT' : null),
    accepts: true,
    resumes: false,
    knockouts: false,
  },
  {
    name: 'two colleagues',
    traders: [['prober', 'colleague']],
    answer: declineAtOnce,
    resumes: false,
    knockouts: false,
  },
  {
    name: 'two affiliates',
    traders: [['prober'], ['affiliate']],
    answer: declineAtOnce,
    resumes: false,
    knockouts: false,
  },
]

/** A step of the search in one name: a side and a size. With a minimum of 10 percent three sizes find every IOI. */
const search: readonly (readonly [Direction, number])[] = (['BUY', 'SELL'] as const).flatMap((direction) =>
  [4_000_000, 400_000, 40_000].map((shares) => [direction, shares] as const),
)

/** How long a size is left in the market: longer than the longest delay of a sweep. */
const lookMs = 6_000
/** After a full search of a name, the next one begins this much later. */
const pauseMs = 10 * 60_000
/** Changes that the server allows to one user in a second. */
const changesPerSecond = 5

interface NameSearch {
  readonly name: number
  readonly traderId: string
  step: number
  advertId: string | null
  nextAt: number
}

/** Lets a prober work for a whole day. */
export function probe(venue: Venue, strategy: Strategy): void {
  const searches = strategy.traders.flatMap((traders) =>
    Array.from(
      { length: nameCount },
      (_, name): NameSearch => ({
        name,
        traderId: traders[name % traders.length] as string,
        step: 0,
        advertId: null,
        nextAt: venue.at,
      }),
    ),
  )
  const traderIds = strategy.traders.flat()
  while (!venue.isOver()) {
    const left = new Map(traderIds.map((id) => [id, changesPerSecond]))
    for (const traderId of traderIds)
      for (const locate of venue.locatesOf(traderId)) {
        const answer = strategy.answer(locate, venue.at - locate.at)
        if (answer) venue.answer(locate, answer)
      }
    for (const each of searches) {
      const changes = left.get(each.traderId) ?? 0
      if (changes === 0 || each.nextAt > venue.at) continue
      if (advance(venue, strategy, each)) {
        left.set(each.traderId, changes - 1)
        venue.commands += 1
      }
    }
    venue.step()
  }
}

/** Makes the next change in a name. Returns whether there was one to make. */
function advance(venue: Venue, strategy: Strategy, each: NameSearch): boolean {
  const { traderId, name } = each
  const advert = each.advertId === null ? undefined : venue.state.adverts.get(each.advertId)
  const status = advert?.advertisementStatus
  if (status === 'ACCEPT/DECLINE?' || status === 'LOCATED') return false
  each.nextAt = venue.at + lookMs
  if (status === 'PAUSED' && advert) {
    if (strategy.resumes) venue.resume(traderId, advert.id)
    else {
      venue.cancel(traderId, advert.id)
      each.advertId = null
      nextStep(venue, each)
    }
    return true
  }
  const isOver = !advert || status === 'DEAD' || status === 'COMPLETED'
  if (!isOver || each.advertId !== null) nextStep(venue, each)
  if (each.nextAt > venue.at + lookMs) {
    if (isOver || !advert) return false
    venue.cancel(traderId, advert.id)
    each.advertId = null
    return true
  }
  const [direction, shares] = search[each.step] as (typeof search)[number]
  const knockout = strategy.knockouts ? knockoutOf(venue.midOf(name), direction) : null
  if (isOver) each.advertId = venue.post(traderId, name, direction, shares, knockout)
  else venue.modify(traderId, advert.id, name, direction, shares, knockout)
  return true
}

function nextStep(venue: Venue, each: NameSearch): void {
  each.step = (each.step + 1) % search.length
  if (each.step === 0) each.nextAt = venue.at + pauseMs
}

const knockoutOf = (mid: Price, direction: Direction): Price => (direction === 'BUY' ? mid + yen : mid - yen)
