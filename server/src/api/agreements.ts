import * as agreements from '@aitai/contract/routes/agreements.ts'
import type { ConnectionAgreement as AgreementView } from '@aitai/contract/schemas/agreements.ts'
import type { Direction } from '@aitai/engine/adverts/advert.ts'
import { type BothSides, sideOf } from '@aitai/engine/locates/locate.ts'
import type { State } from '@aitai/engine/state/state.ts'
import type { AppContext } from '../context.ts'
import { invalid } from '../http/failures.ts'
import { agreementView } from '../market/views.ts'
import { serve } from './serve.ts'

/**
 * Connection agreements: how a trader connects to the broker, and how the broker confirms them (docs/rules.md
 * §9).
 */
export function agreementCalls(app: AppContext): void {
  const { matchmaking, reference } = app

  serve(app, agreements.connectBroker, ({ connectAgreementId: agreementId }, { userId }) =>
    matchmaking.submit({ type: 'connectBroker', traderId: userId, agreementId }, (state) => {
      const agreement = state.agreements.get(agreementId)
      const side = agreement ? sideOf(agreement, userId) : null
      const broker = agreement ? reference.names().brokers.get(agreement.brokerId) : undefined
      if (!agreement || !side || !broker) throw new Error(`agreement ${agreementId} has no broker`)
      const { name, shortName, contact } = broker
      const password = agreement.passwords[side]
      return { connectionAgreementId: agreementId, brokerName: name, shortName, contact, password }
    }),
  )

  serve(app, agreements.brokerUserExecutionListing, (_, { brokerId }) =>
    matchmaking.read((state, at) =>
      [...state.agreements.values()]
        .filter((agreement) => agreement.brokerId === brokerId)
        .sort((a, b) => a.locateTime - b.locateTime)
        .map((agreement) => agreementView(agreement, reference.names(), at)),
    ),
  )

  const viewOf =
    (agreementId: string) =>
    (state: State, at: number): AgreementView => {
      const agreement = state.agreements.get(agreementId)
      if (!agreement) throw new Error(`agreement ${agreementId} was changed but is missing`)
      return agreementView(agreement, reference.names(), at)
    }

  const execution = (type: 'confirmExecution' | 'undoExecution') => (body: Execution, caller: BrokerUser) => {
    const { connectionAgreementId: agreementId } = body
    const { brokerId, userId: brokerUserId } = caller
    const command = { type, agreementId, side: sideNamed(body), brokerId, brokerUserId }
    return matchmaking.submit(command, viewOf(agreementId))
  }
  serve(app, agreements.brokerExecutionConfirmation, execution('confirmExecution'))
  serve(app, agreements.brokerExecutionUndo, execution('undoExecution'))

  serve(app, agreements.brokerNotExecutedReport, ({ connectionAgreementId, sides }, caller) => {
    const { brokerId, userId: brokerUserId } = caller
    const report = { agreementId: connectionAgreementId, brokerId, brokerUserId, atFault: bothSides(sides) }
    return matchmaking.submit({ type: 'reportNotExecuted', ...report }, viewOf(connectionAgreementId))
  })

  serve(app, agreements.brokerNotExecutedWithdrawal, ({ connectionAgreementId }, caller) => {
    const { brokerId, userId: brokerUserId } = caller
    const report = { agreementId: connectionAgreementId, brokerId, brokerUserId }
    return matchmaking.submit({ type: 'withdrawNotExecuted', ...report }, viewOf(connectionAgreementId))
  })
}

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
