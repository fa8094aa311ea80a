import fc from 'fast-check'
import { decide } from '../src/decide.ts'
import { applyEvents } from '../src/evolve/evolve.ts'
import { isPastDeadline } from '../src/locates/locate-outcome.ts'
import { isHalted } from '../src/market/halts.ts'
import { addCandidatesAfterCooldown } from '../src/matching/candidates.ts'
import type { Command } from '../src/model/commands.ts'
import { yen } from '../src/model/price.ts'
import type { Quote, Sighting } from '../src/model/quote.ts'
import type { Decision } from '../src/model/refusals.ts'
import type { HaltTarget, State } from '../src/model/state.ts'
import { anyOrder, mostly } from './arbitrary-book.ts'
import {
  answerOf,
  draftOf,
  haltOf,
  modifyOf,
  ownerCommand,
  quoteOf,
  sightingOf,
  submitOf,
  sweepWithSightings,
} from './book.ts'

/** Scenarios: sequences of actions by traders, staff and the market on a book. */
const kinds = [
  'sweep',
  'accept',
  'decline',
  'post',
  'again',
  'rest',
  'modify',
  'leave',
  'come',
  'halt',
  'report',
  'execution',
  'confirm',
  'automatic',
] as const
const ownerActions = ['pauseAdvert', 'resumeAdvert', 'cancelAdvert'] as const

/** A market: mostly a fresh quote at 2,000 yen. */
const anyMarket = fc.record({
  mid: mostly(4, 2_000, 1_990, 1_985, 2_010, 2_015, 1_950, 1_940, 2_050, 2_060, 2_600),
  indexMove: mostly(8, 0, -350, 350),
  condition: mostly(12, 'CONTINUOUS', 'HALTED'),
  officialClose: fc.constantFrom(null, 2_001 * yen),
  age: mostly(12, 0, 10_001),
})

/** One action and the time before it: mostly actions that lead to a locate and an agreement. */
const anyMove = fc.record({
  kind: fc.oneof(
    fc.constantFrom('sweep', 'accept', 'come', 'resumeAdvert'),
    fc.constantFrom(...kinds, ...ownerActions),
  ),
  order: anyOrder,
  pick: fc.nat({ max: 1_000 }),
  passes: mostly(8, 900, 0, 1, 5_000, 31_000, 400_000, 4_000_000, 56_000_000),
  market: anyMarket,
})
export type ScenarioStep = typeof anyMove extends fc.Arbitrary<infer T> ? T : never
export const anyScenario = fc.array(anyMove, { maxLength: 60, size: 'max' })

const one = <T>(from: Iterable<T>, pick: number): T | undefined => {
  const list = [...from]
  return list[pick % Math.max(1, list.length)]
}

const quoteIn = ({ mid, age, ...more }: ScenarioStep['market'], securityId: string, at: number): Quote =>
  quoteOf(securityId, at - age, mid, more)

/** The same market for both securities: a run cannot lead to a quote that is not fresh. */
const sightingsIn = (market: ScenarioStep['market'], at: number): Sighting[] =>
  ['sony', 'toyota'].map((securityId) => {
    const quote = quoteIn(market, securityId, at)
    return market.condition === 'CONTINUOUS' ? sightingOf(quote) : sightingOf(quote, [])
  })

function answerIn(state: State, { kind, pick, market }: ScenarioStep, at: number): Command | null {
  const locate = one(state.index.openLocates.values(), pick)
  if (!locate || isPastDeadline(state, locate, at)) return null
  const side = locate.answers.BUY || (pick % 2 === 0 && !locate.answers.SELL) ? 'SELL' : 'BUY'
  const { locateId, securityId } = locate
  return answerOf(state, locate.traderIds[side], kind === 'accept' ? 'ACCEPT' : 'DECLINE', at, {
    locateId,
    direction: side,
    quote: quoteIn(market, securityId, at),
    agreementId: `agreement-of-${locateId}`,
  })
}

/** Toggles a halt. Mostly ends one that is on, or soon everything would be halted. */
function haltChangeIn(state: State, { order, pick }: ScenarioStep, at: number): Command {
  const { platform, firms, securities } = state.halts
  const halted: readonly HaltTarget[] = [
    ...(platform ? [{ kind: 'PLATFORM' } as const] : []),
    ...[...firms].map((firmId) => ({ kind: 'FIRM', firmId }) as const),
    ...[...securities].map((securityId) => ({ kind: 'SECURITY', securityId }) as const),
  ]
  const any: readonly HaltTarget[] = [
    { kind: 'PLATFORM' },
    { kind: 'FIRM', firmId: order.traderId },
    { kind: 'SECURITY', securityId: order.securityId },
  ]
  const target = one([...halted, ...halted, ...any], pick) as HaltTarget
  return haltOf(target, at, !isHalted(state, target))
}

/** The broker of an agreement reports that nothing was executed, corrects the report or withdraws it. */
function reportIn(state: State, pick: number, at: number): Command | null {
  const agreement = one(state.agreements.values(), pick)
  if (!agreement) return null
  const { agreementId, brokerId, notExecuted } = agreement
  const report = { at, agreementId, brokerId, brokerUserId: 'kato' }
  if (notExecuted && pick % 2 === 0) return { type: 'withdrawNotExecuted', ...report }
  const atFault = { BUY: pick % 3 !== 0, SELL: pick % 3 !== 1 }
  return { type: 'reportNotExecuted', ...report, atFault }
}

