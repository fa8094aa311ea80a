import { setTimeout as wait } from 'node:timers/promises'
import { type ApiSession, CallFailed, callApi, signIn } from '@aitai/contract/api-client.ts'
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
import { type Direction, isTerminal } from '@aitai/engine/model/advert.ts'
import { defaultLimits } from '@aitai/engine/model/limits.ts'
import { subscribe } from './notification-subscription.ts'
import {
  answerDelayMs,
  brokersFor,
  locateReaction,
  type Random,
  type RobotSize,
  resumeDelayMs,
  termsFor,
} from './robot-behaviour.ts'
import { createWakeSignal } from './wake-signal.ts'

/** A trader with an IOI in each of its names, who answers every locate. */
export interface TraderRobot {
  readonly role: 'TRADER'
  readonly email: string
  readonly password: string
  readonly direction: Direction
  readonly size: RobotSize
  /** Robots of one institution share the largest names: each trades every `parts`-th, starting at `part`. */
  readonly part: number
  readonly parts: number
}

/** The number of largest names (in the order of get-equities) with a robot on each side. */
const robotSecurityCount = 50
/** How often a robot checks its adverts even if nothing was pushed. */
const pollEveryMs = 15_000
/** Delay between two changes, well under the server's limit of 5 a second. */
const changeEveryMs = 250

/** The state of a signed-in robot. */
interface RobotSession {
  readonly wire: ApiSession
  readonly robot: TraderRobot
  readonly names: readonly Equity[]
  readonly brokerIds: () => readonly string[]
  readonly chance: Random
  readonly signal: AbortSignal
  /** Locates that have been handled. */
  readonly seen: Set<string>
  /** When a paused advert is to be resumed. */
  readonly resumeAt: Map<string, number>
}

/**
 * Signs in, maintains adverts and answers locates until the signal aborts. Throws if the connection is lost or
 * the session ends; the caller starts it again.
 */
export async function runTraderRobot(
  baseUrl: string,
  robot: TraderRobot,
  chance: Random,
  signal: AbortSignal,
): Promise<void> {
  const wire = await signIn(baseUrl, robot.email, robot.password)
  const [equities, brokers] = await Promise.all([callApi(wire, getEquities), callApi(wire, userBrokersList)])
  const robotSession: RobotSession = {
    wire,
    robot,
    names: equities.slice(0, robotSecurityCount).filter((_, index) => index % robot.parts === robot.part),
    brokerIds: () => brokersFor(brokers, defaultLimits.brokersPerAdvert, chance),
    chance,
    signal,
    seen: new Set(),
    resumeAt: new Map(),
  }
  const wakeSignal = createWakeSignal()
  const unsubscribe = subscribe(wire, {
    onOpen: wakeSignal.wake,
    onNotification: ({ message, locate }) => {
      if (message === 'Contra Located' && locate) considerLocate(robotSession, locate, wakeSignal.fail)
      else wakeSignal.wake()
    },
  })
  try {
    while (!signal.aborted) {
      await maintainAdverts(robotSession, wakeSignal.fail)
      await wakeSignal.waitForWake(pollEveryMs, signal)
    }
  } finally {
    await unsubscribe()
  }
}

/** Makes sure that each name has one advert in play. */
async function maintainAdverts(robotSession: RobotSession, fail: (reason: unknown) => void): Promise<void> {
  const adverts = await callApi(robotSession.wire, advertList)
  if (adverts.some((advert) => advert.advertisementStatus === 'ACCEPT/DECLINE?'))
    for (const locate of await callApi(robotSession.wire, listLocateNotifications))
      considerLocate(robotSession, locate, fail)
  const open = new Map(adverts.filter((each) => !isTerminal(each)).map((each) => [each.securityId, each]))
  for (const equity of robotSession.names) {
    if (robotSession.signal.aborted) return
    const advert = open.get(equity.equityId)
    try {
      await submitDraft(robotSession, equity, advert)
    } catch (error) {
      // Refused by a rule, such as platform hours: the next poll tries again.
      if (error instanceof CallFailed && error.status === 409) return
      throw error
    }
  }
}

async function submitDraft(
  robotSession: RobotSession,
  equity: Equity,
  advert: Advert | undefined,
): Promise<void> {
  const { wire, robot, chance } = robotSession
  if (advert?.advertisementStatus === 'PAUSED') return resumePaused(robotSession, advert)
  if (advert && advert.advertisementStatus !== 'UNSENT') return
  const draft =
    advert ??
    (await paced(robotSession, () => callApi(wire, createAdvert, { body: { securityId: equity.equityId } })))
  if ('error' in draft) return
  const body = termsFor(draft.id, robot.direction, equity, robot.size, robotSession.brokerIds(), chance)
  await paced(robotSession, () => callApi(wire, submitAdvert, { body }))
}

async function resumePaused({ resumeAt, ...robotSession }: RobotSession, { id }: Advert): Promise<void> {
  const until = resumeAt.get(id) ?? Date.now() + resumeDelayMs(robotSession.chance)
  resumeAt.set(id, until)
  if (Date.now() < until) return
  resumeAt.delete(id)
  await paced(robotSession, () => callApi(robotSession.wire, resumeAdvert, { params: { id } }))
}

/** Makes a changing call after a delay, and retries as the server says if a limit is exceeded. */
async function paced<T>({ signal }: Pick<RobotSession, 'signal'>, call: () => Promise<T>): Promise<T> {
  for (;;) {
    await wait(changeEveryMs, undefined, { signal })
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof CallFailed && error.status === 429)) throw error
      await wait((error.retryAfter ?? 1) * 1_000, undefined, { signal })
    }
  }
}

/** Decides about a locate once, and answers after a delay. */
function considerLocate(
  robotSession: RobotSession,
  locate: LocateNotification,
  fail: (reason: unknown) => void,
): void {
  const { locateNotificationId: id, direction } = locate
  if (locate.answer !== null || locate.outcome !== null || robotSession.seen.has(id)) return
  const reaction = locateReaction(robotSession.seen.size, robotSession.chance)
  robotSession.seen.add(id)
  if (reaction === 'LAPSE') return
  const declared = reaction === 'ACCEPT' ? connectAcceptance : connectRejection
  const answer = async (): Promise<void> => {
    await wait(answerDelayMs(robotSession.chance), undefined, { signal: robotSession.signal })
    await callApi(robotSession.wire, declared, { body: { direction, locationNotificationId: id } })
  }
  answer().catch((error: unknown) => {
    // The locate was withdrawn or ended in the meantime.
    if (!(error instanceof CallFailed && (error.status === 409 || error.status === 404))) fail(error)
  })
}
