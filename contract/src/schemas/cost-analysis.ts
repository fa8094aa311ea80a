import Type, { type Static } from 'typebox'
import { callSchemas } from './call-schemas.ts'
import {
  Direction,
  described,
  Id,
  nullable,
  Shares,
  Time,
  YenPrice,
  yenInteger,
  yenNumber,
} from './common.ts'
import { TradingDate, TradingPeriod } from './history.ts'

const BasisPoints = Type.Number({
  description: 'Basis points of the arrival mid, else of the mid at the locate; positive is in your favour.',
})
const ReversionPoints = Type.Number({
  description:
    'Basis points of the arrival mid, else of the mid at the locate; positive if the price came back after the trade.',
})
const YenValue = yenNumber({ description: 'Yen.' })

const Fraction = Type.Number({ description: 'A fraction of the shares of the IOI.', minimum: 0 })

const Reversion = Type.Object({
  after1: described(
    'How far the mid came back 1, 5, 15 and 30 minutes after the locate.',
    nullable(ReversionPoints),
  ),
  after5: nullable(ReversionPoints),
  after15: nullable(ReversionPoints),
  after30: nullable(ReversionPoints),
})

/** What one agreement cost its own side (docs/rules.md §24). */
export const AgreementCosts = Type.Object({
  day: TradingDate,
  advertisementId: Id,
  locateNotificationId: Id,
  securityId: Id,
  securityName: Type.String(),
  direction: Direction,
  brokerName: Type.String(),
  submitTime: Time,
  locateTime: Time,
  shareQuantity: described('Of the IOI.', Shares),
  locatedQuantity: Shares,
  executedQuantity: described('Null without a report of the broker.', nullable(Shares)),
  quantity: described('Executed, else located.', Shares),
  isExecuted: described('Whether the broker has reported an execution.', Type.Boolean()),
  arrivalMid: described('At the submit; null if there was none.', nullable(YenPrice)),
  midAtLocate: YenPrice,
  price: described('The average executed price, else the mid at the locate.', YenPrice),
  value: described('Price times quantity.', YenValue),
  halfSpread: described('Half the quoted spread at the locate.', nullable(BasisPoints)),
  halfSpreadSaved: nullable(YenValue),
  intervalVwap: described('From the submit to the locate.', nullable(YenPrice)),
  againstArrival: nullable(BasisPoints),
  againstVwap: nullable(BasisPoints),
  reversion: Reversion,
  timeToLocate: Type.Integer({ description: 'Milliseconds from the submit to the locate.' }),
  shareLocated: nullable(Fraction),
  shareExecuted: nullable(Fraction),
})
export type AgreementCosts = Static<typeof AgreementCosts>

/** Several agreements: sums, and averages weighted by value. */
export const CostSummary = Type.Object({
  key: described(
    'The day, the id of the security, the name of the broker or the side; empty for all.',
    Type.String(),
  ),
  agreements: Type.Integer(),
  executed: described('With a reported execution.', Type.Integer()),
  shares: Shares,
  value: YenValue,
  halfSpreadSaved: YenValue,
  halfSpread: nullable(BasisPoints),
  againstArrival: nullable(BasisPoints),
  againstVwap: nullable(BasisPoints),
  reversion: Reversion,
  reversionCount: described(
    'The agreements of which each reversion is the average.',
    Type.Object({
      after1: Type.Integer(),
      after5: Type.Integer(),
      after15: Type.Integer(),
      after30: Type.Integer(),
    }),
  ),
  timeToLocate: nullable(Type.Integer({ description: 'Milliseconds, on average.' })),
})
export type CostSummary = Static<typeof CostSummary>

const IoiCounts = Type.Object({
  sent: Type.Integer(),
  located: Type.Integer(),
  accepted: Type.Integer(),
  completed: Type.Integer(),
})

