import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { ceilLot } from '@aitai/engine/model/security.ts'
import type { RandomSource } from '@aitai/server/quotes/seeded-random.ts'
import type { ClientRecord, RecordedAdvert, RecordedLocate } from './client-record.ts'
import type { Operation, SubmissionTerms } from './operations.ts'

/** The securities in which all traders trade for a while: few, so that many locates happen. */
export interface TradingSetup {
  readonly equities: readonly Equity[]
  readonly brokerIds: readonly string[]
}

/** How a trader chooses operations. */
export interface TraderBehavior {
  readonly chance: RandomSource
  /** The share of locates that the trader lets lapse. If all did, they would soon all wait for deadlines. */
  lapsingShare: number
}

const pick = <T>(list: readonly T[], chance: RandomSource): T | undefined =>
  list[Math.floor(chance() * list.length)]

/** The next operation of a trader, or null if the trader has to wait for a notification. */
export function chooseOperation(
  record: ClientRecord,
  setup: TradingSetup,
  behavior: TraderBehavior,
): Operation | null {
  const { chance } = behavior
  const answer = () => answerOperation(record, behavior)
  const onAdvert = () => advertOperation(record, setup, chance)
  return chance() < 0.8 ? (answer() ?? onAdvert()) : (onAdvert() ?? answer())
}

/**
 * Mostly accepts, sometimes declines, and lets one locate at a time lapse, which must survive many crashes.
 */
function answerOperation(record: ClientRecord, { chance, lapsingShare }: TraderBehavior): Operation | null {
  const open = record.unanswered()
  const locate = pick(
    open.filter(({ isIgnored, isLate }) => !isIgnored && !isLate),
    chance,
  )
  if (!locate) return null
  const draw = chance()
  if (draw < lapsingShare && !open.some(({ isIgnored }) => isIgnored)) {
    locate.isIgnored = true
    return null
  }
  const accepted = acceptanceOf(locate)
  return draw > 0.94 && accepted.type === 'answerLocate' ? { ...accepted, answer: 'DECLINE' } : accepted
}

function advertOperation(record: ClientRecord, setup: TradingSetup, chance: RandomSource): Operation | null {
  // The first security, from a random one on, in which an operation is possible.
  const from = Math.floor(chance() * setup.equities.length)
  for (const step of setup.equities.keys()) {
    const equity = setup.equities[(from + step) % setup.equities.length]
    const op = equity && operationFor(record, equity, setup, chance)
    if (op) return op
  }
  return null
}

function operationFor(
  record: ClientRecord,
  equity: Equity,
  setup: TradingSetup,
  chance: RandomSource,
): Operation | null {
  const securityId = equity.equityId
  const advert = record.bySecurity.get(securityId)
  const create: Operation = { type: 'createAdvert', securityId }
  if (!advert) return create
  const { id: advertId } = advert
  const submit = (type: 'submitAdvert' | 'modifyAdvert'): Operation => ({
    type,
    advertId,
    terms: termsFor(advert, equity, setup, chance),
  })
  const draw = chance()
  switch (advert.assumedStatus) {
    case 'COMPLETED':
      return create
    case 'DEAD':
      return draw < 0.8 ? submit('submitAdvert') : create
    case 'UNSENT':
      return submit('submitAdvert')
    case 'PAUSED':
      if (draw < 0.65) return { type: 'resumeAdvert', advertId }
      return draw < 0.8 ? submit('modifyAdvert') : { type: 'cancelAdvert', advertId }
    case 'SENT':
    case 'LIVE':
      if (draw < 0.5) return submit('modifyAdvert')
      return { type: draw < 0.8 ? 'pauseAdvert' : 'cancelAdvert', advertId }
    default:
      // In a locate. The refusal is a response to check too.
      return draw < 0.05 ? { type: 'pauseAdvert', advertId } : null
  }
}

/** Terms with a different quantity for every version: large enough to send, and close enough to match. */
function termsFor(
  advert: RecordedAdvert,
  equity: Equity,
  setup: TradingSetup,
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
    brokerIds: [...setup.brokerIds],
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
