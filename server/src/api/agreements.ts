import * as agreements from '@aitai/contract/routes/agreements.ts'
import type { ConnectionAgreement as AgreementView } from '@aitai/contract/schemas/agreements.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { type BothSides, sideOf } from '@aitai/engine/model/locate.ts'
import { toPrice, type Yen } from '@aitai/engine/model/price.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { AppContext } from '../context.ts'
import { invalid } from '../http/failures.ts'
import type { KeyedRequest } from '../market/idempotency.ts'
import type { StateView } from '../market/market.ts'
import { agreementView } from '../market/views.ts'
import { randomId } from '../random.ts'
import { serve } from './serve.ts'

/**
 * Connection agreements: how a trader connects to the broker, and how the broker confirms them (docs/rules.md
 * §9).
 */
export function agreementCalls(app: AppContext): void {
  const { market, reference } = app

  serve(app, agreements.connectBroker, ({ connectAgreementId: agreementId }, { userId }, keyed) =>
    market.submit(
      { type: 'connectBroker', traderId: userId, agreementId },
      (state) => {
        const agreement = state.agreements.get(agreementId)
        const side = agreement ? sideOf(agreement, userId) : null
        const broker = agreement ? reference.names().brokers.get(agreement.brokerId) : undefined
        if (!agreement || !side || !broker) throw new Error(`agreement ${agreementId} has no broker`)
        const { name, shortName, contact } = broker
        const password = reference.names().passwordOf(agreement, side) ?? ''
        return { connectionAgreementId: agreementId, brokerName: name, shortName, contact, password }
      },
      keyed,
    ),
  )

  serve(app, agreements.brokerUserExecutionListing, (_, { brokerId }) =>
    market.read((state, at) =>
      [...state.agreements.values()]
        .filter((agreement) => agreement.brokerId === brokerId)
        .sort((a, b) => a.locateTime - b.locateTime)
        .map((agreement) => agreementView(state, agreement, reference.names(), at)),
    ),
  )

  const viewOf =
    (agreementId: string) =>
    (state: State, at: number): AgreementView => {
      const agreement = state.agreements.get(agreementId)
      if (!agreement) throw new Error(`agreement ${agreementId} was changed but is missing`)
      return agreementView(state, agreement, reference.names(), at)
    }

  const execution =
    (type: 'confirmExecution' | 'undoExecution') =>
    (body: Execution, caller: BrokerUser, keyed: KeyedRequest | null) => {
      const { connectionAgreementId: agreementId } = body
      const { brokerId, userId: brokerUserId } = caller
      const command = { type, agreementId, side: sideNamed(body), brokerId, brokerUserId }
      return market.submit(command, viewOf(agreementId), keyed)
    }
  serve(app, agreements.brokerExecutionConfirmation, execution('confirmExecution'))
  serve(app, agreements.brokerExecutionUndo, execution('undoExecution'))

  executionCalls(app, viewOf)

  serve(app, agreements.brokerNotExecutedReport, ({ connectionAgreementId, sides }, caller, keyed) => {
    const { brokerId, userId: brokerUserId } = caller
    const report = { agreementId: connectionAgreementId, brokerId, brokerUserId, atFault: bothSides(sides) }
    return market.submit({ type: 'reportNotExecuted', ...report }, viewOf(connectionAgreementId), keyed)
  })

  serve(app, agreements.brokerNotExecutedWithdrawal, ({ connectionAgreementId }, caller, keyed) => {
    const { brokerId, userId: brokerUserId } = caller
    const report = { agreementId: connectionAgreementId, brokerId, brokerUserId }
    return market.submit({ type: 'withdrawNotExecuted', ...report }, viewOf(connectionAgreementId), keyed)
  })
}

/** The broker reports what was executed, corrects a report or withdraws it (docs/rules.md §24). */
function executionCalls(app: AppContext, viewOf: (agreementId: string) => StateView<AgreementView>): void {
  const { market } = app

  serve(app, agreements.brokerExecutionReport, (body, caller, keyed) => {
    const command = { ...executionOf(body, caller), executionId: randomId() }
    return market.submit({ type: 'reportExecution', ...command }, viewOf(body.connectionAgreementId), keyed)
  })

  serve(app, agreements.brokerExecutionCorrection, (body, caller, keyed) => {
    const command = { ...executionOf(body, caller), executionId: body.executionId }
    return market.submit({ type: 'correctExecution', ...command }, viewOf(body.connectionAgreementId), keyed)
  })

  serve(app, agreements.brokerExecutionWithdrawal, (body, { brokerId, userId: brokerUserId }, keyed) => {
    const { connectionAgreementId: agreementId, executionId } = body
    const command = { agreementId, executionId, brokerId, brokerUserId }
    return market.submit({ type: 'withdrawExecution', ...command }, viewOf(agreementId), keyed)
  })
}

interface ExecutionBody {
  readonly connectionAgreementId: string
  readonly quantity: number
  readonly price: Yen
  readonly executedAt: number
}

const executionOf = (
  { connectionAgreementId: agreementId, quantity, price, executedAt }: ExecutionBody,
  { brokerId, userId: brokerUserId }: BrokerUser,
) => ({ agreementId, quantity, price: toPrice(price), executedAt, brokerId, brokerUserId })

const bothSides = (sides: readonly Direction[]): BothSides<boolean> => ({
  BUY: sides.includes('BUY'),
  SELL: sides.includes('SELL'),
})

interface BrokerUser {
  readonly brokerId: string
  readonly userId: string
}

interface Execution {
  readonly connectionAgreementId: string
  readonly buyStatus?: boolean | undefined
  readonly sellStatus?: boolean | undefined
}

/** The side that a broker refers to: the one whose status it sends. */
function sideNamed({ buyStatus, sellStatus }: Execution): Direction {
  if (buyStatus !== undefined && sellStatus === undefined) return 'BUY'
  if (sellStatus !== undefined && buyStatus === undefined) return 'SELL'
  throw invalid('buyStatus')
}
