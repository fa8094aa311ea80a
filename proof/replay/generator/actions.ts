import type { Advert, AdvertStatus } from '@aitai/engine/adverts/advert.ts'
import { residualOf } from '@aitai/engine/adverts/residual.ts'
import { dayMs } from '@aitai/engine/calendar/calendar.ts'
import { opposite } from '@aitai/engine/locates/locate.ts'
import type { Switch } from '@aitai/engine/state/state.ts'
import { tokyoDate } from '@aitai/server/reference/trading-sessions.ts'
import { drawAdvertTerms } from './advert-terms.ts'
import { type GeneratedDay, type PlannedAnswer, performOnGeneratedDay } from './generated-day.ts'
import { nextSighting } from './quotes.ts'

type Action = (day: GeneratedDay) => void

/** A draft in some security, mostly sent at once. */
function post(day: GeneratedDay): void {
  const { chance, state } = day
  const traderId = chance.oneOf(day.traderIds)
  const securityId = chance.oneOf(day.securityIds)
  const advertId = chance.id()
  const security = state.securities.get(securityId)
  const firm = state.firms.get(state.traders.get(traderId)?.firmId ?? '')
  if (!security || !firm) return
  const terms = drawAdvertTerms(chance, security, firm.brokerIds)
  const offsets = { advertising: chance.between(0, 5) * 25, knockout: 500 }
  const drafted = performOnGeneratedDay(day, {
    type: 'createAdvert',
    traderId,
    advertId,
    securityId,
    terms,
    offsets,
  })
  if (drafted.length === 0) return
  day.adverts.push(advertId)
  if (chance.happens(0.95)) send(day, state.adverts.get(advertId))
}

/** An advert of the platform, preferably in one of these statuses. Removes ids of deleted adverts. */
function anAdvert({ chance, state, adverts }: GeneratedDay, ...wanted: AdvertStatus[]): Advert | undefined {
  for (let tries = 0; tries < 30 && adverts.length > 0; tries += 1) {
    const place = chance.between(0, adverts.length - 1)
    const advert = state.adverts.get(adverts[place] as string)
    if (advert && (wanted.includes(advert.advertisementStatus) || chance.happens(0.02))) return advert
    if (advert) continue
    adverts[place] = adverts.at(-1) as string
    adverts.pop()
  }
  return undefined
}

/** Submits a draft, or a dead advert again with new terms. */
function send(day: GeneratedDay, advert: Advert | undefined): void {
  const { chance, state } = day
  const security = advert && state.securities.get(advert.securityId)
  if (!advert || !security) return
  const { id: advertId, traderId, firmId } = advert
  const again = drawAdvertTerms(chance, security, state.firms.get(firmId)?.brokerIds ?? [])
  const terms = advert.advertisementStatus === 'UNSENT' ? advert.terms : again
  const freshId = chance.id()
  performOnGeneratedDay(day, {
    type: 'submitAdvert',
    traderId,
    advertId,
    freshId,
    terms,
    price: security.closePrice,
    arrivalMid: chance.happens(0.8) ? security.closePrice : null,
  })
  if (state.adverts.has(freshId)) day.adverts.push(freshId)
  day.touched.add(security.securityId)
}

function modify(day: GeneratedDay): void {
  const { chance, state } = day
  const advert = anAdvert(day, 'SENT', 'LIVE', 'PAUSED')
  const security = advert && state.securities.get(advert.securityId)
  if (!advert || !security) return
  const more = drawAdvertTerms(chance, security, state.firms.get(advert.firmId)?.brokerIds ?? [])
  const { shareQuantity, minimumQuantity } = more
  const terms = chance.happens(0.4) ? more : { ...advert.terms, shareQuantity, minimumQuantity }
  const { id: advertId, traderId } = advert
  performOnGeneratedDay(day, { type: 'modifyAdvert', traderId, advertId, terms, price: security.closePrice })
  day.touched.add(security.securityId)
}

