import type { EveryTerm } from '@aitai/engine/adverts/terms.ts'
import { whyNotCodes } from '@aitai/engine/explain/why-not-reason.ts'
import { haltCodes, termsRefusalCodes } from '@aitai/engine/model/refusals.ts'
import Type, { type Static } from 'typebox'
import { callSchemas } from './call-schemas.ts'
import {
  AdvertStatus,
  AutoRenewals,
  AutoResumes,
  CauseOfDeath,
  Direction,
  DoneElsewhere,
  Duration,
  described,
  Id,
  nullable,
  OrderReference,
  oneOf,
  ParentQuantity,
  Percent,
  Shares,
  Time,
  TransactionType,
  YenPrice,
  yenInteger,
  yenNumber,
} from './common.ts'

/** `satisfies` this makes the compiler demand a schema for every term of an advert. */
type TermProperties = EveryTerm & Readonly<Record<string, unknown>>

export const Advert = Type.Object({
  id: Id,
  securityId: Id,
  securityName: described("'ric - name'.", Type.String()),
  duration: Duration,
  direction: Direction,
  shareQuantity: Shares,
  minimumQuantity: described('Integer percent of the share quantity.', Type.Integer()),
  minimumShareQuantity: described('The same in shares, rounded up to the lot.', Shares),
  quantityRemaining: Shares,
  currentQuantity: Shares,
  quantityDecay: Type.Boolean(),
  credibilityHurdle: Type.Integer(),
  orderReference: described(
    "The owner's name for the order behind it, seen by nobody else (docs/rules.md §27).",
    nullable(OrderReference),
  ),
  parentQuantity: described(
    'The shares of that order, and how many of them are done elsewhere; seen by nobody else.',
    nullable(ParentQuantity),
  ),
  doneElsewhere: DoneElsewhere,
  autoRenewals: described(
    'How often it is sent again automatically when it expires, and how often of that are left (docs/rules.md §28).',
    AutoRenewals,
  ),
  renewalsLeft: AutoRenewals,
  autoResumes: described(
    'How often it is resumed automatically after a locate that only the contra missed, and how often of that are left.',
    AutoResumes,
  ),
  resumesLeft: AutoResumes,
  limitPrice: described('In yen: beyond it the advert waits (docs/rules.md §25).', nullable(YenPrice)),
  isBeyondLimit: described('Whether it waits for its limit price.', Type.Boolean()),
  advertisingTriggerActivated: Type.Boolean(),
  advertisingTrigger: nullable(YenPrice),
  advertTriggerSatisfied: Type.Boolean(),
  knockoutTriggerActivated: Type.Boolean(),
  knockoutTrigger: nullable(YenPrice),
  indexRelativeKOTriggerActivated: Type.Boolean(),
  indexRelativeKOTrigger: nullable(Percent),
  buyAdvertisingTrigger: described(
    "The levels that the offsets give from today's close, for either direction (docs/rules.md §11).",
    nullable(YenPrice),
  ),
  sellAdvertisingTrigger: nullable(YenPrice),
  buyKnockoutTrigger: nullable(YenPrice),
  sellKnockoutTrigger: nullable(YenPrice),
  advertisingTriggerOffset: described(
    'Distances of the levels from the close; a restored advert gets them again (docs/rules.md §18).',
    Percent,
  ),
  knockoutTriggerOffset: Percent,
  closePrice: described(
    'The previous close of its day in yen, from which they are measured; null for one of a past day.',
    Type.Optional(nullable(YenPrice)),
  ),
  brokerIds: Type.Array(Id),
  ranked: Type.Boolean(),
  transactionType: TransactionType,
  transactionTypePreference: TransactionType,
  usdnotional: described(
    'The value of the share quantity in whole dollars and yen: at the mid and the rate of the locate that completed it, else at the last price and the rate of now.',
    Type.Integer(),
  ),
  jpynotional: yenInteger(),
  advertisementStatus: AdvertStatus,
  causeOfDeath: nullable(CauseOfDeath),
  errorCode: described(
    'The cancel trigger or market error that ended it (docs/specification.md §8).',
    nullable(Type.String()),
  ),
  submitTime: nullable(Time),
  expiryDate: described('ISO 8601, UTC.', nullable(Type.String())),
  timeRemaining: described(
    'Milliseconds from now to the expiry, at the time of the answer.',
    nullable(Type.Integer()),
  ),
  isModified: described('Whether it was modified after it was sent.', Type.Boolean()),
  locateNotificationId: described('The open locate it is in.', nullable(Id)),
  parentAdvertId: described(
    'The completed advert of which this is the residual, and whether this one may have a residual now.',
    nullable(Id),
  ),
  residualPossible: Type.Boolean(),
} satisfies TermProperties)
export type Advert = Static<typeof Advert>

/**
 * The highest price level that a trader may name: far above anything that is traded, so that only nonsense is
 * refused.
 */
const Level = yenNumber({ minimum: 0, maximum: 100_000_000 })

/**
 * The body of submit and modify. Server state that a client may send along (currentQuantity, notionals,
 * advertTriggerSatisfied) is accepted and ignored (docs/rules.md §2).
 */
