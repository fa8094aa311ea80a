import type { Advert } from '../src/advert.ts'
import { ratingOf } from '../src/credibility.ts'
import { decide } from '../src/decide.ts'
import { apply } from '../src/evolve.ts'
import { sideOf } from '../src/locate.ts'
import { noticesOf } from '../src/notices.ts'
import type { Decision } from '../src/refusals.ts'
import { emptyState, type State } from '../src/state.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { Asked } from './day.ts'
import { type Market, marketOf, quoteIn, termsIn } from './market.ts'

/**
 * The two-run property (rules 15): two worlds with the same reference data, quotes and clock, the same inputs
 * of one institution, and arbitrary others. Until a locate involves that institution, everything that it can
 * observe must be the same.
 */
export interface World {
  readonly market: Market
  readonly firmId: string
  readonly state: State
  readonly observations: string[]
  readonly leak: Leak
  at: number
  /** A locate has involved the watched institution: from here on the worlds may differ. */
  located: boolean
  /** How much the others did: a run in which they were quiet proves nothing. */
  othersDid: number
}

/** A way in which the platform might tell too much. Tests plant one and expect the property to find it. */
export type Leak = (world: World, traderId: string, observed: unknown) => unknown
export const honest: Leak = (_world, _traderId, observed) => observed

/** What an institution's trader may see of an advert of its own: everything but its global order. */
const ownView = ({ sequence: _, ...advert }: Advert): unknown => advert

/** All that a trader can ask the platform for at a moment. */
function look(world: World, traderId: string): unknown {
  const { state } = world
  const trader = state.traders.get(traderId)
  return {
    adverts: [...(trader?.advertIds ?? [])].map((id) => ownView(state.adverts.get(id) as Advert)),
    counts: trader?.counts,
    rating: ratingOf(trader?.ledger ?? [], state.limits),
    openLocates: trader?.openLocates,
    locates: [...state.locates.values()].filter((locate) => sideOf(locate, traderId)).length,
    agreements: [...state.agreements.values()].filter((agreement) => sideOf(agreement, traderId)).length,
  }
}

const isWatched = (world: World, traderId: string): boolean =>
  world.state.traders.get(traderId)?.firmId === world.firmId

function observe(world: World, traderId: string, observed: unknown): void {
  if (!world.located) world.observations.push(JSON.stringify(world.leak(world, traderId, observed)))
}

function perform(world: World, asked: Asked): Decision {
  const { state } = world
  const command = { ...asked, at: world.at } as Parameters<typeof decide>[1]
  const decision = decide(state, command)
  if ('refusal' in decision) return decision
  for (const event of decision.events) {
    apply(state, { ...command, quotes: [] } as typeof command, [event])
    if (event.type === 'contraLocated') {
      const firmIds = state.locates.get(event.locateId)?.firmIds
      if (firmIds?.BUY === world.firmId || firmIds?.SELL === world.firmId) world.located = true
    }
    for (const notice of noticesOf(state, event)) {
      if ('traderId' in notice.to && isWatched(world, notice.to.traderId))
        observe(world, notice.to.traderId, notice)
    }
  }
  return decision
}

/** Something that a trader does, drawn from a chance that only this trader's side shares. */
function deed(world: World, chance: Chance, traderId: string): void {
  const { state, market } = world
  const trader = state.traders.get(traderId)
  if (!trader) return
  const securityId = chance.oneOf(market.securityIds)
  const security = state.securities.get(securityId)
  if (!security) return
  const terms = termsIn(chance, market, security, state.firms.get(trader.firmId)?.brokerIds ?? [])
  const own = [...trader.advertIds]
  const advertId = own.length > 0 ? chance.oneOf(own) : 'none'
  const kind = chance.between(1, 10)
  const freshId = chance.id()
  const asked: Asked[] =
    kind <= 4
      ? [
          { type: 'createAdvert', traderId, advertId: freshId, securityId, terms },
          { type: 'submitAdvert', traderId, advertId: freshId, freshId, terms, price: security.closePrice },
        ]
      : [single(kind, { traderId, advertId, terms, price: security.closePrice })]
  for (const each of asked) {
    const decision = perform(world, each)
    if (isWatched(world, traderId))
      observe(world, traderId, { asked: each.type, decision: answered(decision) })
  }
}