const turn =
  (type: 'pauseAdvert' | 'resumeAdvert' | 'cancelAdvert', ...wanted: AdvertStatus[]): Action =>
  (day) => {
    const advert = anAdvert(day, ...wanted)
    if (!advert) return
    const of = { traderId: advert.traderId, advertId: advert.id }
    const price = day.state.securities.get(advert.securityId)?.closePrice ?? 0
    performOnGeneratedDay(day, type === 'resumeAdvert' ? { type, ...of, price } : { type, ...of })
    day.touched.add(advert.securityId)
  }

/** Creates the residual of a completed advert. */
function goOn(day: GeneratedDay): void {
  const advert = anAdvert(day, 'COMPLETED')
  if (!advert || residualOf(day.state, advert) === 0) return
  const { id: advertId, traderId, securityId } = advert
  const residualId = day.chance.id()
  const price = day.state.securities.get(securityId)?.closePrice ?? 0
  const made = performOnGeneratedDay(day, { type: 'createResidual', traderId, advertId, residualId, price })
  if (made.length === 0) return
  day.adverts.push(residualId)
  send(day, day.state.adverts.get(residualId))
}

/** The pending answer; sometimes an answer that is refused. */
export function giveAnswer(day: GeneratedDay, { locateId, direction, answer: given }: PlannedAnswer): void {
  const { chance, state } = day
  const locate = state.locates.get(locateId)
  if (!locate) return
  const traderId = locate.traderIds[chance.happens(0.99) ? direction : opposite(direction)]
  const { quote } = nextSighting(day.quoting, chance, state, locate.securityId, day.at)
  const passwords = { BUY: chance.id().slice(0, 8), SELL: chance.id().slice(0, 8) }
  const agreementId = chance.id()
  const command = { traderId, locateId, direction, answer: given, quote, agreementId, passwords }
  performOnGeneratedDay(day, { type: 'answerLocate', ...command })
  if (state.agreements.has(agreementId)) day.agreements.push(agreementId)
  day.touched.add(locate.securityId)
}

function execute(day: GeneratedDay): void {
  const { chance, state } = day
  const agreement = state.agreements.get(day.agreements.at(-chance.between(1, 20)) ?? '')
  if (!agreement) return
  const { agreementId, brokerId, traderIds } = agreement
  const side = chance.oneOf(['BUY', 'SELL'] as const)
  if (chance.happens(0.4)) {
    performOnGeneratedDay(day, { type: 'connectBroker', traderId: traderIds[side], agreementId })
    return
  }
  const type = chance.happens(0.8) ? 'confirmExecution' : 'undoExecution'
  performOnGeneratedDay(day, { type, agreementId, side, brokerId, brokerUserId: `${brokerId}-desk` })
}

/** The broker reports that nothing was executed, corrects the report or withdraws it. */
function reportNotExecuted(day: GeneratedDay): void {
  const { chance, state } = day
  const agreement = state.agreements.get(day.agreements.at(-chance.between(1, 5)) ?? '')
  if (!agreement) return
  const { agreementId, brokerId, notExecuted } = agreement
  const report = { agreementId, brokerId, brokerUserId: `${brokerId}-desk` }
  if (notExecuted && chance.happens(0.5)) {
    performOnGeneratedDay(day, { type: 'withdrawNotExecuted', ...report })
    return
  }
  const atFault = chance.oneOf([
    { BUY: true, SELL: false },
    { BUY: false, SELL: true },
    { BUY: true, SELL: true },
  ])
  performOnGeneratedDay(day, { type: 'reportNotExecuted', ...report, atFault })
}

/** The broker reports an execution, corrects the first one or withdraws it. */
function reportExecution(day: GeneratedDay): void {
  const { chance, state, at } = day
  const agreement = state.agreements.get(day.agreements.at(-chance.between(1, 5)) ?? '')
  if (!agreement) return
  const { agreementId, brokerId, locationQuantity, midPrice, locateTime, executions = [] } = agreement
  const by = { agreementId, brokerId, brokerUserId: `${brokerId}-desk` }
  const [first] = executions
  const executedAt = chance.between(locateTime, at)
  const quantity = Math.ceil(locationQuantity / chance.between(1, 4))
  const terms = { quantity, price: midPrice, executedAt }
  if (!first) {
    const executionId = chance.id()
    performOnGeneratedDay(day, { type: 'reportExecution', executionId, ...terms, ...by })
    return
  }
  const { executionId } = first
  if (chance.happens(0.4)) performOnGeneratedDay(day, { type: 'withdrawExecution', executionId, ...by })
  else performOnGeneratedDay(day, { type: 'correctExecution', executionId, ...terms, ...by })
}

