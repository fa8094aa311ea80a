import Type, { type Static } from 'typebox'
import { callSchemas } from '../call-schemas.ts'
import { described, nullable, oneOf } from '../common.ts'
import { IsoDate, IsoTime, Reason } from './console-fields.ts'

const Name = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }))

const period = {
  from: described('The first day, in Tokyo.', IsoDate),
  to: described('The last day, in Tokyo.', IsoDate),
}

const AuditSearch = Type.Object({
  ...period,
  action: described('What was done, such as `userDisabled`.', Name),
  actor: described('Who did it: the e-mail of a user, a name of the command line, or `system`.', Name),
  subject: described('What was affected: the e-mail of a user, an institution, a broker or an id.', Name),
  before: described(
    'Only events with a lower number: the next page.',
    Type.Optional(Type.Integer({ minimum: 1 })),
  ),
})
export type AuditSearch = Static<typeof AuditSearch>

const AuditParty = Type.Object({
  id: described('As stored: the id of a user or an object, `staff:NAME`, `system`, or empty.', Type.String()),
  name: described('Of a user, an institution or a broker; null for anything else.', nullable(Type.String())),
  firm: described('The institution or broker of a user, or null.', nullable(Type.String())),
})
export type AuditParty = Static<typeof AuditParty>

const FoundAuditEvent = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  at: IsoTime,
  action: Type.String(),
  actor: AuditParty,
  subject: AuditParty,
  outcome: Type.String(),
  reason: Type.String(),
  details: described('JSON, without secrets and personal data.', Type.String()),
  hash: described('In the chain of the audit trail.', Type.String()),
})
export type FoundAuditEvent = Static<typeof FoundAuditEvent>

const FoundAuditEvents = Type.Object({
  events: described('The newest first, at most a hundred.', Type.Array(FoundAuditEvent)),
  older: described('Pass it as `before` for the next page; null if there is none.', nullable(Type.Integer())),
})
export type FoundAuditEvents = Static<typeof FoundAuditEvents>

const VerifiedChain = Type.Object({
  whole: Type.Boolean(),
  seq: described('The last entry, or the first that is wrong.', Type.Integer({ minimum: 0 })),
  hash: described('Of the last entry; null if the chain is broken.', nullable(Type.String())),
  why: described('What is wrong, in English; null if the chain is whole.', nullable(Type.String())),
})
export type VerifiedChain = Static<typeof VerifiedChain>

const VerifiedAuditTrail = Type.Object({
  at: IsoTime,
  verified: Type.Boolean(),
  audit: VerifiedChain,
  journal: VerifiedChain,
})
export type VerifiedAuditTrail = Static<typeof VerifiedAuditTrail>

const auditFormats = ['csv', 'json'] as const

const AuditExport = Type.Object({
  ...period,
  user: described('Only what is by or about this user, by e-mail.', Name),
  firm: described('Only what is by or about this institution and its users.', Name),
  format: described('`json` has one record per line.', oneOf(auditFormats)),
  reason: Reason,
})
export type AuditExport = Static<typeof AuditExport>

export const searchAuditTrail = callSchemas({
  summary: 'Search the audit trail, as `aitai audit search` does; each search is recorded',
  body: AuditSearch,
  reply: FoundAuditEvents,
  failures: { 400: ['INVALID'], 409: ['USER_UNKNOWN'] },
})

export const verifyAuditTrail = callSchemas({
  summary: 'Check the audit trail and the journal against their hashes, as `aitai audit verify` does',
  reply: VerifiedAuditTrail,
})

export const exportAuditTrail = callSchemas({
  summary: 'The records of a period as a file, as `aitai audit export` writes it',
  body: AuditExport,
  reply: Type.String({ description: 'The file.' }),
  failures: {
    400: ['INVALID'],
    403: ['CONFIRMATION_REQUIRED'],
    409: ['APPROVAL_NEEDED', 'APPROVAL_LIMIT', 'EXPORT_TOO_LARGE', 'USER_UNKNOWN', 'FIRM_UNKNOWN'],
  },
})
