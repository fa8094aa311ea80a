import { CallFailed, orRefusal } from '@aitai/contract/api-client.ts'
import { cancelAdvert, createAdvert, resumeAdvert, submitAdvert } from '@aitai/contract/routes/adverts.ts'
import {
  brokerExecutionCorrection,
  brokerExecutionReport,
  brokerExecutionWithdrawal,
  brokerNotExecutedReport,
  brokerNotExecutedWithdrawal,
  brokerUserExecutionListing,
} from '@aitai/contract/routes/agreements.ts'
import {
  connectAcceptance,
  connectRejection,
  listLocateNotifications,
} from '@aitai/contract/routes/locates.ts'
import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { brokerUserOf, traderOf } from '../harness/scripted-server.ts'
import { type DayServer, startDayServer } from './day-server.ts'
import {
  brokerNames,
  type Episode,
  institutions,
  type ScriptedIoi,
  type ScriptedReport,
  tradersPerInstitution,
} from './episodes.ts'
import { Member } from './member.ts'
import { exactPrice, type ScriptedSecurity, tickAt } from './price-script.ts'
import { lastPriceOf, type ScriptedDay } from './scripted-days.ts'
import { clockText, dayMs, exchangeOpens, minuteMs, platformOpens, secondMs, tokyo } from './tokyo-day.ts'

/** An IOI that was sent. */
export interface SentIoi {
  readonly id: string
  readonly episode: Episode
  readonly ioi: ScriptedIoi
  /** As it was sent to the trader. Milliseconds UTC. */
  readonly submitTime: number
}

/** What the broker has reported under an agreement and not withdrawn, by its own record. */
export interface ReportedFill {
  readonly executionId: string
  readonly quantity: number
  readonly price: number
}

interface Action {
  readonly at: number
  readonly act: () => Promise<void>
}

/** Two trading days that are played against a real server, at each moment of the script and minute by minute. */
export class DayRun {
  readonly server: DayServer
  /** By the trader's e-mail address. */
  readonly sent = new Map<string, SentIoi[]>()
  /** By the id of the agreement. */
  readonly fills = new Map<string, readonly ReportedFill[]>()
  /** When the traders themselves cancelled IOIs, by their ids. Milliseconds UTC. */
  readonly cancelled = new Map<string, number>()
  readonly #days: readonly [first: ScriptedDay, second: ScriptedDay]
  readonly #securities: ReadonlyMap<string, ScriptedSecurity>
  readonly #members = new Map<string, Member>()
  readonly #actions: Action[] = []
  readonly #seen = new Map<string, LocateNotification['outcome']>()
  readonly #reported = new Set<string>()

  private constructor(server: DayServer, days: readonly [first: ScriptedDay, second: ScriptedDay]) {
    this.server = server
    this.#days = days
    this.#securities = new Map(days[0].securities.map((security) => [security.ric, security]))
  }

  /** Starts the server at the beginning of the first day, with everybody signed in. */
  static async start(days: readonly [first: ScriptedDay, second: ScriptedDay]): Promise<DayRun> {
    const run = new DayRun(await startDayServer(days), days)
    await run.#signIn()
    for (const { episodes } of days) for (const episode of episodes) run.#schedule(episode)
    return run
  }

  get traders(): readonly Member[] {
    return traderEmails.map((email) => this.#member(email))
  }

  /** Plays the script of a day. */
  async play({ opens, end }: ScriptedDay): Promise<void> {
    // The open is looked at as it comes; later, locates follow commands or within a minute.
    const open = opens + (exchangeOpens - platformOpens)
    for (let second = 5; second < 60; second += 5) this.#at(open + second * secondMs, async () => {})
    for (let at = opens; at <= end; at += minuteMs) this.#at(at, async () => {})
    while (this.#actions[0] && this.#actions[0].at <= end) await this.#act(this.#actions.shift() as Action)
  }

  /** Lets the first day end: the prices become stale, if the exchange is still open, and the platform closes. */
  async endFirstDay(): Promise<void> {
    const [{ end, closes }] = this.#days
    await this.server.advanceTo(end + 7 * minuteMs)
    await this.server.advanceTo(closes)
    // Sessions have ended; what was pushed before is remembered.
    await this.#signIn()
  }

  /** Imports the closes of the first day on the next morning, and signs everybody in. */
  async beginSecondDay(): Promise<void> {
    const [first, second] = this.#days
    await this.server.advanceTo(second.opens - 20 * minuteMs)
    await this.server.importCloses(new Map(first.securities.map(lastPriceOf)))
    await this.server.advanceTo(second.opens)
    await this.#signIn()
  }

  async stop(): Promise<void> {
    for (const member of this.#members.values()) member.close()
    await this.server.stop()
  }

  async #signIn(): Promise<void> {
    for (const email of [...traderEmails, ...brokerNames.map(brokerUserOf)]) {
      const before = this.#members.get(email)
      before?.close()
      this.#members.set(email, await Member.signIn(this.server.url, email, before?.received))
      if (!before) this.sent.set(email, [])
    }
  }

  #schedule(episode: Episode): void {
    for (const ioi of episode.iois) this.#at(ioi.submitAt, () => this.#send(episode, ioi))
    for (const at of episode.looks) this.#at(at, async () => {})
  }

  async #act({ at, act }: Action): Promise<void> {
    if (at > this.server.now()) {
      await this.server.advanceTo(at)
      await this.#look()
    }
    await act()
    await this.server.settle()
    if (this.#actions[0]?.at !== at) await this.#look()
  }

  #member(email: string): Member {
    const member = this.#members.get(email)
    if (!member) throw new Error(`nobody is called ${email}`)
    return member
  }

