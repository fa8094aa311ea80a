import Type, { type Static } from 'typebox'
import { approvalStates, approvedCommands, shownArguments } from '../../codes.ts'
import { callSchemas } from '../call-schemas.ts'
import { described, nullable, oneOf } from '../common.ts'
import { IsoTime, Reason } from './console-fields.ts'

const Approval = Type.Object({
  id: Type.String(),
  command: described('What is to be done, as `aitai` names it.', oneOf(approvedCommands)),
  kind: described(
    'A change is carried out once it is approved; a view is then fetched once by its requester.',
    oneOf(['CHANGE', 'VIEW']),
  ),
  state: oneOf(approvalStates),
  shown: described(
    'What exactly. Amounts in whole yen, times in ISO, and the empty text for none.',
    Type.Array(Type.Object({ name: oneOf(shownArguments), value: Type.String() })),
  ),
  reason: Type.String(),
  by: described(
    'The requester: the name of a user of staff, or the name that was given at the command line.',
    Type.String(),
  ),
  isUser: described('Whether that is a user who was identified.', Type.Boolean()),
  isOwn: Type.Boolean(),
  mayApprove: described('Whether the caller may approve or reject it.', Type.Boolean()),
  askedAt: IsoTime,
  expiresAt: IsoTime,
  secondsLeft: described('Until it expires; 0 for one that is over.', Type.Integer({ minimum: 0 })),
  decidedBy: nullable(Type.String()),
  decidedAt: nullable(IsoTime),
  rejectionReason: described('Why it was rejected; empty otherwise.', Type.String()),
  outcome: described(
    'The code with which it was refused after the approval; empty otherwise.',
    Type.String(),
  ),
})
export type Approval = Static<typeof Approval>

export const OperationsApprovals = Type.Object({
  open: described(
    'What waits for a second person, or to be fetched, the oldest first: own requests, and those that the caller may decide.',
    Type.Array(Approval),
  ),
  over: described('Of today in Tokyo, the newest first.', Type.Array(Approval)),
})
export type OperationsApprovals = Static<typeof OperationsApprovals>

const requestId = Type.String({ minLength: 1, maxLength: 40 })

const Decision = Type.Object({
  id: Type.String(),
  command: oneOf(approvedCommands),
  state: oneOf(approvalStates),
  until: described('Of a view: until when its requester can fetch it.', nullable(IsoTime)),
})
export type Decision = Static<typeof Decision>

export const operationsApprovals = callSchemas({
  summary: 'What waits for a second person, as `aitai approvals` has it',
  reply: OperationsApprovals,
})

export const approveRequest = callSchemas({
  summary: "Approve somebody else's request, within 15 minutes",
  body: Type.Object({ id: requestId }),
  reply: Decision,
  failures: {
    403: ['CONFIRMATION_REQUIRED'],
    404: ['NOT_FOUND'],
    409: ['APPROVAL_OWN', 'APPROVAL_OVER', 'APPROVAL_REQUESTER', 'APPROVAL_FAILED'],
  },
})

export const rejectRequest = callSchemas({
  summary: "Reject somebody else's request, or withdraw one's own",
  body: Type.Object({
    id: requestId,
    reason: described('Required for the request of somebody else, whom it tells.', Type.Optional(Reason)),
  }),
  reply: Decision,
  failures: { 404: ['NOT_FOUND'], 409: ['APPROVAL_OVER'] },
})