/** The broker of an agreement reports an execution, corrects it or withdraws it. */
function executionIn(state: State, pick: number, at: number): Command | null {
  const agreement = one(state.agreements.values(), pick)
  if (!agreement) return null
  const { agreementId, brokerId, locationQuantity, midPrice: price, executions = [] } = agreement
  const by = { at, agreementId, brokerId, brokerUserId: 'kato' }
  const terms = { quantity: locationQuantity / (1 + (pick % 2)), price, executedAt: at }
  const executionId = one(executions, pick)?.executionId
  if (executionId === undefined || pick % 4 === 0)
    return { type: 'reportExecution', executionId: `execution-${at}`, ...terms, ...by }
  if (pick % 4 === 1) return { type: 'withdrawExecution', executionId, ...by }
  return { type: 'correctExecution', executionId, ...terms, ...by }
}

/** The broker of an agreement confirms a side, or undoes that. */
function confirmationIn(state: State, pick: number, at: number): Command | null {
  const agreement = one(state.agreements.values(), pick)
  if (!agreement) return null
  const { agreementId, brokerId } = agreement
  const type = pick % 3 === 0 ? 'undoExecution' : 'confirmExecution'
  return { type, at, agreementId, brokerId, brokerUserId: 'kato', side: pick % 2 === 0 ? 'BUY' : 'SELL' }
}

/** Differs between two sweeps of one moment, or their locates would have the same ids. */
const seedOfSweep = ({ locates }: State, at: number): string => `${at}-${locates.size}`

/** The command of an action in this state, or null if the action does not apply. */
export function commandForStep(state: State, step: ScenarioStep): Command | null {
  const { kind, order, pick, passes, market } = step
  const at = latestTime(state) + passes
  const { traderId } = order
  const advert = one(state.adverts.values(), pick)
  switch (kind) {
    case 'sweep':
      return { ...sweepWithSightings(at, ...sightingsIn(market, at)), seed: seedOfSweep(state, at) }
    case 'accept':
    case 'decline':
      return answerIn(state, step, at)
    case 'leave':
      return { type: 'endSession', at, traderId, reason: 'LOGGED_OUT' }
    case 'come':
      return { type: 'setPresence', at, traderId, present: true }
    case 'halt':
      return haltChangeIn(state, step, at)
    case 'report':
      return reportIn(state, pick, at)
    case 'execution':
      return executionIn(state, pick, at)
    case 'confirm':
      return confirmationIn(state, pick, at)
    case 'post':
      return draftOf(order, at, `${traderId}-${at}${state.sequence}`)
    case 'again':
      return advert ? { ...submitOf(advert.id, order.terms, at), freshId: `${advert.id}'` } : null
    case 'rest':
      return restIn(state, pick, at)
    case 'automatic':
      return automaticIn(state, pick, at)
    case 'modify':
      return advert ? modifyOf(state, advert.id, order.terms, at) : null
    default:
      return advert ? ownerCommand(kind, advert.id, at) : null
  }
}

/** A rule of an owner renews or resumes an advert, preferably one for which it is due. */
function automaticIn(state: State, pick: number, at: number): Command | null {
  const adverts = [...state.adverts.values()]
  const due = adverts.filter(({ automaticSince }) => automaticSince !== null)
  const advert = one(due, pick) ?? one(adverts, pick)
  if (!advert) return null
  const { id, terms } = advert
  return advert.advertisementStatus === 'PAUSED'
    ? { ...ownerCommand('resumeAdvert', id, at), isAutomatic: true }
    : { ...submitOf(id, terms, at), freshId: `${id}'`, isAutomatic: true }
}

/** An owner creates the residual of an advert, preferably of a completed one. */
function restIn(state: State, pick: number, at: number): Command | null {
  const adverts = [...state.adverts.values()]
  const completed = adverts.filter(({ advertisementStatus }) => advertisementStatus === 'COMPLETED')
  const advert = one(completed, pick) ?? one(adverts, pick)
  if (!advert) return null
  const { id, traderId } = advert
  return { type: 'createResidual', at, advertId: id, traderId, residualId: `${id}+`, price: 2_000 * yen }
}

/** The time of the newest command, which may be later than the newest event because refusals have none. */
const newest = new WeakMap<State, number>()

/** The earliest time of the next command, because a clock never goes backwards. */
export const latestTime = (state: State): number => Math.max(state.at, newest.get(state) ?? 0)

/** Shares the clock of a state with its copy. */
export const copyLatestTime = (copy: State, original: State): State => {
  newest.set(copy, latestTime(original))
  return copy
}

/** Decides a command and applies its events unless it is refused. */
export function tryCommand(state: State, command: Command): Decision {
  if (command.type === 'sweep') addCandidatesAfterCooldown(state, command.at)
  const decision = decide(state, command)
  if ('events' in decision) applyEvents(state, command, decision.events)
  newest.set(state, Math.max(latestTime(state), command.at))
  return decision
}

export function runScenario(state: State, scenario: readonly ScenarioStep[]): State {
  for (const step of scenario) {
    const command = commandForStep(state, step)
    if (command) tryCommand(state, command)
  }
  return state
}