type Single = { traderId: string; advertId: string; terms: ReturnType<typeof termsIn>; price: number }

function single(kind: number, { traderId, advertId, terms, price }: Single): Asked {
  if (kind === 5) return { type: 'modifyAdvert', traderId, advertId, terms, price }
  if (kind === 6) return { type: 'pauseAdvert', traderId, advertId }
  if (kind <= 8) return { type: 'resumeAdvert', traderId, advertId }
  if (kind === 9) return { type: 'cancelAdvert', traderId, advertId }
  return { type: 'setPresence', traderId, present: true }
}

const answered = (decision: Decision): unknown => ('refusal' in decision ? decision : decision.events)

/** Others answer their locates too, so that agreements, cooldowns and ratings come about. */
function othersAnswer(world: World, chance: Chance): void {
  for (const locate of [...world.state.locates.values()]) {
    if (locate.outcome) continue
    for (const direction of ['BUY', 'SELL'] as const) {
      const security = world.state.securities.get(locate.securityId)
      if (locate.firmIds[direction] === world.firmId || !security) continue
      perform(world, {
        type: 'answerLocate',
        traderId: locate.traderIds[direction],
        locateId: locate.locateId,
        direction,
        answer: chance.happens(0.7) ? 'ACCEPT' : 'DECLINE',
        quote: quoteIn(chance, security, world.at),
        agreementId: chance.id(),
        passwords: { BUY: 'BBBBBBBB', SELL: 'SSSSSSSS' },
      })
    }
  }
}

/** One world. `seed` is what both worlds of a pair share, `othersSeed` is what they do not. */
export function live(seed: number, othersSeed: number, leak: Leak = honest): World {
  const platform = chanceOf(seed)
  const own = chanceOf(seed + 1)
  const others = chanceOf(othersSeed)
  const market = marketOf(platform)
  const firmId = market.reference.firms[0]?.firmId ?? ''
  const world: World = {
    market,
    firmId,
    state: emptyState(),
    observations: [],
    leak,
    at: market.opensAt,
    located: false,
    othersDid: 0,
  }
  perform(world, { type: 'changeReference', reference: secluded(market, firmId, seed) })
  for (const traderId of market.traderIds) perform(world, { type: 'setPresence', traderId, present: true })
  const isOwn = (traderId: string): boolean => traderId.startsWith(`${firmId}-`)
  for (let step = 0; step < 120 && !world.located; step += 1) {
    for (let n = others.between(0, 4); n > 0; n -= 1) {
      deed(world, others, others.oneOf(market.traderIds.filter((id) => !isOwn(id))))
      world.othersDid += 1
    }
    if (others.happens(0.5)) othersAnswer(world, others)
    if (own.happens(0.6)) deed(world, own, own.oneOf(market.traderIds.filter(isOwn)))
    world.at += platform.between(200, 60_000)
    const quotes = [...world.state.securities.values()].map((security) =>
      quoteIn(platform, security, world.at),
    )
    const seed32 = platform.id()
    for (let round = 0; round < 3; round += 1)
      perform(world, { type: 'sweep', seed: `${seed32}${round}`, quotes })
    for (const traderId of market.traderIds.filter(isOwn)) observe(world, traderId, look(world, traderId))
  }
  return world
}

/** In most pairs the watched firm shares no broker with the rest: contras abound, and none may meet it. */
function secluded(market: Market, firmId: string, seed: number): Market['reference'] {
  if (seed % 4 === 0) return market.reference
  const [only, ...rest] = market.brokerIds
  const firms = market.reference.firms.map((firm) => ({
    ...firm,
    brokerIds: firm.firmId === firmId ? [only as string] : rest,
  }))
  return { ...market.reference, firms }
}
