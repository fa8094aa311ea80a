import { shippedEquitiesCsv, zone } from '../../../support/reference-admin.ts'
import { type CasesOf, onlyCommand, sameInput, shownBy } from '../command-case.ts'
import { type CommandScene, reason } from '../command-scene.ts'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Schedules a change that strengthens a defence, in place of everything that is scheduled. */
async function strengthens(scene: CommandScene, days: readonly string[]): Promise<void> {
  await scene.desk.app.database.deleteFrom('venue_change').execute()
  for (const [n, from] of days.entries())
    await scene.does('venue set', { values: { declineCooldownMs: `${400 + n} min` }, from, reason })
}

const days = ['2026-12-01', '2026-12-02'] as const

type ReferenceCommand =
  | 'equities import'
  | 'holidays import'
  | 'holidays list'
  | 'hours set'
  | 'hours show'
  | 'venue show'
  | 'venue set'
  | 'venue schedule'

/** Securities, holidays, hours and venue settings. */
export const referenceCases: CasesOf<ReferenceCommand> = {
  'equities import': [
    {
      by: 'operations',
      async prepare(scene) {
        const csv = shippedEquitiesCsv.replace('Toyota Motor', `Toyota Motor ${scene.next()}`)
        return sameInput({ file: base64(csv), yes: true, skipUntradable: false, reason }, 'importEquities')
      },
    },
    {
      by: 'operations',
      prepare: async () =>
        sameInput({ file: base64(shippedEquitiesCsv), dryRun: true, reason }, 'importEquities'),
    },
  ],
  'holidays import': [
    {
      by: 'operations',
      async prepare(scene) {
        const { csv } = await scene.shows<{ csv: string }>('holidays list', {})
        const file = base64(`${csv.trimEnd()}\n2031-05-07,Extra holiday ${scene.next()},臨時休業日\n`)
        const given = { file, yes: true, reason }
        return { args: { ...given, zone }, call: { name: 'importHolidays', body: given } }
      },
      async undo(scene) {
        const { csv } = await scene.shows<{ csv: string }>('holidays list', {})
        const lines = csv.split('\n').filter((line) => !line.includes('Extra holiday'))
        await scene.does('holidays import', { file: base64(lines.join('\n')), zone, yes: true, reason })
      },
    },
  ],
  'holidays list': [{ by: 'support', prepare: shownBy('operationsHolidays') }],
  'hours set': [
    {
      by: 'operations',
      async prepare(scene) {
        const platform = `22:${String(scene.next() % 60).padStart(2, '0')} to 10:00`
        const given = { of: 'ALL', platform, yes: true, reason } as const
        return { args: { ...given, zone }, call: { name: 'setTradingHours', body: given } }
      },
    },
  ],
  'hours show': [
    {
      by: 'compliance',
      prepare: async () => ({ args: { of: 'ALL', zone }, call: { name: 'operationsHours' } }),
    },
  ],
  'venue show': [{ by: 'administrator', prepare: shownBy('operationsVenue') }],
  'venue set': [
    {
      by: 'operations',
      async prepare(scene) {
        await strengthens(scene, [])
        return sameInput(
          { values: { declineCooldownMs: '470 min' }, from: '2026-12-03', reason },
          'setVenueSettings',
        )
      },
    },
    {
      by: 'operations',
      outcome: 'APPROVAL_NEEDED',
      async prepare(scene) {
        await strengthens(scene, ['2026-12-01'])
        return sameInput(
          { values: { declineCooldownMs: '1 min' }, from: '2026-12-02', reason },
          'setVenueSettings',
        )
      },
      alters: async ({ args }) =>
        sameInput({ ...args, values: { declineCooldownMs: '2 min' } }, 'setVenueSettings'),
    },
  ],
  'venue schedule': [
    { form: 'reading only', by: 'compliance', prepare: async () => onlyCommand({}) },
    {
      by: 'operations',
      outcome: 'APPROVAL_NEEDED',
      async prepare(scene) {
        await strengthens(scene, days)
        return cancelling(days[0])
      },
      alters: async () => cancelling(days[1]),
    },
  ],
}

const cancelling = (day: string) => ({
  args: { cancel: day, reason },
  call: { name: 'cancelVenueChange', body: { day, reason } },
})
