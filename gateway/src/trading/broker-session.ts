import { CallFailed, orRefusal } from '@aitai/contract/api-client.ts'
import {
  brokerExecutionConfirmation,
  brokerExecutionCorrection,
  brokerExecutionReport,
  brokerExecutionUndo,
  brokerExecutionWithdrawal,
  brokerNotExecutedReport,
  brokerUserExecutionListing,
} from '@aitai/contract/routes/agreements.ts'
import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { tokyoDate } from '@aitai/engine/calendar/trading-days.ts'
import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import {
  dropCopy,
  readAcknowledgement,
  readTradeReport,
  type TradeReport,
  tradeReportAck,
} from '../messages/broker-messages.ts'
import { businessReject, businessRejectReasons } from '../messages/business-reject.ts'
import { execIdOf } from '../messages/execution-reports.ts'
import { messageTypes, messageTags as tag } from '../messages/message-tags.ts'
import { type FixRefusal, gatewayRefusal, isRefusal } from '../messages/refusal.ts'
import type { FixSession, OutgoingMessage, ReceivedMessage } from '../sessions/application.ts'
import type { OrderStore } from '../store/order-store.ts'
import { fieldOf } from '../wire/fix-message.ts'
import { refusalOfCall } from './call-refusal.ts'
import type { UserConnection } from './user-connection.ts'
import type { UserSession } from './user-session.ts'
import { CoalescedWork, WorkQueue } from './work-queue.ts'

export interface BrokerSessionOptions {
  readonly sessionId: string
  readonly user: UserConnection
  /** The ids of the reports of the day, and of the executions that they made. */
  readonly reports: OrderStore
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly onFailure: (error: unknown) => void
}

/** A broker's drop copy: each side of an agreement is reported once; the broker confirms and reports executions. */
export class BrokerSession implements UserSession {
  readonly #options: BrokerSessionOptions
  readonly #work = new WorkQueue()
  readonly #reporting = new CoalescedWork(() => this.#report())
  #session: FixSession | null = null

  constructor(options: BrokerSessionOptions) {
    this.#options = options
  }

  onLogon(session: FixSession): void {
    this.#session = session
    this.#options.user.connect()
    this.changed()
  }

  onLogout(): void {
    this.#session = null
    this.#options.user.disconnect().catch(this.#options.onFailure)
  }

  changed(): void {
    if (this.#session) this.#reporting.request()
  }

  async close(): Promise<void> {
    this.#session = null
    await this.#options.user.close()
  }

  async onMessage(received: ReceivedMessage, session: FixSession): Promise<readonly OutgoingMessage[]> {
    switch (received.message.type) {
      case messageTypes.executionAck:
        return await this.#work.add(() => this.#acknowledge(received))
      case messageTypes.tradeReport:
        return await this.#work.add(() => this.#take(received, session))
      default:
        return [
          businessReject(received.message, received.seqNum, gatewayRefusal('FIX-UNSUPPORTED'), {
            reason: businessRejectReasons.unsupportedType,
          }),
        ]
    }
  }

  async #report(): Promise<void> {
    try {
      const session = this.#session
      if (!session?.isLoggedOn) return
      const agreements = await this.#options.user.call(brokerUserExecutionListing)
      const ofToday = agreements.filter(({ undoPossible }) => undoPossible)
      for (const agreement of ofToday.sort((one, other) => one.agreedAt - other.agreedAt))
        await session.send(...directions.map((side) => this.#dropCopy(agreement, side)))
    } catch (error) {
      this.#options.onFailure(error)
    }
  }

  #dropCopy(agreement: ConnectionAgreement, side: Direction): OutgoingMessage {
    const { connectionAgreementId: id, securityName } = agreement
    const execId = execIdOf(`${this.#options.sessionId}|${id}|${side}`)
    const [ric = ''] = securityName.split(' - ')
    return { ...dropCopy(agreement, ric, side, execId), once: execId }
  }

  /** An acknowledgement that is carried out has no reply; a refusal is sent. */
  async #acknowledge({ message, seqNum }: ReceivedMessage): Promise<readonly OutgoingMessage[]> {
    const { agreementId, side, isReceived } = readAcknowledgement(message)
    const route = isReceived ? brokerExecutionConfirmation : brokerExecutionUndo
    const status = side === 'BUY' ? { buyStatus: true } : { sellStatus: true }
    const body = { connectionAgreementId: agreementId, ...status }
    const result = await orRefusal(this.#options.user.call(route, { body }))
    if (!(result instanceof CallFailed)) return []
    return [businessReject(message, seqNum, refusalOf(result), { refTag: tag.orderId })]
  }

  /** Takes a report once: what is repeated gets the reply that its first copy has not got. */
  async #take(received: ReceivedMessage, session: FixSession): Promise<readonly OutgoingMessage[]> {
    const { message, isPossDup, isPossResend } = received
    const { reports, now, sessionId } = this.#options
    await reports.startDay(tokyoDate(now()))
    const reportId = fieldOf(message, tag.tradeReportId) ?? ''
    const once = execIdOf(`${sessionId}|${tokyoDate(now())}|report|${reportId}`)
    if (reports.subjectOf(reportId) !== undefined) {
      if (!isPossDup && !isPossResend)
        return [tradeReportAck(message, gatewayRefusal('FIX-DUPLICATE', { value: reportId }))]
      if (session.hasSent(once)) return []
    }
    const report = readTradeReport(message)
    const refusal = isRefusal(report) ? report : await this.#carryOut(report)
    if (refusal) await reports.putRequest(reportId, '')
    return [{ ...tradeReportAck(message, refusal), once }]
  }

  async #carryOut(report: TradeReport): Promise<FixRefusal | null> {
    const { user, reports, sessionId, now } = this.#options
    const { agreementId: connectionAgreementId, reportId } = report
    const key = `fix|${sessionId}|${tokyoDate(now())}|report|${reportId}`
    const call = async (): Promise<ConnectionAgreement | FixRefusal> => {
      switch (report.type) {
        case 'notExecuted':
          return await user.call(brokerNotExecutedReport, {
            body: { connectionAgreementId, sides: [...report.by] },
            key,
          })
        case 'execution': {
          const body = { connectionAgreementId, ...report.execution }
          return await user.call(brokerExecutionReport, { body, key })
        }
        default: {
          const executionId = reports.subjectOf(report.of)
          if (!executionId) return gatewayRefusal('FIX-TRADE-REPORT')
          const ids = { connectionAgreementId, executionId }
          if (report.type === 'withdrawal')
            return await user.call(brokerExecutionWithdrawal, { body: ids, key })
          const body = { ...ids, ...report.execution }
          return await user.call(brokerExecutionCorrection, { body, key })
        }
      }
    }
    const result = await orRefusal(call())
    if (result instanceof CallFailed) return refusalOf(result)
    if (isRefusal(result)) return result
    const subject =
      report.type === 'execution'
        ? (result.executions.at(-1)?.executionId ?? '')
        : report.type === 'correction'
          ? (reports.subjectOf(report.of) ?? '')
          : ''
    await reports.putRequest(reportId, subject)
    return null
  }
}

/** Somebody else's agreement answers like one that does not exist. */
const refusalOf = (result: CallFailed): FixRefusal =>
  result.status === 404 ? gatewayRefusal('FIX-AGREEMENT') : refusalOfCall(result)
