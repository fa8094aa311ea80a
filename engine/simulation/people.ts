import type { Direction } from '../src/advert.ts'
import { opposite, sideOf } from '../src/locate.ts'
import { type Day, perform, quotedFor, restart, sweepAll } from './day.ts'
import { termsIn } from './market.ts'

/** One thing that somebody does, or that happens, chosen by chance. */
export function act(day: Day): void {
  const { chance } = day
  const deeds: readonly (readonly [number, (day: Day) => void])[] = [
    [22, post],
    [6, modify],
    [2, pause],
    [14, resume],
    [5, cancel],
    [30, answer],
    [1, leave],
    [6, comeAndGo],
    [4, handOver],
    [6, execute],
    [1, changeBroker],
    [1, (each) => restart(each, chance.happens(0.5))],
  ]
  const total = deeds.reduce((sum, [weight]) => sum + weight, 0)
  let draw = chance.next() * total
  for (const [weight, deed] of deeds) {
    draw -= weight
    if (draw < 0) return deed(day)
  }
}

/** Time passes: mostly seconds, sometimes up to a locate's deadline, now and then an hour or a night. */
export function pass(day: Day): void {
  const { chance, state, market } = day
  const open = [...state.index.openLocates.values()]
  if (open.length > 0 && chance.happens(market.friendly ? 0.01 : 0.08)) {
    const locate = chance.oneOf(open)
    const aim = locate.deadline + chance.between(-20, 1_600)
    day.at = Math.max(day.at, aim)
    return
  }
  if (chance.happens(0.002)) day.at += chance.between(6, 20) * 3_600_000
  else if (chance.happens(0.012)) day.at += chance.between(5, 90) * 60_000
  else day.at += chance.between(0, 5_000)
}

export function step(day: Day): void {
  act(day)
  if (day.chance.happens(0.7)) sweepAll(day)
  pass(day)
}

function post(day: Day): void {
  const { chance, market, state } = day
  const traderId = chance.oneOf(market.traderIds)
  const securityId = chance.oneOf(market.securityIds)
  const trader = state.traders.get(traderId)
  const firm = state.firms.get(trader?.firmId ?? '')
  const security = state.securities.get(securityId)
  if (!trader || !firm || !security) return
  const terms = termsIn(chance, market, security, firm.brokerIds)
  const price = security.closePrice
  const dead = [...state.adverts.values()].filter(
    (advert) => advert.traderId === traderId && advert.advertisementStatus === 'DEAD',
  )
  if (dead.length > 0 && chance.happens(0.2)) {
    perform(day, {
      type: 'submitAdvert',
      traderId,
      advertId: chance.oneOf(dead).id,
      freshId: chance.id(),
      terms,
      price,
    })
    return
  }
  const advertId = chance.id()
  const drafted = perform(day, { type: 'createAdvert', traderId, advertId, securityId, terms })
  if ('refusal' in drafted || chance.happens(0.05)) return
  perform(day, { type: 'submitAdvert', traderId, advertId, freshId: chance.id(), terms, price })
  if (chance.happens(0.03))
    perform(day, { type: 'submitAdvert', traderId, advertId, freshId: chance.id(), terms, price })
}

/** Somebody's advert, and somebody: mostly its owner. */
function anAdvert(day: Day) {
  const { chance, state, market } = day
  const adverts = [...state.adverts.values()]
  if (adverts.length === 0) return null
  const advert = chance.oneOf(adverts)
  return { advert, traderId: chance.happens(0.95) ? advert.traderId : chance.oneOf(market.traderIds) }
}

