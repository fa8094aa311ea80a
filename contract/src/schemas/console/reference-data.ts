import { exchanges } from '@aitai/engine/model/calendar.ts'
import Type, { type Static } from 'typebox'
import { callSchemas } from '../call-schemas.ts'
import { described, nullable, oneOf } from '../common.ts'
import { Count, IsoDate, IsoTime, Reason, ShownRemark } from './console-fields.ts'

const texts = Type.Array(Type.String())
const remarks = Type.Array(ShownRemark)
const warnings = described('What one should know.', remarks)
const fileResult = {
  concerns: described('Likely mistakes, to be confirmed with `yes`.', remarks),
  warnings,
  applied: described('Whether anything was changed.', Type.Boolean()),
}

/** A file of an operator: what it would change (`dryRun`), or the import. */
const fileRequest = {
  file: Type.String({ description: 'The bytes of a CSV file, in base64.' }),
  dryRun: described('Only shows what would change.', Type.Optional(Type.Boolean())),
  yes: described('Imports the file even if it looks like a mistake.', Type.Optional(Type.Boolean())),
  reason: Type.Optional(Reason),
}

const LastImport = nullable(
  Type.Object({
    at: IsoTime,
    by: described('The name of a user, or the one that was given at the command line.', Type.String()),
    isUser: Type.Boolean(),
    reason: Type.String(),
  }),
)
export type LastImport = Static<typeof LastImport>

const OperationsEquities = Type.Object({
  listed: described('Securities that can be advertised.', Count),
  removed: described('Securities that can no longer be advertised.', Count),
  lastImport: LastImport,
})
export type OperationsEquities = Static<typeof OperationsEquities>

const Value = nullable(Type.Union([Type.String(), Type.Number()]))

const EquityName = { ric: Type.String(), name: Type.String(), localName: Type.String() }
const NamedEquity = Type.Object(EquityName)
export type NamedEquity = Static<typeof NamedEquity>

const ChangedEquity = Type.Object({
  ...EquityName,
  columns: described(
    'With the names of the file’s columns; prices in yen.',
    Type.Array(Type.Object({ column: Type.String(), before: Value, after: Value })),
  ),
})
export type ChangedEquity = Static<typeof ChangedEquity>

const EquityImport = Type.Object({
  added: Type.Array(NamedEquity),
  changed: Type.Array(ChangedEquity),
  removed: Type.Array(NamedEquity),
  moved: described('Securities whose rank by size changed.', Count),
  unchanged: Count,
  ratios: described(
    'New shares for old.',
    Type.Array(Type.Object({ ric: Type.String(), ratio: Type.String(), from: IsoDate })),
  ),
  delisted: described('RICs that are no longer listed: their IOIs end.', texts),
  skipped: described(
    'Lines that were left out, and why.',
    Type.Array(Type.Object({ line: Count, why: ShownRemark })),
  ),
  ...fileResult,
})
export type EquityImport = Static<typeof EquityImport>

