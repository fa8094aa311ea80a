import { setTimeout as wait } from 'node:timers/promises'
import { advertList, createAdvert, resumeAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import {
  connectAcceptance,
  connectRejection,
  listLocateNotifications,
} from '@aitai/contract/routes/locates.ts'
import { getEquities, userBrokersList } from '@aitai/contract/routes/reference.ts'
import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { type Direction, isTerminal } from '@aitai/engine/adverts/advert.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
import { type ApiSession, CallFailed, callApi, signIn, subscribe } from './api-client.ts'
import {
  answerDelayMs,
  brokersFor,
  locateReaction,
  type Random,
  resumeDelayMs,
  termsFor,
} from './robot-behaviour.ts'
import { createWakeSignal } from './wake-signal.ts'

export interface Robot {
  readonly email: string
  readonly password: string
  readonly direction: Direction
  /** Colleagues share the largest names: it keeps every `parts`-th, from the one at `part`. */
  readonly part: number
  readonly parts: number
}

/** How many of the largest names, in the order of get-equities, have a robot on each side. */
export const robotSecurityCount = 50
/** How often a robot looks at its list even when nothing was pushed. */
const lookEveryMs = 15_000
/** Between two calls that change something, well under the server's limit of 5 a second (quality 2.5). */
const changeEveryMs = 250

/** What a robot remembers while it is signed in. */
interface Desk {
  readonly wire: ApiSession
  readonly robot: Robot
  readonly names: readonly Equity[]
  readonly brokerIds: () => readonly string[]
  readonly chance: Random
  readonly signal: AbortSignal
  /** Locates that it has decided about. */
  readonly seen: Set<string>
  /** When a paused advert is to be resumed. */
  readonly rests: Map<string, number>
}

/**
 * Signs in, keeps adverts, and answers locates, until the signal. Throws what ended it before: no connection,
 * or a session that is over; the caller begins again.
 */
export async function runRobot(
  baseUrl: string,
  robot: Robot,
  chance: Random,
  signal: AbortSignal,
): Promise<void> {
  const wire = await signIn(baseUrl, robot.email, robot.password)
  const [equities, brokers] = await Promise.all([callApi(wire, getEquities), callApi(wire, userBrokersList)])
  const desk: Desk = {
    wire,
    robot,
    names: equities.slice(0, robotSecurityCount).filter((_, place) => place % robot.parts === robot.part),
    brokerIds: () => brokersFor(brokers, defaultLimits.brokersPerAdvert, chance),
    chance,
    signal,
    seen: new Set(),
    rests: new Map(),
  }
  const bell = createWakeSignal()
  const unsubscribe = subscribe(wire, {
    onOpen: bell.ring,
    onNotification: ({ message, locate }) => {
      if (message === 'Contra Located' && locate) considerLocate(desk, locate, bell.fail)
      else bell.ring()
    },
  })
  try {
    while (!signal.aborted) {
      await tend(desk, bell.fail)
      await bell.rung(lookEveryMs, signal)
    }
  } finally {
    await unsubscribe()
  }
}

/** Brings the adverts to what they should be: one in play for each name. */
async function tend(desk: Desk, fail: (reason: unknown) => void): Promise<void> {
  const adverts = await callApi(desk.wire, advertList)
  if (adverts.some((advert) => advert.advertisementStatus === 'ACCEPT/DECLINE?'))
    for (const locate of await callApi(desk.wire, listLocateNotifications)) considerLocate(desk, locate, fail)
  const open = new Map(adverts.filter((each) => !isTerminal(each)).map((each) => [each.securityId, each]))
  for (const equity of desk.names) {
    if (desk.signal.aborted) return
    const advert = open.get(equity.equityId)
    try {
      await bringIntoPlay(desk, equity, advert)
    } catch (error) {
      // Refused by a rule, such as outside platform hours: the next look tries again.
      if (error instanceof CallFailed && error.status === 409) return
      throw error
    }
  }
}

async function bringIntoPlay(desk: Desk, equity: Equity, advert: Advert | undefined): Promise<void> {
  const { wire, robot, chance } = desk
  if (advert?.advertisementStatus === 'PAUSED') return resumeRested(desk, advert)
  if (advert && advert.advertisementStatus !== 'UNSENT') return
  const draft =
    advert ??
    (await gently(desk, () => callApi(wire, createAdvert, { body: { securityId: equity.equityId } })))
  if ('error' in draft) return
  const body = termsFor(draft.id, robot.direction, equity, desk.brokerIds(), chance)
  await gently(desk, () => callApi(wire, submitAdvert, { body }))
}

async function resumeRested({ rests, ...desk }: Desk, { id }: Advert): Promise<void> {
  const until = rests.get(id) ?? Date.now() + resumeDelayMs(desk.chance)
  rests.set(id, until)
  if (Date.now() < until) return
  rests.delete(id)
  await gently(desk, () => callApi(desk.wire, resumeAdvert, { params: { id } }))
}

/** A changing call at a measured pace; over a limit all the same, it waits for as long as it is told to. */
async function gently<T>({ signal }: Pick<Desk, 'signal'>, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    await wait(changeEveryMs, undefined, { signal })
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof CallFailed && error.status === 429)) throw error
      await wait((error.retryAfter ?? 1) * 1_000, undefined, { signal })
    }
  }
}

/** Makes up its mind about a locate, once, and answers after a while of thinking. */
function considerLocate(desk: Desk, locate: LocateNotification, fail: (reason: unknown) => void): void {
  const { locateNotificationId: id, direction } = locate
  if (locate.answer !== null || locate.outcome !== null || desk.seen.has(id)) return
  const manner = locateReaction(desk.seen.size, desk.chance)
  desk.seen.add(id)
  if (manner === 'LAPSE') return
  const declared = manner === 'ACCEPT' ? connectAcceptance : connectRejection
  const answer = async (): Promise<void> => {
    await wait(answerDelayMs(desk.chance), undefined, { signal: desk.signal })
    await callApi(desk.wire, declared, { body: { direction, locationNotificationId: id } })
  }
  answer().catch((error: unknown) => {
    // Withdrawn or over in the meantime: not this robot's trouble.
    if (!(error instanceof CallFailed && (error.status === 409 || error.status === 404))) fail(error)
  })
}
