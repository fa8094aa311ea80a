import type { AdvertTerms, Direction } from '@aitai/engine/model/advert.ts'
import type { Answer, Outcome } from '@aitai/engine/model/locate.ts'
import { yen } from '@aitai/engine/model/price.ts'
import type { Quote, Sighting } from '@aitai/engine/model/quote.ts'
import { brokerNames, moment, quoteOf, sightingOf } from '../../../engine/test/book.ts'
import { createRandom } from '../../harness/random.ts'
import {
  type ContraScenario,
  type ContraVariant,
  drawContraScenario,
  drawContraVariant,
  testVenue,
} from './contra-scenario.ts'
import { type ObservationKind, type ObservedPlatform, realPlatform } from './observed-platform.ts'
import {
  newObservedWorld,
  type Observation,
  type ObservedWorld,
  observeAll,
  performInWorld,
  sweepWorld,
} from './observed-world.ts'

/**
 * Secrecy after a locate (docs/rules.md §15): two worlds differ only in the contra: its identity, size,
 * rating, brokers and actions. Until the locate is decided, the watched side observes the same in both; after
 * that only the outcome differs.
 */
export interface ContraDifference {
  readonly second: number
  readonly kind: ObservationKind
  readonly one: string
  readonly other: string
}

export interface ContraComparison {
  readonly difference: ContraDifference | null
  readonly observations: number
  readonly outcomes: readonly (Outcome | null)[]
}

/** What the watched trader observed in one second, and its locate at the end of it. */
interface Second {
  readonly second: number
  readonly seen: readonly Observation[]
  readonly outcome: Outcome | null
  /** The executing broker, which is revealed once both have accepted. */
  readonly brokerId: string | null
}

const watched = 'alder'
const everybody = new Set([watched, ...brokerNames])
const began = moment('01:00')
/**
 * The times of the locate, of the owner's return, and of the end, which is before the end of any cooldown.
 */
const locatedAt = 20
const returnsAt = 60
const last = locatedAt + 300

/** Every second while the popup may be open or the owner may return, then every half minute. */
const seconds = Array.from({ length: last }, (_, i) => i + 1).filter(
  (i) => i <= returnsAt + 10 || i % 30 === 0,
)

function observedSeconds(
  scenario: ContraScenario,
  contra: ContraVariant,
  platform: ObservedPlatform,
): Second[] {
  const around = { at: began, sightingOf: (): Sighting => sighting(scenario, around.at) }
  const securityIds = ['toyota']
  const venue = { ...testVenue, limits: { ...testVenue.limits, probing: scenario.probing } }
  const world = newObservedWorld({ around, platform, watched: everybody, securityIds }, venue)
  const trader = world.state.traders.get(contra.traderId)
  if (trader) trader.rating = contra.rating
  return seconds.map((second) => {
    around.at = began + second * 1_000
    actAsContra(world, contra, second)
    actAsOwner(world, scenario, second)
    actAsBroker(world, scenario, second)
    if (second >= locatedAt) sweepWorld(world, `sweep-of-${second}`)
    observeAll(world)
    const seen = world.seen
    world.seen = []
    return { second, seen, ...known(world) }
  })
}

function known({ state }: ObservedWorld): Pick<Second, 'outcome' | 'brokerId'> {
  const own = [...state.locates.values()].filter(({ traderIds }) =>
    Object.values(traderIds).includes(watched),
  )
  const [first] = own
  const side = first?.traderIds.BUY === watched ? 'BUY' : 'SELL'
  return { outcome: first?.outcome?.[side] ?? null, brokerId: first?.brokerId ?? null }
}

/** The mid drifts a little every second, so that declines may be excused and knockouts reached. */
const quoteAt = ({ drift }: ContraScenario, at: number): Quote =>
  quoteOf('toyota', at, 2_000 + Math.round((drift * (at - began)) / 1_000) / 2)
const sighting = (scenario: ContraScenario, at: number): Sighting =>
  sightingOf(quoteAt(scenario, at), [quoteAt(scenario, at - 1_000), quoteAt(scenario, at)] as const)

function post(world: ObservedWorld, traderId: string, terms: AdvertTerms): void {
  const advertId = `${traderId}-1`
  const offsets = { advertising: 0, knockout: 500 }
  performInWorld(world, { type: 'createAdvert', traderId, advertId, securityId: 'toyota', terms, offsets })
  const freshId = `${traderId}-2`
  performInWorld(world, {
    type: 'submitAdvert',
    arrivalMid: null,
    usdJpy: 150 * yen,
    traderId,
    advertId,
    freshId,
    terms,
    price: 2_000 * 10_000,
  })
}

function answer(world: ObservedWorld, traderId: string, direction: Direction, given: Answer): void {
  const locate = [...world.state.index.openLocates.values()].find(
    ({ traderIds }) => traderIds[direction] === traderId,
  )
  if (!locate) return
  performInWorld(world, {
    type: 'answerLocate',
    traderId,
    locateId: locate.locateId,
    direction,
    answer: given,
    quote: world.around.sightingOf('toyota').quote,
    run: world.around.sightingOf('toyota').run,
    agreementId: 'agreement-1',
    passwords: { BUY: 'BUYPASS2', SELL: 'SELLPAS3' },
  })
}