export const CostAnalysis = Type.Object({
  from: TradingDate,
  to: TradingDate,
  agreements: described('By the time of the locate, those of one moment by RIC.', Type.Array(AgreementCosts)),
  total: CostSummary,
  byDay: Type.Array(CostSummary),
  bySecurity: Type.Array(CostSummary),
  byBroker: Type.Array(CostSummary),
  byDirection: described('BUY first; without a side that has no agreement.', Type.Array(CostSummary)),
  answers: Type.Object({
    accepted: Type.Integer(),
    declined: Type.Integer(),
    unanswered: Type.Integer(),
    withdrawn: described('Withdrawn before an own answer.', Type.Integer()),
    acceptanceOfLocates: described(
      'Accepts as a fraction of all own locates that have ended or been answered.',
      nullable(Type.Number({ minimum: 0, maximum: 1 })),
    ),
    acceptanceOfAnswers: described(
      'Accepts as a fraction of the answers given.',
      nullable(Type.Number({ minimum: 0, maximum: 1 })),
    ),
  }),
  iois: described('Own IOIs by how far they came: sent, located, accepted by you, agreed on.', IoiCounts),
  ioisByDay: described(
    'The same for each day on which IOIs were sent.',
    Type.Array(Type.Object({ day: Type.String(), ...IoiCounts.properties })),
  ),
  notExecuted: described(
    'Agreements under which nothing was executed. They are left out of the agreements and all their totals, and count in the answers and the IOIs.',
    Type.Integer(),
  ),
})
export type CostAnalysis = Static<typeof CostAnalysis>

export const costAnalysis = callSchemas({
  summary: 'What own agreements saved and cost: transaction cost analysis of a day or of up to 31 days',
  params: Type.Object({
    period: TradingPeriod,
  }),
  reply: CostAnalysis,
})

const PartOfShown = Type.Number({ minimum: 0 })

/** What own interest has revealed, and the results (docs/rules.md §24). */
export const Exposure = Type.Object({
  locates: Type.Integer(),
  shown: described('The located shares of all locates: each contra was shown those of its locate.', Shares),
  shownValue: described('Values are at the mid of each locate.', yenInteger()),
  agreements: Type.Integer(),
  agreed: Shares,
  agreedValue: yenInteger(),
  executed: described('What brokers have reported.', Shares),
  executedValue: described('At the mid of the locate, too.', yenInteger()),
  agreedOfShown: described(
    'A fraction of the value that was shown; null if nothing was.',
    nullable(PartOfShown),
  ),
  executedOfShown: nullable(PartOfShown),
})
export type Exposure = Static<typeof Exposure>

const DayExposure = Type.Object({ day: TradingDate, ...Exposure.properties })
export type DayExposure = Static<typeof DayExposure>

const AdvertExposure = Type.Object({
  advertisementId: Id,
  securityId: Id,
  securityName: Type.String(),
  direction: Direction,
  shareQuantity: described('Of the IOI at its last locate.', Shares),
  ...Exposure.properties,
})
export type AdvertExposure = Static<typeof AdvertExposure>

const period = {
  from: TradingDate,
  to: TradingDate,
  total: Exposure,
  byDay: described('The days with a locate, the first day first.', Type.Array(DayExposure)),
}

export const OwnExposure = Type.Object({
  ...period,
  byAdvert: described(
    'Own IOIs that were located, by the time of their first locate.',
    Type.Array(AdvertExposure),
  ),
})
export type OwnExposure = Static<typeof OwnExposure>

export const DeskExposure = Type.Object(period)
export type DeskExposure = Static<typeof DeskExposure>

const params = Type.Object({ period: TradingPeriod })

export const ownExposure = callSchemas({
  summary: 'What own IOIs have revealed in locates, and what came of it, in a day or up to 31 days',
  params,
  reply: OwnExposure,
})

export const deskExposure = callSchemas({
  summary: "The same of all IOIs of the institution's traders, in locates that have ended, by day",
  params,
  reply: DeskExposure,
})