  /** Actions of one moment keep the order in which they were scheduled. */
  #at(at: number, act: () => Promise<void>): void {
    const later = this.#actions.findIndex((action) => action.at > at)
    this.#actions.splice(later < 0 ? this.#actions.length : later, 0, { at, act })
  }

  async #send(episode: Episode, ioi: ScriptedIoi): Promise<void> {
    const trader = this.#member(ioi.trader)
    const securityId = this.server.securityId(ioi.ric)
    const draft = await trader.call(createAdvert, { body: { securityId } })
    if ('error' in draft) throw new Error(`${ioi.trader}, ${ioi.ric}: ${draft.error}`)
    const { id } = draft
    const { brokers, advertisingTrigger, knockoutTrigger, indexRelativeKnockout, ...others } = ioi
    const { submitAt: _, trader: __, ric: ___, ...terms } = others
    const body: AdvertSubmission = {
      id,
      securityId,
      duration: 'END_OF_DAY',
      credibilityHurdle: 10,
      brokerIds: brokers.map((name) => this.server.brokerId(name)),
      ...terms,
      ...(advertisingTrigger === null ? {} : { advertisingTriggerActivated: true, advertisingTrigger }),
      ...(knockoutTrigger === null ? {} : { knockoutTriggerActivated: true, knockoutTrigger }),
      ...(indexRelativeKnockout === null
        ? {}
        : { indexRelativeKOTriggerActivated: true, indexRelativeKOTrigger: indexRelativeKnockout }),
    }
    const { submitTime } = await trader.call(submitAdvert, { body })
    this.sent.get(ioi.trader)?.push({ id, episode, ioi, submitTime: submitTime ?? Number.NaN })
  }

  /** Every trader reads their own locates, and reacts as the script says. */
  async #look(): Promise<void> {
    await Promise.all(
      this.traders.map(async (trader) => {
        const locates = await trader.call(listLocateNotifications)
        for (const locate of locates.toReversed()) this.#react(trader, locate)
      }),
    )
    // Nobody's session may end for want of requests.
    if (this.server.now() % (30 * minuteMs) > 0) return
    for (const name of brokerNames) await this.#member(brokerUserOf(name)).call(brokerUserExecutionListing)
  }

  #react(trader: Member, locate: LocateNotification): void {
    const key = `${trader.email} ${locate.locateNotificationId}`
    const before = this.#seen.get(key)
    if (before !== undefined && before === locate.outcome) return
    this.#seen.set(key, locate.outcome)
    const sent = this.sent.get(trader.email)?.find(({ id }) => id === locate.advertisementId)
    if (!sent) throw new Error(`${trader.email} was located with an IOI that it has not sent`)
    if (before === undefined) this.#answer(trader, locate, sent)
    if (locate.outcome === 'ACCEPTED') this.#report(locate, sent)
    else if (locate.outcome !== null) this.#afterFailure(trader, sent)
  }

  #answer(trader: Member, locate: LocateNotification, { episode, ioi }: SentIoi): void {
    // An IOI that was resumed answers its next contra as it did the first.
    const scripted = episode.answers[episode.iois.indexOf(ioi)]
    if (!scripted || scripted.answer === null) return
    const { direction, locateNotificationId: locationNotificationId, locateTime } = locate
    const route = scripted.answer === 'ACCEPT' ? connectAcceptance : connectRejection
    this.#at(locateTime + scripted.afterMs, async () => {
      const answered = trader.call(route, { body: { direction, locationNotificationId } })
      const isRefused = (await orRefusal<unknown>(answered)) instanceof CallFailed
      if (isRefused && !episode.outcomes.flat().includes('WITHDRAWN'))
        throw new Error(`an answer was refused at ${clockText(this.server.now())}`)
    })
  }

  #afterFailure(trader: Member, { episode, ioi, id }: SentIoi): void {
    if (episode.kind === 'knocked out in a locate') return
    const third = episode.iois[2]
    if (third && episode.iois[0] === ioi)
      this.#at(
        third.submitAt - minuteMs,
        async () => void (await trader.call(resumeAdvert, { params: { id } })),
      )
    else
      this.#at(this.server.now(), async () => {
        await trader.call(cancelAdvert, { params: { id } })
        this.cancelled.set(id, this.server.now())
      })
  }

  /** Schedules the broker's reports, once for both sides. */
  #report(locate: LocateNotification, { episode, ioi }: SentIoi): void {
    const { connectionAgreementId: agreementId, brokerName } = locate
    if (!agreementId || this.#reported.has(agreementId)) return
    this.#reported.add(agreementId)
    const name = brokerNames.find((each) => brokerName?.startsWith(each))
    if (!name) throw new Error(`no broker is called ${brokerName}`)
    this.fills.set(agreementId, [])
    for (const report of episode.reports) {
      const from = report.isNextDay ? tokyo(8, 20) + dayMs : this.server.now()
      this.#at(from + report.afterMs, () => this.#makeReport(name, agreementId, locate, ioi, report))
    }
  }

  async #makeReport(
    brokerName: string,
    agreementId: string,
    { locateQuantity, midPrice }: LocateNotification,
    { ric }: ScriptedIoi,
    report: ScriptedReport,
  ): Promise<void> {
    const broker = this.#member(brokerUserOf(brokerName))
    const id = { connectionAgreementId: agreementId }
    const fills = this.fills.get(agreementId) ?? []
    const record = (now: readonly ReportedFill[]): void => void this.fills.set(agreementId, now)
    const terms = (share: number, ticks: number) => ({
      ...this.#fillOf(ric, locateQuantity, midPrice, share, ticks),
      executedAt: this.server.now() - 5 * secondMs,
    })
    const executionId = fills[0]?.executionId ?? ''
    switch (report.does) {
      case 'report': {
        const body = terms(report.share, report.ticks)
        const { executions } = await broker.call(brokerExecutionReport, { body: { ...id, ...body } })
        return record([...fills, { ...body, executionId: executions.at(-1)?.executionId ?? '' }])
      }
      case 'correct': {
        const body = terms(report.share, report.ticks)
        await broker.call(brokerExecutionCorrection, { body: { ...id, ...body, executionId } })
        return record([{ ...body, executionId }, ...fills.slice(1)])
      }
      case 'withdraw':
        await broker.call(brokerExecutionWithdrawal, { body: { ...id, executionId } })
        return record(fills.slice(1))
      case 'reportNothing':
        await broker.call(brokerNotExecutedReport, { body: { ...id, sides: [...report.sides] } })
        return
      case 'withdrawNothing':
        await broker.call(brokerNotExecutedWithdrawal, { body: id })
        return
      case 'reportNothingTooLate': {
        const body = { ...id, sides: ['BUY' as const] }
        const answer = await orRefusal(broker.call(brokerNotExecutedReport, { body }))
        if (!(answer instanceof CallFailed) || answer.failure.errorCode !== 'AGREEMENT-DAY-OVER')
          throw new Error('the report of the day after was not refused as one of a day that is over')
      }
    }
  }

  /** Whole lots at the mid, or so many ticks from the one below it. */
  #fillOf(ric: string, located: number, mid: number, share: number, ticks: number) {
    const { isTopix500, lotSize } = this.#securities.get(ric) as ScriptedSecurity
    const tick = tickAt(mid, isTopix500)
    const price = ticks === 0 ? mid : exactPrice((Math.floor(mid / tick + 1e-9) + ticks) * tick)
    const quantity = Math.max(lotSize, Math.floor((located * share) / lotSize) * lotSize)
    return { quantity, price }
  }
}

const traderEmails: readonly string[] = institutions.flatMap((name) =>
  Array.from({ length: tradersPerInstitution }, (_, i) => traderOf(name, i + 1)),
)
