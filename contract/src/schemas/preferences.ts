import { presetDurations, transactionTypes } from '@aitai/engine/model/advert.ts'
import Type, { type Static } from 'typebox'
import { maxWatchlistLength, savedConditions, watchlistGroups } from '../codes.ts'
import { callSchemas, type Failures } from './call-schemas.ts'
import { described, Id, nullable, oneOf, Percent, PresetDuration, TransactionType } from './common.ts'

const MinQuantity = Type.Integer({ description: 'Integer percent of the share quantity.' })

const PathBroker = Type.Object({ id: Id, brokerName: Type.String(), shortName: Type.String() })

/** A trader's preferences as the specification names them (section 3). Offsets in percent. */
export const TraderDefaults = Type.Object({
  priceConditions: Type.Object({
    advertTriggerOffset: Percent,
    advertTriggerStatus: Type.Boolean(),
    knockoutTriggerOffset: Percent,
    knockoutTriggerStatus: Type.Boolean(),
    indexRelativeOffset: Percent,
    indexRelativeStatus: Type.Boolean(),
  }),
  advertPreferences: Type.Object({
    credibilityHurdle: Type.Integer(),
    duration: PresetDuration,
    minQuantity: MinQuantity,
    quantityDecay: Type.Boolean(),
    transactionType: TransactionType,
    contraTransactionType: TransactionType,
  }),
  pathPreferences: Type.Object({ ranked: Type.Boolean(), brokers: Type.Array(PathBroker, { maxItems: 4 }) }),
})
export type TraderDefaults = Static<typeof TraderDefaults>

export const getTraderDefaults = callSchemas({
  summary: "The trader's preferences; those of the specification until some were saved",
  reply: TraderDefaults,
})

/** A field that may be empty, so that the failure can name it. */
const AnyNumber = Type.Optional(nullable(Type.Number()))
const word = <const T extends readonly string[]>(words: T) =>
  Type.Optional(Type.Union([...oneOf(words).anyOf, Type.Null()]))

/** The value of a disabled condition need not be in its range. */
const PriceConditionsForm = Type.Object({
  advertTriggerOffset: AnyNumber,
  advertTriggerStatus: Type.Boolean(),
  knockoutTriggerOffset: AnyNumber,
  knockoutTriggerStatus: Type.Boolean(),
  indexRelativeOffset: AnyNumber,
  indexRelativeStatus: Type.Boolean(),
})
export type PriceConditionsForm = Static<typeof PriceConditionsForm>

const AdvertPreferencesForm = Type.Object({
  credibilityHurdle: AnyNumber,
  duration: word(presetDurations),
  minQuantity: AnyNumber,
  quantityDecay: Type.Boolean(),
  transactionType: word(transactionTypes),
  contraTransactionType: word(transactionTypes),
})
export type AdvertPreferencesForm = Static<typeof AdvertPreferencesForm>

/** Far more than allowed, so that the failure can give the maximum of four. */
const maxBrokers = { maxItems: 64 }

/** Clients may send names of brokers back; only the ids count. */
const WantedBroker = Type.Object({
  id: Id,
  brokerName: Type.Optional(Type.Any()),
  shortName: Type.Optional(Type.Any()),
})

/** Why brokers cannot be saved, by the code with which a submit refuses them. */
const ofBrokers = { 409: ['ADVERT-BROKER'] } satisfies Failures

const TraderDefaultsForm = Type.Object({
  priceConditions: PriceConditionsForm,
  advertPreferences: AdvertPreferencesForm,
  pathPreferences: Type.Object({
    ranked: Type.Boolean(),
    brokers: Type.Array(WantedBroker, maxBrokers),
  }),
})
export type TraderDefaultsForm = Static<typeof TraderDefaultsForm>

export const setTraderDefaults = callSchemas({
  summary: 'Save all preferences',
  body: TraderDefaultsForm,
  reply: TraderDefaults,
  failures: ofBrokers,
})

export const setAdvertPrefDefaults = callSchemas({
  summary: 'Save the advertising preferences alone',
  body: AdvertPreferencesForm,
  reply: TraderDefaults,
})

export const setBrokerDefaults = callSchemas({
  summary: 'Save the path preferences alone',
  body: Type.Object({
    brokerIds: described('In order of preference, four at most.', Type.Array(Id, maxBrokers)),
    ranked: Type.Boolean(),
  }),
  reply: TraderDefaults,
  failures: ofBrokers,
})

const ConditionsName = described(
  'Compared without case and width: a file names conditions by it.',
  Type.String({ minLength: 1, maxLength: savedConditions.longestName }),
)

const NamedConditions = Type.Object({ name: ConditionsName, conditions: TraderDefaults })
export type NamedConditions = Static<typeof NamedConditions>

/** In the order of their names. */
const SavedConditions = Type.Array(NamedConditions, { maxItems: savedConditions.most })

export const getSavedConditions = callSchemas({
  summary: 'The conditions that the trader has saved under names',
  reply: SavedConditions,
})

export const saveConditions = callSchemas({
  summary: 'Save conditions under a name, new or in place of others of the trader',
  body: Type.Object({
    name: ConditionsName,
    replaces: described(
      'The name of those that these replace; null to add new ones.',
      nullable(Type.String()),
    ),
    conditions: TraderDefaultsForm,
  }),
  reply: SavedConditions,
  failures: { 409: [...ofBrokers[409], 'CONDITIONS_EXIST', 'TOO_MANY_CONDITIONS'] },
})

export const deleteConditions = callSchemas({
  summary: 'Delete saved conditions; nothing happens if there are none of this name',
  body: Type.Object({ name: Type.String() }),
  reply: SavedConditions,
})

const WatchedSecurities = Type.Array(Id, { maxItems: maxWatchlistLength })

const WatchlistGroup = Type.Object({
  id: described('Given by the client, and the same after the group was renamed.', Id),
  name: described(
    'Unique among the groups, compared without case and width.',
    Type.String({ minLength: 1, maxLength: watchlistGroups.longestName }),
  ),
  isCollapsed: described('Whether the screen shows the name alone.', Type.Boolean()),
  securityIds: WatchedSecurities,
})
export type WatchlistGroup = Static<typeof WatchlistGroup>

/** Far more than allowed, so that the failure can give the maximum. */
const maxGroups = { maxItems: 64 }

export const Watchlist = Type.Object({
  securityIds: described('Those that are in no group, in the order of the trader.', WatchedSecurities),
  groups: described('In the order of the trader.', Type.Array(WatchlistGroup, maxGroups)),
})
export type Watchlist = Static<typeof Watchlist>

const VersionedWatchlist = Type.Object({
  ...Watchlist.properties,
  version: described(
    'Of the stored list. A save names the version that it was made from.',
    Type.String({ maxLength: 64 }),
  ),
})
export type VersionedWatchlist = Static<typeof VersionedWatchlist>

export const getWatchlist = callSchemas({
  summary: 'The securities whose prices the trader watches, in groups; empty until some were saved',
  reply: VersionedWatchlist,
})

export const setWatchlist = callSchemas({
  summary: 'Save the watchlist; securities that are not listed, or named before, are left out',
  body: VersionedWatchlist,
  reply: VersionedWatchlist,
  failures: {
    409: ['WATCHLIST_CHANGED', 'WATCHLIST_FULL', 'WATCHLIST_GROUP_EXISTS', 'TOO_MANY_WATCHLIST_GROUPS'],
  },
})