export const AdvertSubmission = Type.Object({
  id: Id,
  securityId: Id,
  duration: Duration,
  direction: Direction,
  shareQuantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  minimumQuantity: Type.Integer({ minimum: 10, maximum: 75 }),
  credibilityHurdle: described('1 to 100; any other value is refused with ADVERT-ERROR-006.', Type.Integer()),
  brokerIds: Type.Array(Id, { maxItems: 4 }),
  ranked: Type.Boolean(),
  transactionType: TransactionType,
  transactionTypePreference: TransactionType,
  quantityDecay: Type.Optional(Type.Boolean()),
  orderReference: described('None if it is left out.', Type.Optional(nullable(OrderReference))),
  parentQuantity: described('None if it is left out.', Type.Optional(nullable(ParentQuantity))),
  doneElsewhere: described('0 if it is left out.', Type.Optional(DoneElsewhere)),
  autoRenewals: described('0 if it is left out.', Type.Optional(AutoRenewals)),
  autoResumes: described('0 if it is left out.', Type.Optional(AutoResumes)),
  limitPrice: described('In yen; none if it is left out.', Type.Optional(nullable(Level))),
  advertisingTriggerActivated: Type.Optional(Type.Boolean()),
  advertisingTrigger: described('In yen.', Type.Optional(nullable(Level))),
  knockoutTriggerActivated: Type.Optional(Type.Boolean()),
  knockoutTrigger: Type.Optional(nullable(Level)),
  indexRelativeKOTriggerActivated: Type.Optional(Type.Boolean()),
  indexRelativeKOTrigger: described(
    'In percent.',
    Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
  ),
  advertTriggerSatisfied: Type.Optional(Type.Any()),
  currentQuantity: Type.Optional(Type.Any()),
  usdnotional: Type.Optional(Type.Any()),
  jpynotional: Type.Optional(Type.Any()),
} satisfies TermProperties)
export type AdvertSubmission = Static<typeof AdvertSubmission>

const ofSubmits = ['ADVERT-ERROR-001', 'ADVERT-ERROR-008', 'ADVERT-ERROR-010', 'PLATFORM-HOURS'] as const

export const advertList = callSchemas({
  summary: "The trader's own adverts of today, newest first",
  reply: Type.Array(Advert),
})

export const createAdvert = callSchemas({
  summary: 'A private draft on a security; refused with 200 and `error`',
  body: Type.Object({ securityId: Id }),
  reply: Type.Union([Advert, Type.Object({ error: Type.String(), errorCode: Type.String() })]),
})

export const submitAdvert = callSchemas({
  summary: 'Send a draft, or a dead advert again as a new one',
  body: AdvertSubmission,
  reply: Advert,
  failures: { 404: ['NOT_FOUND'], 409: [...ofSubmits, ...haltCodes, ...termsRefusalCodes] },
})

export const modifyAdvert = callSchemas({
  summary: 'New terms for an advert that is sent, live or paused',
  body: AdvertSubmission,
  reply: Advert,
  failures: { 404: ['NOT_FOUND'], 409: ['ADVERT-ERROR-002', ...termsRefusalCodes] },
})

const OfAdvert = Type.Object({ id: Id })

export const pauseAdvert = callSchemas({
  summary: 'Take an advert out of the pool',
  params: OfAdvert,
  reply: Advert,
  failures: { 409: ['ADVERT-ERROR-007'] },
})

export const resumeAdvert = callSchemas({
  summary: 'Put a paused advert back',
  params: OfAdvert,
  reply: Advert,
  failures: { 409: ['ADVERT-ERROR-003', 'ADVERT-ERROR-014', ...haltCodes] },
})

export const createResidualAdvertisement = callSchemas({
  summary: 'A private draft of what a completed advert left',
  params: Type.Object({ advertId: Id }),
  reply: Advert,
  failures: { 409: ['ADVERT-ERROR-005', 'ADVERT-ERROR-014'] },
})

export const cancelAdvert = callSchemas({
  summary: 'End an advert for good',
  params: OfAdvert,
  reply: Advert,
  failures: { 409: ['ADVERT-ERROR-002'] },
})

/** What happened to each advert that an action on all of them concerned. */
const AllAdvertsResult = Type.Object({
  results: described(
    'One per advert; `errorCode` says why it was refused, null once done. Adverts to which the action does not apply are left out.',
    Type.Array(Type.Object({ id: Id, errorCode: nullable(Type.String()) })),
  ),
})
export type AllAdvertsResult = Static<typeof AllAdvertsResult>

export const pauseAllAdverts = callSchemas({
  summary: "Take all of the trader's sent and live adverts out of the pool",
  body: Type.Object({}),
  reply: AllAdvertsResult,
})

export const resumeAllAdverts = callSchemas({
  summary: "Put all of the trader's paused adverts back",
  body: Type.Object({}),
  reply: AllAdvertsResult,
})

export const cancelAllAdverts = callSchemas({
  summary: "End all of the trader's sent, live and paused adverts for good",
  body: Type.Object({}),
  reply: AllAdvertsResult,
})

