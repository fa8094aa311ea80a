import type { EveryTerm } from '@aitai/engine/adverts/terms.ts'
import { uploadErrors } from '@aitai/engine/upload/row-result.ts'
import Type, { type Static } from 'typebox'
import { Advert } from './adverts.ts'
import { callSchemas, type Failures } from './call-schemas.ts'
import { Direction, Duration, described, Id, nullable, TransactionType } from './common.ts'

/**
 * An advert as it would be sent, in the form of any other: what the summary list shows, and what the client
 * sends with the id of a new draft.
 */
export const WantedAdvert = Type.Object({
  ...Advert.properties,
  id: described('There is none yet.', Type.Null()),
  advertisementStatus: Type.Literal('UNSENT'),
})
export type WantedAdvert = Static<typeof WantedAdvert>

type Faults = typeof uploadErrors
type FaultName = Faults[keyof Faults]['names'][number] | 'rating'
const faultNames = [...Object.values(uploadErrors).flatMap(({ names }) => [...names]), 'rating']
const FaultValue = Type.Optional(Type.Union([Type.String(), Type.Number()]))

/** What the text of a row's code may name, and that of a refusal that stands for one. */
const ErrorMap = Type.Object(
  Object.fromEntries(faultNames.map((name) => [name, FaultValue])) as Record<FaultName, typeof FaultValue>,
)

/** One row of a file or one restored advert (specification 3; rules 18). */
export const ResultRow = Type.Object({
  line: described(
    'The line of the file in which the row begins, the header being 1; of a restored advert its place, from 1.',
    Type.Integer(),
  ),
  ric: described('The ric of the security, or what stands in its place.', Type.String()),
  status: Type.Union([Type.Literal('OK'), Type.Literal('ERROR')]),
  advertisement: described(
    'Of an OK row what is to be sent; of another what could be read, to be shown; null where it could not be.',
    nullable(WantedAdvert),
  ),
  draftId: described(
    'The own draft on the security, to be sent in place of a new one; null where there is none.',
    nullable(Id),
  ),
  errorCode: nullable(Type.String()),
  errorMap: described('The values of the placeholders in the text of the code.', ErrorMap),
})
export type ResultRow = Static<typeof ResultRow>

const ofFiles = { 400: ['FILE_UNREADABLE', 'FILE_EMPTY', 'FILE_QUOTE', 'TOO_MANY_ROWS'] } satisfies Failures

export const bulkUploadAdverts = callSchemas({
  summary: 'Judge the rows of a CSV file, one by one; creates nothing',
  body: Type.String({
    description: 'The text of the file in UTF-8 or Shift_JIS, its ric column holding equity ids',
  }),
  reply: Type.Array(ResultRow),
  failures: ofFiles,
})

/** Any percentage at all: which ones are taken is for the rows to say. */
const AnyPercent = Type.Number({ minimum: -1_000_000, maximum: 1_000_000, description: 'Percent.' })

/** Offsets replace the levels, which belong to the prices of their day. */
type Level = 'advertisingTrigger' | 'knockoutTrigger'

/** An advert of an earlier day, as the client kept it: what else it kept is taken and ignored. */
const PreviousAdvert = Type.Object({
  securityId: Id,
  duration: Duration,
  direction: Direction,
  shareQuantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  minimumQuantity: Type.Integer({ minimum: 0, maximum: 100 }),
  quantityDecay: Type.Boolean(),
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
} satisfies Omit<EveryTerm, Level> & Readonly<Record<string, unknown>>)
export type PreviousAdvert = Static<typeof PreviousAdvert>

export const prepareRestore = callSchemas({
  summary: 'Judge adverts of an earlier day as if they were sent now; creates nothing',
  // More than are taken, so that one too many is told as that; far more is no list of adverts.
  body: Type.Array(PreviousAdvert, { maxItems: 5_000 }),
  reply: Type.Array(ResultRow),
  failures: { 400: ['TOO_MANY_ROWS'] },
})
