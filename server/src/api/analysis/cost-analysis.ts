import { costAnalysis } from '@aitai/contract/routes/cost-analysis.ts'
import type { AgreementCosts, CostAnalysis, CostSummary } from '@aitai/contract/schemas/cost-analysis.ts'
import { dateOfDay, minuteMs, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import {
  type CostFigures,
  costFiguresOf,
  type ReversionMinute,
  reversionMinutes,
} from '@aitai/engine/cost-analysis/cost-figures.ts'
import { costTotalsOf } from '@aitai/engine/cost-analysis/cost-totals.ts'
import { acceptanceOfAnswers, acceptanceOfLocates } from '@aitai/engine/cost-analysis/ioi-figures.ts'
import { type Price, toYen, type Yen } from '@aitai/engine/model/price.ts'
import type { AppContext } from '../../context.ts'
import type { LocateRecord } from '../../market/history/history-records.ts'
import type { DaysOfAdverts } from '../../market/history/own-history.ts'
import { securityNameOf } from '../../market/views.ts'
import type { Bar } from '../../quotes/bars/bar.ts'
import { serve } from '../serve.ts'
import { daysOf, type OwnLocate, ownLocates } from './own-locates.ts'

/** Transaction cost analysis of a trader's own agreements (docs/rules.md §24). */
export function costAnalysisCalls(app: AppContext): void {
  serve(app, costAnalysis, async ({ period }, { userId }) => {
    const [first, last] = daysOf(period)
    const history = await app.history.between(userId, first, last)
    return await analysisOf(app, userId, [first, last], history)
  })
}

interface OwnCosts extends OwnLocate {
  readonly day: number
  readonly figures: CostFigures
}

async function analysisOf(
  app: AppContext,
  userId: string,
  [first, last]: readonly [number, number],
  history: DaysOfAdverts,
): Promise<CostAnalysis> {
  const own = ownLocates(app, userId, history).filter(({ locate }) => {
    const day = tradingDay(locate.locatedAt)
    return day >= first && day <= last
  })
  const agreed = own.filter(({ locate }) => locate.agreementId !== null)
  const traded = agreed.filter(({ locate }) => locate.notExecuted === null)
  const costs = await costsOf(app, traded)
  const by = (keyOf: (each: OwnCosts) => string): CostSummary[] =>
    [...Map.groupBy(costs, keyOf)].map(([key, each]) => summaryOf(key, each))
  const brokerName = ({ locate }: OwnCosts): string => brokerNameOf(app, locate)
  return {
    from: dateOfDay(first),
    to: dateOfDay(last),
    agreements: costs.map((each) => rowOf(app, each)),
    total: summaryOf('', costs),
    byDay: by(({ day }) => dateOfDay(day)),
    bySecurity: by(({ locate }) => locate.securityId),
    byBroker: by(brokerName),
    byDirection: by(({ side }) => side).sort((a, b) => (a.key < b.key ? -1 : 1)),
    answers: answersIn(own),
    iois: ioisIn(history.adverts, own),
    ioisByDay: ioisByDay(history.adverts, own),
    notExecuted: agreed.length - traded.length,
  }
}

/** Long enough for the last reversion. */
const afterLocateMs = (Math.max(...reversionMinutes) + 1) * minuteMs

async function costsOf(app: AppContext, traded: readonly OwnLocate[]): Promise<OwnCosts[]> {
  const costs: OwnCosts[] = []
  for (const each of traded) {
    const { side, locate, advert } = each
    const submitTime = advert.submitTime ?? locate.locatedAt
    const ioi = {
      direction: side,
      shareQuantity: locate.shareQuantity[side],
      submitTime,
      arrivalMid: advert.arrivalMid,
      locatedAt: locate.locatedAt,
      locatedQuantity: locate.locateQuantity,
      midAtLocate: locate.midPrice,
      bid: locate.bid,
      ask: locate.ask,
      executions: locate.executions,
    }
    const minutes = await minutesOf(app, locate, submitTime)
    costs.push({
      ...each,
      day: tradingDay(locate.locatedAt),
      figures: costFiguresOf(ioi, minutes, app.now()),
    })
  }
  return costs
}

/** The minutes of the market that an agreement is measured by. The current one is not over and says nothing yet. */
async function minutesOf(
  { reference, marketData, now }: AppContext,
  { securityId, locatedAt }: LocateRecord,
  submitTime: number,
): Promise<readonly Bar[]> {
  const security = reference.names().equities.get(securityId)?.security
  if (!security) return []
  const from = Math.floor(submitTime / minuteMs) * minuteMs
  const bars = await marketData.barsOf(security, from, locatedAt + afterLocateMs)
  return bars.filter(({ at }) => at + minuteMs <= now())
}

const brokerNameOf = ({ reference }: AppContext, { brokerId }: LocateRecord): string =>
  reference.names().brokers.get(brokerId)?.name ?? brokerId

const yenOrNull = (price: Price | null): Yen | null => (price === null ? null : inYen(price))
/** Averages may have a fraction of 1/10,000 yen. */
const inYen = (price: Price): Yen => toYen(Math.round(price))

function rowOf(app: AppContext, { side, locate, advert, day, figures }: OwnCosts): AgreementCosts {
  const { reversionBp, halfSpreadBp, againstArrivalBp, againstVwapBp, timeToLocateMs, ...rest } = figures
  return {
    day: dateOfDay(day),
    advertisementId: advert.advertId,
    locateNotificationId: locate.locateId,
    securityId: locate.securityId,
    securityName: securityNameOf(app.reference.names(), locate.securityId),
    direction: side,
    brokerName: brokerNameOf(app, locate),
    submitTime: advert.submitTime ?? locate.locatedAt,
    locateTime: locate.locatedAt,
    shareQuantity: locate.shareQuantity[side],
    locatedQuantity: rest.locatedQuantity,
    executedQuantity: rest.executedQuantity,
    quantity: rest.quantity,
    isExecuted: rest.isExecuted,
    arrivalMid: yenOrNull(rest.arrivalMid),
    midAtLocate: inYen(rest.midAtLocate),
    price: inYen(rest.price),
    value: inYen(rest.value),
    halfSpread: halfSpreadBp,
    halfSpreadSaved: yenOrNull(rest.halfSpreadSaved),
    intervalVwap: yenOrNull(rest.intervalVwap),
    againstArrival: againstArrivalBp,
    againstVwap: againstVwapBp,
    reversion: byReversion(reversionBp),
    timeToLocate: timeToLocateMs,
    shareLocated: rest.shareLocated,
    shareExecuted: rest.shareExecuted,
  }
}

const byReversion = <T>(of: Readonly<Record<ReversionMinute, T>>) => ({
  after1: of[1],
  after5: of[5],
  after15: of[15],
  after30: of[30],
})

function summaryOf(key: string, costs: readonly OwnCosts[]): CostSummary {
  const totals = costTotalsOf(costs.map(({ figures }) => figures))
  return {
    key,
    agreements: totals.agreements,
    executed: totals.executed,
    shares: totals.shares,
    value: inYen(totals.value),
    halfSpreadSaved: inYen(totals.halfSpreadSaved),
    halfSpread: totals.halfSpreadBp,
    againstArrival: totals.againstArrivalBp,
    againstVwap: totals.againstVwapBp,
    reversion: byReversion(totals.reversionBp),
    reversionCount: byReversion(totals.reversionCount),
    timeToLocate: totals.timeToLocateMs,
  }
}

function answersIn(own: readonly OwnLocate[]): CostAnalysis['answers'] {
  const count = (holds: (each: OwnLocate) => boolean): number => own.filter(holds).length
  const counts = {
    accepted: count(({ locate, side }) => locate.answers[side] === 'ACCEPT'),
    declined: count(({ locate, side }) => locate.answers[side] === 'DECLINE'),
    unanswered: count(({ locate, side }) => locate.outcome?.[side] === 'TIMED_OUT'),
    withdrawn: count(
      ({ locate, side }) => locate.answers[side] === null && locate.outcome?.[side] === 'WITHDRAWN',
    ),
  }
  return {
    ...counts,
    acceptanceOfLocates: acceptanceOfLocates(counts),
    acceptanceOfAnswers: acceptanceOfAnswers(counts),
  }
}

/** How far IOIs came. An IOI counts once, however often it was located. */
function ioisIn(adverts: DaysOfAdverts['adverts'], own: readonly OwnLocate[]): CostAnalysis['iois'] {
  const count = (holds: (each: OwnLocate) => boolean): number =>
    new Set(own.filter(holds).map(({ advert }) => advert.advertId)).size
  return {
    sent: new Set(adverts.map(({ advertId }) => advertId)).size,
    located: count(() => true),
    accepted: count(({ locate, side }) => locate.answers[side] === 'ACCEPT'),
    completed: count(({ locate }) => locate.agreementId !== null),
  }
}

/** The same for each day on which IOIs were sent, the first day first. */
function ioisByDay(adverts: DaysOfAdverts['adverts'], own: readonly OwnLocate[]): CostAnalysis['ioisByDay'] {
  const ofDay = Map.groupBy(adverts, ({ day }) => day)
  return [...ofDay]
    .sort(([a], [b]) => a - b)
    .map(([day, sent]) => {
      const located = own.filter(({ locate }) => tradingDay(locate.locatedAt) === day)
      return { day: dateOfDay(day), ...ioisIn(sent, located) }
    })
}
