import Type, { type Static } from 'typebox'
import { callSchemas } from './call-schemas.ts'
import {
  Direction,
  described,
  Id,
  nullable,
  Shares,
  Time,
  TransactionType,
  YenPrice,
  yenInteger,
  yenNumber,
} from './common.ts'

const NotExecuted = Type.Object({
  reportedAt: described('The time of the report, or of its last correction.', Time),
  sides: described('Who did not follow through.', Type.Array(Direction)),
  reportedBy: nullable(Type.String()),
})

const Execution = Type.Object({
  executionId: Id,
  quantity: Shares,
  price: YenPrice,
  executedAt: Time,
  reportedAt: described('The time of the report, or of its last correction.', Time),
  reportedBy: nullable(Type.String()),
})

/** An agreement as the executing broker sees it, with both passwords (docs/rules.md §9). */
export const ConnectionAgreement = Type.Object({
  id: Id,
  connectionAgreementId: Id,
  securityUUID: Id,
  securityName: described("'ric - name', both languages: a broker has no list of securities.", Type.String()),
  securityLocalName: Type.String(),
  locationQuantity: Shares,
  midPrice: YenPrice,
  jpynotional: described('The value of the located shares at the mid, in whole yen.', yenInteger()),
  connectionAgreementType: described(
    'The kinds of both sides: equal legs, or cash against swap.',
    TransactionType,
  ),
  buyTransactionType: TransactionType,
  sellTransactionType: TransactionType,
  buyOrganizationName: Type.String(),
  sellOrganizationName: Type.String(),
  buyTraderName: described(
    "Name and phone of each side's trader, if the institution shows them to brokers.",
    nullable(Type.String()),
  ),
  sellTraderName: nullable(Type.String()),
  buyTraderPhone: nullable(Type.String()),
  sellTraderPhone: nullable(Type.String()),
  buyPw: Type.String(),
  sellPw: Type.String(),
  buyStatus: described('Received?', Type.Boolean()),
  sellStatus: Type.Boolean(),
  buyConfirmedBy: nullable(Type.String()),
  sellConfirmedBy: nullable(Type.String()),
  buyConfirmedAt: nullable(Time),
  sellConfirmedAt: nullable(Time),
  locateTime: Time,
  agreedAt: described('When both had accepted.', Time),
  notExecuted: described(
    'The report that nothing was executed (docs/rules.md §24); null without one.',
    nullable(NotExecuted),
  ),
  executions: described(
    'What the broker has reported as executed and not withdrawn, in the order of the reports (docs/rules.md §24).',
    Type.Array(Execution),
  ),
  executionReportPossible: described(
    'Whether executions can still be reported, corrected and withdrawn: until the end of the next trading day.',
    Type.Boolean(),
  ),
  undoPossible: described(
    'Whether a confirmation can still be undone, and a report that nothing was executed made, corrected or withdrawn.',
    Type.Boolean(),
  ),
})
export type ConnectionAgreement = Static<typeof ConnectionAgreement>

export const connectBroker = callSchemas({
  summary: 'Hand this side to the executing broker',
  body: Type.Object({ connectAgreementId: Id }),
  reply: Type.Object({
    connectionAgreementId: Id,
    brokerName: Type.String(),
    shortName: Type.String(),
    contact: Type.String(),
    password: Type.String(),
  }),
  failures: { 404: ['NOT_FOUND'] },
})

export const brokerUserExecutionListing = callSchemas({
  summary: "Agreements of the user's broker, by the time of the locate",
  reply: Type.Array(ConnectionAgreement),
})

/** One side, identified by its status: `buyStatus` or `sellStatus`. */
const ExecutionSide = Type.Object({
  connectionAgreementId: Id,
  buyStatus: Type.Optional(Type.Boolean()),
  sellStatus: Type.Optional(Type.Boolean()),
})

export const brokerExecutionConfirmation = callSchemas({
  summary: "Confirm that a side's password was received",
  body: ExecutionSide,
  reply: ConnectionAgreement,
  failures: { 404: ['NOT_FOUND'] },
})

