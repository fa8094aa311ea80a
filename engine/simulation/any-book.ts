import fc from 'fast-check'
import { directions, durations, transactionTypes } from '../src/advert.ts'
import { isOver } from '../src/answer.ts'
import type { Command } from '../src/commands.ts'
import { decide } from '../src/decide.ts'
import { apply, wake } from '../src/evolve.ts'
import type { Decision } from '../src/refusals.ts'
import type { State } from '../src/state.ts'
import {
  answerOf,
  bookIn,
  brokerNames,
  buys,
  doing,
  firmNames,
  modifyOf,
  type Order,
  sells,
  submitOf,
  sweepAt,
  world,
} from './book.ts'

/** Books and stories drawn by fast-check, which prints the seed and the smallest one that fails. */
const anyTerms = fc.record({
  minimumQuantity: fc.integer({ min: 10, max: 75 }),
  duration: fc.constantFrom(...durations),
  credibilityHurdle: fc.constantFrom(1, 10, 10, 41, 57, 61),
  // Mostly such as fit, so that many meet and some do not.
  transactionType: fc.constantFrom('CASH_SWAP', 'CASH_SWAP', ...transactionTypes),
  transactionTypePreference: fc.constantFrom('CASH_SWAP', 'CASH_SWAP', ...transactionTypes),
  brokerIds: fc.shuffledSubarray([...brokerNames], { minLength: 2, maxLength: 4 }),
  ranked: fc.boolean(),
})

export const anyOrder: fc.Arbitrary<Order> = fc
  .record({
    traderId: fc.constantFrom(...firmNames),
    direction: fc.constantFrom(...directions),
    lots: fc.integer({ min: 50, max: 400 }),
    securityId: fc.constantFrom('toyota', 'toyota', 'sony'),
    terms: anyTerms,
  })
  .map(({ traderId, direction, lots, securityId, terms }) =>
    (direction === 'BUY' ? buys : sells)(traderId, lots * 100, { securityId, ...terms }),
  )

/** At most one order of a firm on a security, as the platform allows. */
export const anyOrders = fc.uniqueArray(anyOrder, {
  minLength: 2,
  maxLength: 12,
  size: 'max',
  selector: ({ traderId, securityId }) => `${traderId}|${securityId}`,
})

export const anyPlan = fc.record({
  orders: anyOrders,
  affiliates: fc.constantFrom({}, { forest: ['alder', 'birch'] }),
  absent: fc.subarray([...firmNames], { maxLength: 2 }),
  limits: fc.constantFrom({}, { minLiveMs: 5_000 }, { openLocatesPerTrader: 1 }),
})
export type Plan = typeof anyPlan extends fc.Arbitrary<infer T> ? T : never

export const bookOf = ({ orders, ...of }: Plan): State => bookIn(world(of), ...orders)

const kinds = ['sweep', 'sweep', 'accept', 'accept', 'decline', 'post', 'again'] as const
const deeds = [
  'pauseAdvert',
  'resumeAdvert',
  'resumeAdvert',
  'cancelAdvert',
  'modify',
  'leave',
  'come',
] as const

/** One thing that somebody tries, some time after the one before. */
const anyMove = fc.record({
  kind: fc.constantFrom(...kinds, ...deeds),
  order: anyOrder,
  pick: fc.nat({ max: 1_000 }),
  passes: fc.constantFrom(0, 0, 1, 1, 900, 900, 5_000, 5_000, 31_000, 400_000, 4_000_000, 40_000_000),
})
export type Move = typeof anyMove extends fc.Arbitrary<infer T> ? T : never
export const anyStory = fc.array(anyMove, { maxLength: 60, size: 'max' })

const one = <T>(from: Iterable<T>, pick: number): T | undefined => {
  const list = [...from]
  return list[pick % Math.max(1, list.length)]
}

/** What a move asks of this state, or nothing where there is nothing to ask about. */
export function commandOf(state: State, { kind, order, pick, passes }: Move): Command | null {
  const at = state.at + passes
  const { traderId } = order
  const advert = one(state.adverts.values(), pick)
  switch (kind) {
    case 'sweep':
      return sweepAt(at)
    case 'accept':
    case 'decline': {
      const locate = one(state.index.openLocates.values(), pick)
      if (!locate || isOver(state, locate, at)) return null
      const side = locate.answers.BUY || (pick % 2 === 0 && !locate.answers.SELL) ? 'SELL' : 'BUY'
      const answer = kind === 'accept' ? 'ACCEPT' : 'DECLINE'
      const { locateId } = locate
      return answerOf(state, locate.traderIds[side], answer, at, { locateId, direction: side })
    }
    case 'leave':
      return { type: 'endSession', at, traderId, reason: 'LOGGED_OUT' }
    case 'come':
      return { type: 'setPresence', at, traderId, present: true }
    case 'post':
      return { type: 'createAdvert', at, advertId: `${traderId}-${at}${state.sequence}`, ...order }
    case 'again':
      return advert ? { ...submitOf(advert.id, order.terms, at), freshId: `${advert.id}'` } : null
    case 'modify':
      return advert ? modifyOf(state, advert.id, order.terms, at) : null
    default:
      return advert ? doing(kind, advert.id, at) : null
  }
}

/** Decides and, unless refused, does it: what a story does to a state. */
export function attempt(state: State, command: Command): Decision {
  if (command.type === 'sweep') wake(state, command.at)
  const decision = decide(state, command)
  if ('events' in decision) apply(state, command, decision.events)
  return decision
}

export function live(state: State, story: readonly Move[]): State {
  for (const move of story) {
    const command = commandOf(state, move)
    if (command) attempt(state, command)
  }
  return state
}