function comeAndGo(day: GeneratedDay): void {
  const { chance, state, traderIds } = day
  const traderId = chance.oneOf(traderIds)
  const isHere = state.traders.get(traderId)?.present === true
  if (isHere && chance.happens(0.3))
    performOnGeneratedDay(day, {
      type: 'endSession',
      traderId,
      reason: chance.oneOf(['LOGGED_OUT', 'TIMED_OUT']),
    })
  else performOnGeneratedDay(day, { type: 'setPresence', traderId, present: !isHere })
  // Most traders are present: absent ones return soon.
  for (const { traderId: away, present } of state.traders.values())
    if (!present && chance.happens(0.5))
      performOnGeneratedDay(day, { type: 'setPresence', traderId: away, present: true })
}

const whys = ['order of the exchange', '売買停止のため', 'a question of the desk'] as const

/** Staff begins a halt and ends it a little later. */
function halt(day: GeneratedDay): void {
  const { chance, state } = day
  const by = { by: 'staff-1', reason: chance.oneOf(whys) }
  const firmId = state.traders.get(chance.oneOf(day.traderIds))?.firmId ?? ''
  const securityId = chance.oneOf(day.securityIds)
  const which = chance.oneOf<Switch>([
    { kind: 'PLATFORM' },
    { kind: 'FIRM', firmId },
    { kind: 'SECURITY', securityId },
  ])
  performOnGeneratedDay(day, { type: 'turnSwitch', switch: which, halted: true, ...by })
  day.at += chance.between(1, 20) * 1_000
  performOnGeneratedDay(day, { type: 'turnSwitch', switch: which, halted: false, ...by })
  day.touched.add(securityId)
}

function explain(day: GeneratedDay): void {
  const [one, other] = [anAdvert(day, 'LIVE'), anAdvert(day, 'LIVE', 'PAUSED')]
  if (!one || !other) return
  const of = day.at - day.chance.between(0, 3_600_000)
  const command = {
    advertIds: [one.id, other.id],
    of,
    by: 'staff-2',
    reason: 'a question of the desk',
  } as const
  performOnGeneratedDay(day, { type: 'explainMatch', ...command })
}

function viewSurveillance(day: GeneratedDay): void {
  const date = tokyoDate(day.at - day.chance.between(0, 1) * dayMs)
  const by = { by: 'staff-2', reason: 'an alert' } as const
  performOnGeneratedDay(day, { type: 'viewSurveillance', date, ...by })
}

function changeReference(day: GeneratedDay): void {
  const broker = day.chance.oneOf([...day.state.brokers.values()])
  const changed = { ...broker, active: day.chance.happens(0.9), swapEnabled: day.chance.happens(0.7) }
  performOnGeneratedDay(day, { type: 'changeReference', reference: { brokers: [changed] } })
}

/** The actions of people, by frequency. */
export const weightedActions: readonly (readonly [weight: number, action: Action])[] = [
  [24, post],
  [5, (day) => send(day, anAdvert(day, 'UNSENT', 'DEAD'))],
  [14, modify],
  [4, turn('pauseAdvert', 'SENT', 'LIVE')],
  [8, turn('resumeAdvert', 'PAUSED')],
  [7, turn('cancelAdvert', 'SENT', 'LIVE', 'PAUSED')],
  [4, goOn],
  [8, execute],
  [1, reportNotExecuted],
  [1.5, reportExecution],
  [2, comeAndGo],
  [0.2, halt],
  [0.5, explain],
  [0.3, viewSurveillance],
  [0.1, changeReference],
]