function modify(day: Day): void {
  const { chance, market, state } = day
  const found = anAdvert(day)
  const security = found && state.securities.get(found.advert.securityId)
  if (!found || !security) return
  const { advert, traderId } = found
  const fresh = termsIn(chance, market, security, state.firms.get(advert.firmId)?.brokerIds ?? [])
  const lots = Math.max(1, Math.floor(advert.terms.shareQuantity / security.lotSize) - 1)
  const terms = chance.happens(0.5) ? fresh : { ...advert.terms, shareQuantity: lots * security.lotSize }
  perform(day, { type: 'modifyAdvert', traderId, advertId: advert.id, terms, price: security.closePrice })
}

const onAdvert = (type: 'pauseAdvert' | 'cancelAdvert') => (day: Day) => {
  const found = anAdvert(day)
  if (found) perform(day, { type, traderId: found.traderId, advertId: found.advert.id })
}
const pause = onAdvert('pauseAdvert')
const cancel = onAdvert('cancelAdvert')

/** Paused adverts come back mostly, or after a few failures nobody would meet any more. */
function resume(day: Day): void {
  const { chance, state } = day
  const paused = [...state.adverts.values()].filter((advert) => advert.advertisementStatus === 'PAUSED')
  const found = paused.length > 0 && chance.happens(0.9) ? chance.oneOf(paused) : anAdvert(day)?.advert
  if (found) perform(day, { type: 'resumeAdvert', traderId: found.traderId, advertId: found.id })
}

function answer(day: Day): void {
  const { chance, state, market } = day
  const tooLate = chance.happens(0.05)
  const locates = [...state.locates.values()].filter((locate) => tooLate || !locate.outcome)
  if (locates.length === 0) return
  const locate = chance.oneOf(locates)
  const side: Direction = chance.oneOf(['BUY', 'SELL'])
  const traderId = chance.happens(0.97) ? locate.traderIds[side] : chance.oneOf(market.traderIds)
  const own = sideOf(locate, traderId)
  perform(day, {
    type: 'answerLocate',
    traderId,
    locateId: locate.locateId,
    direction: own && chance.happens(0.98) ? own : opposite(side),
    answer: chance.happens(market.friendly ? 0.97 : 0.7) ? 'ACCEPT' : 'DECLINE',
    quote: quotedFor(day, locate.securityId),
    agreementId: chance.id(),
    passwords: { BUY: chance.id().slice(0, 8), SELL: chance.id().slice(0, 8) },
  })
}

function leave(day: Day): void {
  const traderId = day.chance.oneOf(day.market.traderIds)
  perform(day, { type: 'endSession', traderId, reason: day.chance.oneOf(['LOGGED_OUT', 'TIMED_OUT']) })
}

function comeAndGo(day: Day): void {
  const traderId = day.chance.oneOf(day.market.traderIds)
  perform(day, { type: 'setPresence', traderId, present: day.chance.happens(0.9) })
}

function handOver(day: Day): void {
  const { chance, state, market } = day
  const agreements = [...state.agreements.values()]
  if (agreements.length === 0) return
  const { agreementId, traderIds } = chance.oneOf(agreements)
  const traderId = chance.oneOf([traderIds.BUY, traderIds.SELL, chance.oneOf(market.traderIds)])
  perform(day, { type: 'connectBroker', traderId, agreementId })
}

function execute(day: Day): void {
  const { chance, state, market } = day
  const agreements = [...state.agreements.values()]
  if (agreements.length === 0) return
  const { agreementId, brokerId } = chance.oneOf(agreements)
  perform(day, {
    type: chance.happens(0.75) ? 'confirmExecution' : 'undoExecution',
    agreementId,
    side: chance.oneOf(['BUY', 'SELL']),
    brokerId: chance.happens(0.95) ? brokerId : chance.oneOf(market.brokerIds),
    brokerUserId: 'broker-user',
  })
}

function changeBroker(day: Day): void {
  const { chance, state } = day
  const broker = chance.oneOf([...state.brokers.values()])
  const changed = { ...broker, active: chance.happens(0.7), swapEnabled: chance.happens(0.7) }
  perform(day, { type: 'changeReference', reference: { brokers: [changed] } })
}