const Holiday = Type.Object({
  date: IsoDate,
  weekday: oneOf(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']),
  name: Type.String(),
  localName: Type.String(),
})
export type ShownHoliday = Static<typeof Holiday>

const OperationsHolidays = Type.Object({
  source: described('`shipped` until a file was imported.', oneOf(['shipped', 'imported'])),
  today: described('In Tokyo.', IsoDate),
  holidays: Type.Array(Holiday),
  csv: described('A file to extend and import.', Type.String()),
  lastImport: LastImport,
  warnings,
})
export type OperationsHolidays = Static<typeof OperationsHolidays>

const MatchingSession = Type.Object({ date: IsoDate, weekday: Type.String(), tokyo: Type.String() })
const SessionsBeforeAndAfter = Type.Object({
  before: Type.Array(MatchingSession),
  after: Type.Array(MatchingSession),
})
export type SessionsBeforeAndAfter = Static<typeof SessionsBeforeAndAfter>

const HolidayImport = Type.Object({
  total: Count,
  onWeekends: Count,
  added: Type.Array(Holiday),
  removed: Type.Array(Holiday),
  renamed: Type.Array(
    Type.Object({ date: IsoDate, name: described('Before and after.', texts), localName: texts }),
  ),
  unchanged: Count,
  sessions: described('The next ten sessions of matching.', SessionsBeforeAndAfter),
  ...fileResult,
})
export type HolidayImport = Static<typeof HolidayImport>

const Hours = Type.Object({
  platform: Type.String(),
  exchange: Type.String(),
  matching: Type.String(),
  afterHours: Type.String(),
})
export type ShownHours = Static<typeof Hours>

const Exchange = oneOf(exchanges)

const OperationsHours = Type.Object({
  source: described('`shipped` until hours were set.', oneOf(['shipped', 'set'])),
  exchanges: described(
    'In UTC, such as `00:00 to 02:30, 03:30 to 06:30`; `none` for no hours.',
    Type.Array(Type.Object({ exchange: Exchange, hours: Hours })),
  ),
  warnings,
})
export type OperationsHours = Static<typeof OperationsHours>

const Ranges = Type.Optional(Type.String({ maxLength: 200 }))

const HoursRequest = Type.Object({
  of: oneOf([...exchanges, 'ALL'] as const),
  platform: described('In UTC, as in the reply; omitted ones stay.', Ranges),
  exchange: Ranges,
  matching: Ranges,
  afterHours: Ranges,
  yes: described('Applies the change at once; otherwise it is only shown.', Type.Optional(Type.Boolean())),
  reason: Type.Optional(Reason),
})
export type HoursRequest = Static<typeof HoursRequest>

const HourLists = oneOf(['platform', 'exchange', 'matching', 'afterHours'])
export type HourListName = Static<typeof HourLists>

const HoursChange = Type.Object({
  exchanges: Type.Array(
    Type.Object({
      exchange: Exchange,
      before: Hours,
      after: Hours,
      changed: Type.Array(HourLists),
      matching: described('The next ten sessions of matching.', SessionsBeforeAndAfter),
      warnings,
    }),
  ),
  warnings,
  applied: Type.Boolean(),
})
export type HoursChange = Static<typeof HoursChange>

const SettingChange = Type.Object({ name: Type.String(), before: Type.String(), after: Type.String() })
const ScheduledChange = Type.Object({
  from: described('The trading day from whose start it holds, in Tokyo.', IsoDate),
  changes: Type.Array(SettingChange),
})
export type ScheduledChange = Static<typeof ScheduledChange>

const VenueSetting = Type.Object({
  name: Type.String(),
  value: described('In force today, with its unit.', Type.String()),
  default: Type.String(),
  min: Type.String(),
  max: Type.String(),
  meaning: described('In English, as the command line prints it.', Type.String()),
})
export type ShownVenueSetting = Static<typeof VenueSetting>

const OperationsVenue = Type.Object({
  today: described('In Tokyo.', IsoDate),
  next: described('The day from which a change holds unless another one is given.', IsoDate),
  settings: Type.Array(VenueSetting),
  scheduled: Type.Array(ScheduledChange),
})
export type OperationsVenue = Static<typeof OperationsVenue>

const Scheduled = Type.Object({
  from: IsoDate,
  changes: described('Empty if the settings have these values already.', Type.Array(SettingChange)),
  scheduled: Type.Array(ScheduledChange),
})

const fileFailures = (
  ...codes: ('EQUITIES_INVALID' | 'EQUITIES_UNMEANT' | 'HOLIDAYS_INVALID' | 'HOLIDAYS_UNMEANT')[]
) => ({ 400: ['INVALID'], 409: codes }) as const

export const operationsEquities = callSchemas({
  summary: 'How many securities there are, and who imported them last',
  reply: OperationsEquities,
})

export const importEquities = callSchemas({
  summary:
    'Replace the securities by those of a file, or show what would change, as `aitai equities import` does',
  body: Type.Object({
    ...fileRequest,
    skipUntradable: described('Leaves out what cannot be traded here.', Type.Optional(Type.Boolean())),
  }),
  reply: EquityImport,
  failures: fileFailures('EQUITIES_INVALID', 'EQUITIES_UNMEANT'),
})

export const operationsHolidays = callSchemas({
  summary: 'The holidays of the exchanges, as `aitai holidays list` has them',
  reply: OperationsHolidays,
})

export const importHolidays = callSchemas({
  summary:
    'Replace the holidays by those of a file, or show what would change, as `aitai holidays import` does',
  body: Type.Object(fileRequest),
  reply: HolidayImport,
  failures: fileFailures('HOLIDAYS_INVALID', 'HOLIDAYS_UNMEANT'),
})

export const operationsHours = callSchemas({
  summary: 'The hours of the exchanges, as `aitai hours show` has them',
  reply: OperationsHours,
})

export const setTradingHours = callSchemas({
  summary: 'Change the hours of an exchange, or show what would change, as `aitai hours set` does',
  body: HoursRequest,
  reply: HoursChange,
  failures: { 400: ['INVALID'], 409: ['HOURS_INVALID'] },
})

export const operationsVenue = callSchemas({
  summary: 'The venue settings in force and what is scheduled, as `aitai venue show` has them',
  reply: OperationsVenue,
})

export const setVenueSettings = callSchemas({
  summary: 'Change venue settings from a later trading day on, as `aitai venue set` does',
  body: Type.Object({
    values: described(
      'By name, with the unit, or `default`.',
      Type.Record(Type.String(), Type.String({ maxLength: 40 })),
    ),
    from: described('A later trading day; the next one if omitted.', Type.Optional(IsoDate)),
    reason: Reason,
  }),
  reply: Scheduled,
  failures: { 400: ['INVALID'], 409: ['VENUE_INVALID', 'APPROVAL_NEEDED', 'APPROVAL_LIMIT'] },
})

export const cancelVenueChange = callSchemas({
  summary: 'Cancel the scheduled change of a day, as `aitai venue schedule --cancel` does',
  body: Type.Object({ day: IsoDate, reason: Reason }),
  reply: Type.Object({ cancelled: ScheduledChange, scheduled: Type.Array(ScheduledChange) }),
  failures: { 400: ['INVALID'], 409: ['VENUE_INVALID', 'APPROVAL_NEEDED', 'APPROVAL_LIMIT'] },
})
