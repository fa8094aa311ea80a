import { callApi } from '@aitai/contract/api-client.ts'
import * as adverts from '@aitai/contract/routes/adverts.ts'
import * as agreements from '@aitai/contract/routes/agreements.ts'
import * as locates from '@aitai/contract/routes/locates.ts'
import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import { type Direction, directions } from '@aitai/engine/model/advert.ts'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { BothSides, Answer as LocateAnswer } from '@aitai/engine/model/locate.ts'
import type { ServerConnection } from '../harness/client-connection.ts'

/** A client's operation, named like the engine's command. It can be repeated if no response came. */
export type Operation =
  | { readonly type: 'createAdvert'; readonly securityId: string }
  | {
      readonly type: 'submitAdvert' | 'modifyAdvert'
      readonly advertId: string
      readonly terms: SubmissionTerms
    }
  | { readonly type: 'pauseAdvert' | 'resumeAdvert' | 'cancelAdvert'; readonly advertId: string }
  | {
      readonly type: 'answerLocate'
      readonly locateId: string
      readonly direction: Direction
      readonly answer: LocateAnswer
    }
  | {
      readonly type: 'confirmExecution' | 'undoExecution'
      readonly agreementId: string
      readonly side: Direction
    }
  | {
      readonly type: 'reportNotExecuted'
      readonly agreementId: string
      /** The sides that did not follow through: at least one. */
      readonly atFault: BothSides<boolean>
    }
  | { readonly type: 'withdrawNotExecuted'; readonly agreementId: string }

export type SubmissionTerms = Omit<AdvertSubmission, 'id'>

export interface RequestIdentity {
  readonly token: string
  /** Idempotency-Key, or null. */
  readonly key: string | null
}

/** Sends an operation. The type of the reply depends on the operation; see the contract. */
export function sendOperation(
  connection: ServerConnection,
  op: Operation,
  { token, key }: RequestIdentity,
): Promise<unknown> {
  const who = { token, key }
  switch (op.type) {
    case 'createAdvert':
      return callApi(connection, adverts.createAdvert, { ...who, body: { securityId: op.securityId } })
    case 'submitAdvert':
      return callApi(connection, adverts.submitAdvert, { ...who, body: { id: op.advertId, ...op.terms } })
    case 'modifyAdvert':
      return callApi(connection, adverts.modifyAdvert, { ...who, body: { id: op.advertId, ...op.terms } })
    case 'pauseAdvert':
      return callApi(connection, adverts.pauseAdvert, { ...who, params: { id: op.advertId } })
    case 'resumeAdvert':
      return callApi(connection, adverts.resumeAdvert, { ...who, params: { id: op.advertId } })
    case 'cancelAdvert':
      return callApi(connection, adverts.cancelAdvert, { ...who, params: { id: op.advertId } })
    case 'answerLocate': {
      const call = op.answer === 'ACCEPT' ? locates.connectAcceptance : locates.connectRejection
      const { direction, locateId: locationNotificationId } = op
      return callApi(connection, call, { ...who, body: { direction, locationNotificationId } })
    }
    case 'reportNotExecuted': {
      const sides = directions.filter((side) => op.atFault[side])
      const body = { connectionAgreementId: op.agreementId, sides }
      return callApi(connection, agreements.brokerNotExecutedReport, { ...who, body })
    }
    case 'withdrawNotExecuted': {
      const body = { connectionAgreementId: op.agreementId }
      return callApi(connection, agreements.brokerNotExecutedWithdrawal, { ...who, body })
    }
    case 'confirmExecution':
    case 'undoExecution': {
      const call =
        op.type === 'confirmExecution'
          ? agreements.brokerExecutionConfirmation
          : agreements.brokerExecutionUndo
      const connectionAgreementId = op.agreementId
      const side = op.side === 'BUY' ? { buyStatus: true } : { sellStatus: true }
      return callApi(connection, call, { ...who, body: { connectionAgreementId, ...side } })
    }
  }
}

/** The name that an operation shares with its command in the journal; null for commands of the server. */
export function operationName(op: Operation | Command, advertId?: string): string | null {
  switch (op.type) {
    case 'createAdvert':
      return `createAdvert ${'advertId' in op ? op.advertId : advertId}`
    case 'submitAdvert':
    case 'modifyAdvert':
      // Each version of an advert has its own quantity, which distinguishes the submissions.
      return `${op.type} ${op.advertId} ${op.terms.shareQuantity}`
    case 'pauseAdvert':
    case 'resumeAdvert':
    case 'cancelAdvert':
      return `${op.type} ${op.advertId}`
    case 'answerLocate':
      return `answerLocate ${op.locateId} ${op.direction} ${op.answer}`
    case 'confirmExecution':
    case 'undoExecution':
      return `${op.type} ${op.agreementId} ${op.side}`
    case 'reportNotExecuted':
      return `${op.type} ${op.agreementId} ${directions.filter((side) => op.atFault[side])}`
    case 'withdrawNotExecuted':
      return `${op.type} ${op.agreementId}`
    default:
      return null
  }
}
