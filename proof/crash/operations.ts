import * as adverts from '@aitai/contract/routes/adverts.ts'
import * as agreements from '@aitai/contract/routes/agreements.ts'
import * as locates from '@aitai/contract/routes/locates.ts'
import type { AdvertSubmission } from '@aitai/contract/schemas/adverts.ts'
import type { Direction } from '@aitai/engine/adverts/advert.ts'
import type { Command } from '@aitai/engine/commands.ts'
import type { Answer as LocateAnswer } from '@aitai/engine/locates/locate.ts'
import type { CallResponse, ServerConnection } from '../harness/client-connection.ts'

/** What a client asks for, under the engine's names, and can ask for again when no answer came. */
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

export type SubmissionTerms = Omit<AdvertSubmission, 'id'>

export interface RequestIdentity {
  readonly token: string
  /** Idempotency-Key, or none. */
  readonly key: string | null
}

/** Asks for it. The reply's type is the operation's own; see the contract. */
export function sendOperation(
  line: ServerConnection,
  op: Operation,
  { token, key }: RequestIdentity,
): Promise<CallResponse<unknown>> {
  const who = { token, key }
  switch (op.type) {
    case 'createAdvert':
      return line.ask(adverts.createAdvert, { ...who, body: { securityId: op.securityId } })
    case 'submitAdvert':
      return line.ask(adverts.submitAdvert, { ...who, body: { id: op.advertId, ...op.terms } })
    case 'modifyAdvert':
      return line.ask(adverts.modifyAdvert, { ...who, body: { id: op.advertId, ...op.terms } })
    case 'pauseAdvert':
      return line.ask(adverts.pauseAdvert, { ...who, params: { id: op.advertId } })
    case 'resumeAdvert':
      return line.ask(adverts.resumeAdvert, { ...who, params: { id: op.advertId } })
    case 'cancelAdvert':
      return line.ask(adverts.cancelAdvert, { ...who, params: { id: op.advertId } })
    case 'answerLocate': {
      const call = op.answer === 'ACCEPT' ? locates.connectAcceptance : locates.connectRejection
      const { direction, locateId: locationNotificationId } = op
      return line.ask(call, { ...who, body: { direction, locationNotificationId } })
    }
    default: {
      const call =
        op.type === 'confirmExecution'
          ? agreements.brokerExecutionConfirmation
          : agreements.brokerExecutionUndo
      const connectionAgreementId = op.agreementId
      const side = op.side === 'BUY' ? { buyStatus: true } : { sellStatus: true }
      return line.ask(call, { ...who, body: { connectionAgreementId, ...side } })
    }
  }
}

/** One name for an operation and for the command that the journal keeps of it; null for the server's own. */
export function operationName(op: Operation | Command, advertId?: string): string | null {
  switch (op.type) {
    case 'createAdvert':
      return `createAdvert ${'advertId' in op ? op.advertId : advertId}`
    case 'submitAdvert':
    case 'modifyAdvert':
      // Each version of an advert has a quantity of its own, which tells one submission from another.
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
    default:
      return null
  }
}
