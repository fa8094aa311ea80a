import { readFile } from 'node:fs/promises'
import type { ScheduledChange, VenueShown } from '@aitai/server/admin/reference/venue-changes.ts'
import { sendAdminCommand } from '../admin-client.ts'
import { callerPath } from '../caller-path.ts'
import { CommandFailed, command, UsageError } from '../command.ts'
import { optionalReason, reasonArgument, requiredReason } from '../flags.ts'
import { alignColumns, titledList } from '../output.ts'

export const venueShow = command({
  name: 'venue show',
  summary: 'Show the venue settings in force, their defaults and ranges, and what is scheduled',
  flags: {
    file: { type: 'boolean', description: 'Print a file for `venue set --file`' },
  },
  async run({ file = false }) {
    const result = (await sendAdminCommand('venue show', {})) as VenueShown
    const values = Object.fromEntries(result.settings.map(({ name, value }) => [name, value]))
    if (file) return { result: values, text: JSON.stringify(values, null, 2) }
    const lines = [
      ...alignColumns(
        [
          ['Setting', 'In force', 'Default', 'From', 'To'],
          ...result.settings.map((each) => [each.name, each.value, each.default, each.min, each.max]),
        ],
        '',
      ),
      ...scheduleLines(result.scheduled),
    ]
    return { result, text: lines.join('\n') }
  },
})

const scheduleLines = (scheduled: readonly ScheduledChange[]): readonly string[] =>
  scheduled.length === 0
    ? ['Nothing is scheduled.']
    : scheduled.flatMap(({ from, changes }) => titledList(`From ${from}`, changeLines(changes)))

const changeLines = (changes: ScheduledChange['changes']): readonly string[] =>
  alignColumns(changes.map(({ name, before, after }) => [name, before, `to ${after}`]))

interface Scheduled extends ScheduledChange {
  readonly scheduled: readonly ScheduledChange[]
}

export const venueSet = command({
  name: 'venue set',
  summary: 'Change venue settings from the next trading day on',
  operand: '[NAME=VALUE...]',
  flags: {
    file: {
      type: 'string',
      value: 'FILE.json',
      description: 'Take the values of a file, as `venue show --file` prints it',
    },
    from: { type: 'string', value: 'DATE', description: 'From a later trading day, such as 2026-12-01' },
    reason: requiredReason,
  },
  details:
    'A VALUE has a unit unless it is a plain number: 30s, 15min, 0.5%. `default` returns to the default. The\n' +
    'settings change at midnight in Tokyo; a server that is down then applies them when it starts. One wrong value\n' +
    'refuses all.\n\n' +
    "  aitai venue set declineCooldownMs=20min ratedEventsPerContra=3 --reason 'agreed with members'",
  async run({ file, from, reason }, ...words) {
    const values = { ...(file === undefined ? {} : await valuesIn(file)), ...valuesOf(words) }
    if (Object.keys(values).length === 0) throw new UsageError('no settings are given')
    const start = from === undefined ? {} : { from }
    const result = (await sendAdminCommand('venue set', { values, reason, ...start })) as Scheduled
    const lines =
      result.changes.length === 0
        ? ['Nothing changes: the settings have these values already.']
        : scheduleLines([result])
    return { result, text: lines.join('\n') }
  },
})

/** Values by name of arguments such as name=value. Throws UsageError. */
function valuesOf(words: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const word of words) {
    const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(word) ?? []
    if (name === '') throw new UsageError('a setting must be given as NAME=VALUE')
    if (Object.hasOwn(values, name)) throw new UsageError(`${name} was given twice`)
    values[name] = value
  }
  return values
}

/** The values of a file: a JSON object of texts. Throws CommandFailed. */
async function valuesIn(file: string): Promise<Record<string, string>> {
  const text = await readFile(callerPath(file), 'utf8').catch(() => {
    throw new CommandFailed(`${file} cannot be read.`)
  })
  const wrong = new CommandFailed(
    `${file} is not a JSON object of settings such as {"locateWindowMs": "30 s"}.`,
  )
  try {
    const values: unknown = JSON.parse(text)
    if (isTextTable(values)) return values
  } catch {
    throw wrong
  }
  throw wrong
}

const isTextTable = (values: unknown): values is Record<string, string> =>
  typeof values === 'object' &&
  values !== null &&
  !Array.isArray(values) &&
  Object.values(values).every((value) => typeof value === 'string')

export const venueSchedule = command({
  name: 'venue schedule',
  summary: 'List the scheduled changes of venue settings, or cancel one',
  flags: {
    cancel: { type: 'string', value: 'DATE', description: 'Cancel the change of this day' },
    reason: { ...optionalReason, description: 'Why; stored with your name. Required with --cancel' },
  },
  async run({ cancel, reason }) {
    if (cancel !== undefined && reason === undefined) throw new UsageError('--reason is missing')
    const request = { ...(cancel === undefined ? {} : { cancel }), ...reasonArgument(reason) }
    const result = (await sendAdminCommand('venue schedule', request)) as Pick<VenueShown, 'scheduled'>
    return { result, text: scheduleLines(result.scheduled).join('\n') }
  },
})