export const brokerExecutionUndo = callSchemas({
  summary: 'Take a confirmation back, until the end of the trading day',
  body: ExecutionSide,
  reply: ConnectionAgreement,
  failures: { 404: ['NOT_FOUND'], 409: ['AGREEMENT-DAY-OVER'] },
})

export const brokerNotExecutedReport = callSchemas({
  summary: 'Report that nothing was executed, or correct the report, until the end of the trading day',
  body: Type.Object({
    connectionAgreementId: Id,
    sides: described(
      'Who did not follow through.',
      Type.Array(Direction, { minItems: 1, maxItems: 2, uniqueItems: true }),
    ),
  }),
  reply: ConnectionAgreement,
  failures: { 404: ['NOT_FOUND'], 409: ['AGREEMENT-DAY-OVER', 'EXECUTION-FAULT', 'EXECUTION-EXISTS'] },
})

export const brokerNotExecutedWithdrawal = callSchemas({
  summary: 'Withdraw the report that nothing was executed, until the end of the trading day',
  body: Type.Object({ connectionAgreementId: Id }),
  reply: ConnectionAgreement,
  failures: { 404: ['NOT_FOUND'], 409: ['AGREEMENT-DAY-OVER'] },
})

/** The highest price that may be reported: far above anything that is traded, so that only nonsense is refused. */
const ExecutedPrice = yenNumber({ exclusiveMinimum: 0, maximum: 100_000_000, description: 'Yen.' })

const executionTerms = {
  connectionAgreementId: Id,
  quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Shares.' }),
  price: ExecutedPrice,
  executedAt: Time,
}

const ofReports = [
  ...(['AGREEMENT-DAY-OVER', 'EXECUTION-NONE', 'EXECUTION-QUANTITY'] as const),
  ...(['EXECUTION-PRICE', 'EXECUTION-TIME'] as const),
] as const

export const brokerExecutionReport = callSchemas({
  summary: 'Report an execution under an agreement, until the end of the next trading day',
  body: Type.Object(executionTerms),
  reply: ConnectionAgreement,
  failures: { 404: ['NOT_FOUND'], 409: ofReports },
})

export const brokerExecutionCorrection = callSchemas({
  summary: 'Correct a reported execution, until the end of the next trading day',
  body: Type.Object({ ...executionTerms, executionId: Id }),
  reply: ConnectionAgreement,
  failures: { 404: ['NOT_FOUND'], 409: ofReports },
})

export const brokerExecutionWithdrawal = callSchemas({
  summary: 'Withdraw a reported execution, until the end of the next trading day',
  body: Type.Object({ connectionAgreementId: Id, executionId: Id }),
  reply: ConnectionAgreement,
  failures: { 404: ['NOT_FOUND'], 409: ['AGREEMENT-DAY-OVER'] },
})

const EvidenceKey = Type.Object({
  keyId: described('The first 16 hexadecimal digits of the SHA-256 of the public key.', Type.String()),
  publicKey: described('The 32 bytes of an Ed25519 public key, in base64url.', Type.String()),
  usedFrom: Time,
  usedUntil: described('When its use ended; null while it is used.', nullable(Time)),
})

export const PublicEvidence = Type.Object({
  installation: described('The address that signed documents name.', Type.String()),
  keys: described('Those of the installation, the newest first.', Type.Array(EvidenceKey)),
  digests: described(
    "Signed digests of the last days' heads, one for each day, the newest first. Keep them elsewhere: they prove later what the chains were, and tell nothing before.",
    Type.Array(Type.String()),
  ),
})
export type PublicEvidence = Static<typeof PublicEvidence>

export const agreementReceipt = callSchemas({
  summary: 'A signed receipt of an own agreement, as its side or its broker sees it',
  params: Type.Object({ connectionAgreementId: Id }),
  reply: Type.Object({
    receipt: described(
      'The text that was signed (docs/decisions/0151-signed-evidence.md): store it as it is. Without passwords.',
      Type.String(),
    ),
  }),
})

export const publicEvidence = callSchemas({
  summary: 'The public keys of the installation, and a digest of its chains for each day',
  reply: PublicEvidence,
})
