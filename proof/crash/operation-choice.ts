import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
import { ceilLot } from '@aitai/engine/market/security.ts'
import type { RandomSource } from '@aitai/server/quotes/seeded-random.ts'
import type { ClientRecord, RecordedAdvert, RecordedLocate } from './client-record.ts'
import type { Operation, SubmissionTerms } from './operations.ts'

/** Where all traders meet for a while: few securities, so that many locates happen. */
export interface TradingSetup {
  readonly equities: readonly Equity[]
  readonly brokerIds: readonly string[]
}

/** How a trader decides. */
export interface TraderBehavior {
  readonly chance: RandomSource
  /** Now and then it lets a locate lapse. Were all so, all would soon wait for lapses, and nobody meet. */
  readonly isForgetful: boolean
}

const pick = <T>(list: readonly T[], chance: RandomSource): T | undefined =>
  list[Math.floor(chance() * list.length)]

/** What a trader does next, or null if there is nothing to do before it hears something. */
export function chooseOperation(
  book: ClientRecord,
  ground: TradingSetup,
  manner: TraderBehavior,
): Operation | null {
  const { chance } = manner
  return (chance() < 0.8 ? answerOf(book, manner) : null) ?? advertOperation(book, ground, chance)
}

/** Mostly accepts, now and then declines, and lets one at a time lapse: it must outlive many crashes. */
function answerOf(book: ClientRecord, { chance, isForgetful }: TraderBehavior): Operation | null {
  const open = book.unanswered()
  const locate = pick(
    open.filter(({ isIgnored, isLate }) => !isIgnored && !isLate),
    chance,
  )
  if (!locate) return null
  const drawn = chance()
  if (isForgetful && drawn < 0.2 && !open.some(({ isIgnored }) => isIgnored)) {
    locate.isIgnored = true
    return null
  }
  const accepted = acceptanceOf(locate)
  return drawn > 0.94 && accepted.type === 'answerLocate' ? { ...accepted, answer: 'DECLINE' } : accepted
}

function advertOperation(book: ClientRecord, ground: TradingSetup, chance: RandomSource): Operation | null {
  // From a random place on, the first security on which something can be done.
  const from = Math.floor(chance() * ground.equities.length)
  for (const step of ground.equities.keys()) {
    const equity = ground.equities[(from + step) % ground.equities.length]
    const op = equity && on(book, equity, ground, chance)
    if (op) return op
  }
  return null
}

function on(
  book: ClientRecord,
  equity: Equity,
  ground: TradingSetup,
  chance: RandomSource,
): Operation | null {
  const securityId = equity.equityId
  const advert = book.bySecurity.get(securityId)
  const create: Operation = { type: 'createAdvert', securityId }
  if (!advert) return create
  const { id: advertId } = advert
  const submit = (type: 'submitAdvert' | 'modifyAdvert'): Operation => ({
    type,
    advertId,
    terms: termsFor(advert, equity, ground, chance),
  })
  const drawn = chance()
  switch (advert.believed) {
    case 'COMPLETED':
      return create
    case 'DEAD':
      return drawn < 0.8 ? submit('submitAdvert') : create
    case 'UNSENT':
      return submit('submitAdvert')
    case 'PAUSED':
      if (drawn < 0.65) return { type: 'resumeAdvert', advertId }
      return drawn < 0.8 ? submit('modifyAdvert') : { type: 'cancelAdvert', advertId }
    case 'SENT':
    case 'LIVE':
      if (drawn < 0.5) return submit('modifyAdvert')
      return { type: drawn < 0.8 ? 'pauseAdvert' : 'cancelAdvert', advertId }
    default:
      // In a locate: a refusal is an answer too.
      return drawn < 0.05 ? { type: 'pauseAdvert', advertId } : null
  }
}

/**
 * Every version asks for another quantity. All are large enough, and none is too large for another to meet.
 */
function termsFor(
  advert: RecordedAdvert,
  equity: Equity,
  ground: TradingSetup,
  chance: RandomSource,
): SubmissionTerms {
  advert.version += 1
  const smallest = (3 * defaultLimits.platformMinimumNotional) / 10_000 / equity.closePrice
  const base = Math.max(ceilLot(smallest, equity.lotSize), 200 * equity.lotSize)
  return {
    securityId: equity.equityId,
    duration: 'END_OF_DAY',
    direction: chance() < 0.5 ? 'BUY' : 'SELL',
    shareQuantity: base + advert.version * equity.lotSize,
    minimumQuantity: 10,
    credibilityHurdle: 10,
    brokerIds: [...ground.brokerIds],
    ranked: false,
    transactionType: 'CASH_ONLY',
    transactionTypePreference: 'CASH_ONLY',
  }
}

export const acceptanceOf = ({ first }: RecordedLocate): Operation => ({
  type: 'answerLocate',
  locateId: first.locateNotificationId,
  direction: first.direction,
  answer: 'ACCEPT',
})
