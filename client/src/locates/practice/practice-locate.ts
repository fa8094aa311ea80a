import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import type { Answer, Outcome } from '@aitai/engine/model/locate.ts'
import type { Yen } from '@aitai/engine/model/price.ts'

/** As long as a real locate is open, in milliseconds. */
const openMs = 30_000
/** What a practice IOI is for, in yen; three fifths of it are located. */
const value: Yen = 100_000_000
const locatedFifths = 3

interface PracticeAnswer {
  readonly answer: Answer | null
  readonly outcome: Outcome | null
}

/**
 * A locate that exists in this browser only, at a mid and a price of the dollar in yen, begun at a time in milliseconds
 * UTC. It has the parts that a real one shows.
 */
export function practiceLocate(
  { equityId: securityId, lotSize }: Pick<Equity, 'equityId' | 'lotSize'>,
  { midPrice, usdJpy }: { readonly midPrice: Yen; readonly usdJpy: Yen },
  begunAt: number,
  { answer, outcome }: PracticeAnswer,
): LocateNotification {
  const lots = Math.max(5, Math.round(value / midPrice / lotSize))
  const locateQuantity = Math.floor((lots * locatedFifths) / 5) * lotSize
  return {
    locateNotificationId: 'practice',
    securityId,
    advertisementId: 'practice',
    buyId: 'practice',
    locateQuantity,
    locationQuantity: locateQuantity,
    shareQuantity: lots * lotSize,
    jpynotional: Math.round(locateQuantity * midPrice),
    usdnotional: Math.round((locateQuantity * midPrice) / usdJpy),
    direction: 'BUY',
    contraDirection: 'SELL',
    transactionType: 'CASH_ONLY',
    contraMinimum: locateQuantity,
    stockMovePercentage: 0,
    indexMovePercentage: 0,
    midPrice,
    locateTime: begunAt,
    deadline: begunAt + openMs,
    serverTime: begunAt,
    lapsesAt: outcome === null ? begunAt + openMs : null,
    residualPossible: true,
    residualQuantity: lots * lotSize - locateQuantity,
    answer,
    outcome,
    password: null,
    brokerName: null,
    brokerContact: null,
    receivedAt: null,
    connectionAgreementId: null,
    notExecuted: null,
    ack: true,
    visible: true,
    messageType: 'locate',
  }
}

/** What the robot's acceptance makes of an answer. */
export const practiceOutcome = (answer: Answer): Outcome => (answer === 'ACCEPT' ? 'ACCEPTED' : 'DECLINED')