function actAsOwner(
  world: ObservedWorld,
  { terms, answer: given, answersAt, resumes }: ContraScenario,
  second: number,
): void {
  const advertId = `${watched}-1`
  if (second === 10) post(world, watched, terms)
  if (given && second === answersAt) answer(world, watched, terms.direction, given)
  if (second === answersAt + 1)
    performInWorld(world, { type: 'connectBroker', traderId: watched, agreementId: 'agreement-1' })
  if (second === returnsAt && resumes)
    performInWorld(world, { type: 'resumeAdvert', traderId: watched, advertId, price: 2_000 * 10_000 })
}

/** Reports, and then perhaps corrects or withdraws, in both worlds at the same times: after the last answer. */
function actAsBroker(world: ObservedWorld, { report }: ContraScenario, second: number): void {
  const agreement = world.state.agreements.get('agreement-1')
  if (!report || !agreement) return
  const { agreementId, brokerId } = agreement
  const own = { agreementId, brokerId, brokerUserId: 'broker-user' }
  const { atFault, followUp } = report
  if (second === returnsAt - 8) performInWorld(world, { type: 'reportNotExecuted', ...own, atFault })
  if (second !== returnsAt + 8 || !followUp) return
  if (followUp === 'WITHDRAWN') performInWorld(world, { type: 'withdrawNotExecuted', ...own })
  else performInWorld(world, { type: 'reportNotExecuted', ...own, atFault: followUp })
}

function actAsContra(world: ObservedWorld, contra: ContraVariant, second: number): void {
  const { traderId, terms, answer: given, answersAt, afterwards, crowd } = contra
  const advertId = `${traderId}-1`
  if (second === contra.postsAt) post(world, traderId, terms)
  if (given && second === answersAt) answer(world, traderId, terms.direction, given)
  if (second === returnsAt + 2 && afterwards === 'RESUMES')
    performInWorld(world, { type: 'resumeAdvert', traderId, advertId, price: 2_000 * 10_000 })
  if (second === returnsAt + 2 && afterwards === 'CANCELS')
    performInWorld(world, { type: 'cancelAdvert', traderId, advertId })
  if (second === locatedAt + 5 && afterwards === 'LEAVES')
    performInWorld(world, { type: 'endSession', traderId, reason: 'LOGGED_OUT' })
  if (second === returnsAt + 4 && crowd) post(world, 'fir', crowd)
}

/** Runs both worlds of a pair. `seed` repeats it. */
export function compareContras(seed: number, platform: ObservedPlatform = realPlatform): ContraComparison {
  const chance = createRandom(seed)
  const scenario = drawContraScenario(chance)
  const contras = [drawContraVariant(chance, scenario), drawContraVariant(chance, scenario)]
  const [one, other] = contras.map((contra) => observedSeconds(scenario, contra, platform)) as [
    Second[],
    Second[],
  ]
  const outcomes = [one, other].map((seconds) => seconds.at(-1)?.outcome ?? null)
  let observations = 0
  for (const [i, a] of one.entries()) {
    const b = other[i] as Second
    // After a withdrawal the two are located again; after a failure a cooldown prevents it.
    if (a.outcome === 'WITHDRAWN' && b.outcome === 'WITHDRAWN') break
    if (a.outcome === 'ACCEPTED' && b.outcome === 'ACCEPTED' && a.brokerId !== b.brokerId) break
    const isSame = a.outcome === b.outcome
    const found = isSame ? differenceIn(a, b) : null
    if (found) return { difference: found, observations, outcomes }
    // From here on the time and the message of the outcome may differ, and nothing else.
    if (!isSame) {
      const difference = mayCompareEnds(one, other) ? differenceInEnds(one, other) : null
      return { difference, observations, outcomes }
    }
    observations += a.seen.length
  }
  return { difference: null, observations, outcomes }
}

type ObservedSecond = Pick<Second, 'seen' | 'second' | 'outcome'>

function differenceIn(one: ObservedSecond, other: ObservedSecond): ContraDifference | null {
  const [a, b] = [observationsOf(one), observationsOf(other)]
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const [x, y] = [a[i], b[i]]
    if (x && y && x.kind === y.kind && x.text === y.text) continue
    const { kind } = (x ?? y) as Observation
    return { second: one.second, kind, one: x?.text ?? 'nothing', other: y?.text ?? 'nothing' }
  }
  return null
}

/** An agreement reveals both sides to its broker. */
const observationsOf = ({ seen, outcome }: ObservedSecond): readonly Observation[] =>
  outcome === 'ACCEPTED' ? seen.filter(({ who }) => who === watched) : seen

const failures: readonly (Outcome | null)[] = ['CONTRA_DECLINED', 'CONTRA_TIMEOUT', 'DECLINED', 'TIMED_OUT']

const mayCompareEnds = (...runs: readonly (readonly Second[])[]): boolean =>
  runs.every((seconds) => failures.includes(seconds.at(-1)?.outcome ?? null))

/** Events that reveal the outcome and its time. They have no other effect on the owner's score and list. */
const revealing = /"(outcome|at|frozenMs|currentQuantity)":[^,}]*/g

function differenceInEnds(one: readonly Second[], other: readonly Second[]): ContraDifference | null {
  const end = (seconds: readonly Second[]): ObservedSecond => {
    const { seen, ...rest } = seconds.at(-1) as Second
    return { ...rest, seen: seen.map((each) => ({ ...each, text: each.text.replace(revealing, '') })) }
  }
  return differenceIn(end(one), end(other))
}