/** The statuses in which a desk head sees an advert (docs/rules.md §15). */
export const deskStatuses = ['SENT', 'LIVE', 'PAUSED', 'ACCEPT/DECLINE?'] as const

const DeskAdvert = Type.Object({
  id: Id,
  securityId: Id,
  securityName: Type.String(),
  direction: Direction,
  shareQuantity: Shares,
  currentQuantity: Shares,
  jpynotional: yenNumber(),
  usdnotional: Type.Number(),
  advertisementStatus: described(
    'ACCEPT/DECLINE? during a locate, whether its trader has answered or not.',
    oneOf(deskStatuses),
  ),
  isPausedByHead: described(
    'Whether a desk head has paused it. What its trader or a failed locate has paused stays paused.',
    Type.Boolean(),
  ),
  expiryDate: described('ISO 8601, UTC.', nullable(Type.String())),
})
export type DeskAdvert = Static<typeof DeskAdvert>

const DeskTrader = Type.Object({
  name: Type.String(),
  isYou: Type.Boolean(),
  isPresent: described(
    'Whether the trader is connected. What an absent colleague has paused stays paused.',
    Type.Boolean(),
  ),
  adverts: Type.Array(DeskAdvert),
})
export type DeskTrader = Static<typeof DeskTrader>

export const deskAdverts = callSchemas({
  summary: "The adverts of the institution's traders that are sent, live, paused or in a locate, by trader",
  reply: Type.Array(DeskTrader),
})

export const DeskLimits = Type.Object({
  largestNotional: described(
    'The largest notional of one IOI, in yen; null for none.',
    nullable(yenInteger()),
  ),
  largestLiveNotional: described(
    'The largest notional of all IOIs together that can still become an agreement, in yen; null for none.',
    nullable(yenInteger()),
  ),
  liveNotional: described(
    'How much of it is used: the notional of these IOIs in yen, at the close of the last trading day.',
    yenInteger(),
  ),
})
export type DeskLimits = Static<typeof DeskLimits>

/** The open IOIs and today's agreements of one side, sector or broker of an institution. Values in yen. */
export const OpenInterestRow = Type.Object({
  key: described(
    'BUY or SELL; the code of a sector, empty for securities without one; or the name of a broker.',
    Type.String(),
  ),
  count: described('The number of open IOIs.', Type.Integer()),
  shareQuantity: Shares,
  jpynotional: described('The value of all open IOIs at the last price.', yenInteger()),
  buyNotional: described('Of that, the IOIs to buy.', yenInteger()),
  sellNotional: yenInteger(),
  locatedCount: described('How many of the open IOIs are in a locate, answered or not.', Type.Integer()),
  locatedNotional: described('The value of these IOIs, not of the located quantity.', yenInteger()),
  agreedCount: described('How many agreements the institution made today.', Type.Integer()),
  agreedNotional: described('Their value at the mid of the locate.', yenInteger()),
})
export type OpenInterestRow = Static<typeof OpenInterestRow>

export const DeskOpenInterest = Type.Object({
  bySide: described('BUY first, both always.', Type.Array(OpenInterestRow)),
  bySector: described('In the order of the exchange.', Type.Array(OpenInterestRow)),
  byBroker: described(
    'An open IOI counts at each broker that it names, an agreement at its executing broker.',
    Type.Array(OpenInterestRow),
  ),
})
export type DeskOpenInterest = Static<typeof DeskOpenInterest>

export const deskLimits = callSchemas({
  summary: "The institution's size limits (ADVERT-ERROR-014), and how much of them is used",
  reply: DeskLimits,
})

export const deskOpenInterest = callSchemas({
  summary: "The institution's open IOIs and today's agreements by side, sector and broker",
  reply: DeskOpenInterest,
})

export const pauseDeskAdverts = callSchemas({
  summary: "Take all sent and live adverts of the institution's traders out of the pool",
  body: Type.Object({}),
  reply: AllAdvertsResult,
})

export const resumeDeskAdverts = callSchemas({
  summary: "Put back what desk heads have paused of the institution's traders who are connected",
  body: Type.Object({}),
  reply: AllAdvertsResult,
})

export const cancelDeskAdverts = callSchemas({
  summary: "End all sent, live and paused adverts of the institution's traders for good",
  body: Type.Object({}),
  reply: AllAdvertsResult,
})

/** A reason why an advert is not matching: a text key, `whyNot.<code>`, and its values. */
export const WhyNot = Type.Object({
  code: oneOf(whyNotCodes),
  /** `time` in milliseconds UTC, `price` in yen, `code` of the market error. */
  values: Type.Object({
    time: Type.Optional(Type.Integer()),
    price: Type.Optional(yenNumber()),
    shares: Type.Optional(Type.Integer()),
    rating: Type.Optional(Type.Number()),
    count: Type.Optional(Type.Integer()),
    code: Type.Optional(Type.String()),
  }),
})
export type WhyNot = Static<typeof WhyNot>

export const whyNotMatching = callSchemas({
  summary: 'What stands in the way of an own advert, from own and public facts alone',
  params: OfAdvert,
  reply: Type.Array(WhyNot),
})
