import type { EveryTerm } from '@aitai/engine/adverts/terms.ts'
import { uploadErrors } from '@aitai/engine/upload/row-result.ts'
import Type, { type Static } from 'typebox'
import { Advert } from './adverts.ts'
import { callSchemas, type Failures } from './call-schemas.ts'
import {
  Direction,
  DoneElsewhere,
  Duration,
  described,
  Id,
  nullable,
  OrderReference,
  ParentQuantity,
  Shares,
  TransactionType,
  YenPrice,
} from './common.ts'

/**
 * An advert as it would be sent, in the form of any other: the summary list shows it, and the client sends it
 * with the id of a new draft.
 */
export const WantedAdvert = Type.Object({
  ...Advert.properties,
  id: described('There is none yet.', Type.Null()),
  advertisementStatus: Type.Literal('UNSENT'),
})
export type WantedAdvert = Static<typeof WantedAdvert>

type Faults = typeof uploadErrors
/** The values of the refusals that rows may have. */
const refusalNames = ['rating', 'notional', 'scope', 'closeThen', 'closeNow'] as const
type FaultName = Faults[keyof Faults]['names'][number] | (typeof refusalNames)[number]
const faultNames = [...Object.values(uploadErrors).flatMap(({ names }) => [...names]), ...refusalNames]
const FaultValue = Type.Optional(Type.Union([Type.String(), Type.Number()]))

/** The variables of the text for a row's code, and for a refusal instead of it. */
const ErrorMap = Type.Object(
  Object.fromEntries(faultNames.map((name) => [name, FaultValue])) as Record<FaultName, typeof FaultValue>,
)

/** One row of a file or one restored advert (docs/specification.md §3, docs/rules.md §18). */
export const ResultRow = Type.Object({
  line: described(
    'The line of the file in which the row begins (the header is line 1), or the position of a restored advert, from 1.',
    Type.Integer(),
  ),
  ric: described('The ric of the security, or the text of the cell if there is none.', Type.String()),
  status: Type.Union([Type.Literal('OK'), Type.Literal('ERROR')]),
  advertisement: described(
    'The advert to send for an OK row; for any other the part that could be read, for display, or null.',
    nullable(WantedAdvert),
  ),
  draftId: described(
    'The draft that the trader already has on the security, to be sent instead of a new one, or null.',
    nullable(Id),
  ),
  errorCode: nullable(Type.String()),
  adjusted: described(
    'The ratio of new shares for old by which a restored advert was adjusted, and its quantity before.',
    Type.Optional(
      Type.Object({ newShares: Type.Integer(), oldShares: Type.Integer(), shareQuantity: Shares }),
    ),
  ),
  errorMap: described('The values of the placeholders in the text of the code.', ErrorMap),
})
export type ResultRow = Static<typeof ResultRow>

const ofFiles = {
  400: ['FILE_UNREADABLE', 'FILE_EMPTY', 'FILE_QUOTE', 'TOO_MANY_ROWS', 'TOO_MANY_COLUMNS'],
} satisfies Failures

export const bulkUploadAdverts = callSchemas({
  summary: 'Validate the rows of a CSV file, one by one; creates nothing',
  body: Type.String({
    description: 'The text of the file in UTF-8, UTF-16 or Shift_JIS, with equity ids in its ric column',
  }),
  reply: Type.Array(ResultRow),
  failures: ofFiles,
})

/** Any percentage: each row's validation decides which ones are accepted. */
const AnyPercent = Type.Number({ minimum: -1_000_000, maximum: 1_000_000, description: 'Percent.' })

/** Offsets replace the levels, which belong to the prices of their day. What is automatic is so on its day only. */
type OfItsDay = 'advertisingTrigger' | 'knockoutTrigger' | 'autoRenewals' | 'autoResumes'

/** An advert of an earlier day, as the client stored it. Other fields are accepted and ignored. */
const PreviousAdvert = Type.Object({
  securityId: Id,
  duration: Duration,
  direction: Direction,
  shareQuantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  minimumQuantity: Type.Integer({ minimum: 0, maximum: 100 }),
  quantityDecay: Type.Boolean(),
  orderReference: Type.Optional(nullable(OrderReference)),
  parentQuantity: Type.Optional(nullable(ParentQuantity)),
  doneElsewhere: Type.Optional(DoneElsewhere),
  limitPrice: Type.Optional(nullable(YenPrice)),
  credibilityHurdle: Type.Integer({ minimum: 0, maximum: 100 }),
  advertisingTriggerActivated: Type.Boolean(),
  advertisingTriggerOffset: Type.Optional(nullable(AnyPercent)),
  knockoutTriggerActivated: Type.Boolean(),
  knockoutTriggerOffset: Type.Optional(nullable(AnyPercent)),
  indexRelativeKOTriggerActivated: Type.Boolean(),
  indexRelativeKOTrigger: Type.Optional(nullable(AnyPercent)),
  brokerIds: Type.Array(Id, { maxItems: 16 }),
  ranked: Type.Boolean(),
  transactionType: TransactionType,
  transactionTypePreference: TransactionType,
  submitTime: Type.Optional(nullable(Type.Integer())),
  closePrice: described(
    'The previous close of its day in yen, with which that of today is compared.',
    Type.Optional(nullable(YenPrice)),
  ),
} satisfies Omit<EveryTerm, OfItsDay> & Readonly<Record<string, unknown>>)
export type PreviousAdvert = Static<typeof PreviousAdvert>

export const prepareRestore = callSchemas({
  summary: 'Validate adverts of an earlier day as if they were sent now; creates nothing',
  // More than allowed, so that one too many gets its own failure; far more is not a list of adverts.
  body: Type.Array(PreviousAdvert, { maxItems: 5_000 }),
  reply: Type.Array(ResultRow),
  failures: { 400: ['TOO_MANY_ROWS'] },
})
