import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AdminReply } from '../../../src/admin/admin-context.ts'
import type { AdminCommandArgs, AdminCommandName } from '../../../src/admin/command-arguments.ts'
import { startServerOn } from '../../support/account-fixtures.ts'
import { testDatabases } from '../../support/test-databases.ts'
import { allowInserts, failInserts } from '../../support/test-market.ts'
import { until } from '../../support/until.ts'
import { reason, refusalOf, runsAs } from './four-eyes.ts'

/** A command that shows what users do, and the record that has to be written first. */
type View = {
  readonly [N in AdminCommandName]: readonly [
    name: N,
    record: readonly ['journal', 'command' | 'type', string] | readonly ['audit', 'action', string],
    args: AdminCommandArgs<N>,
  ]
}[AdminCommandName]

describe.each(testDatabases)('what staff are shown only after it was recorded, on $name', (store) => {
  test('is not shown if the record cannot be written, and is once it can', async () => {
    const desk = await startServerOn(store, { firms: ['Alder', 'Birch'], brokers: ['Hinoki'] })
    // Nobody else could approve it.
    await desk.addStaff('compliance')
    const keiko = await desk.person('compliance@aitai.example').signsIn()
    const alder = await (await desk.trader('alder')).connects()
    const one = await alder.advertises('BUY', '7203.T', 10_000)
    const other = await alder.advertises('BUY', '6758.T', 10_000)
    // The end of an export is exclusive.
    desk.clock.advance(1)
    const file = join(desk.folder, 'export.json')
    const { email } = alder
    const exported = { from: 0, format: 'json', reason, file } as const
    const views: readonly View[] = [
      ['advert list', ['journal', 'command', 'viewAdverts'], { reason }],
      ['explain match', ['journal', 'command', 'explainMatch'], { a: one.id, b: other.id, reason }],
      ['surveillance', ['journal', 'command', 'viewSurveillance'], { reason }],
      ['user export', ['audit', 'action', 'userExported'], { email, reason }],
      ['rating show', ['audit', 'action', 'ratingShown'], { email }],
      ['audit search', ['audit', 'action', 'auditSearched'], { from: 0, to: desk.clock.now() }],
      ['impact', ['audit', 'action', 'impactShown'], { reason }],
      // Last, because it leaves the file.
      ['audit export', ['audit', 'action', 'auditExportRequested'], exported],
    ]
    const dialect = store.name === 'SQLite' ? 'sqlite' : 'postgres'
    const venue = { opened: { db: desk.app.database, dialect } } as const
    for (const [name, [table, column, record], args] of views) {
      const shows = (): Promise<AdminReply> => runsAs(desk, keiko, name, args)
      await failInserts(venue, table, column, record)
      const reply = await shows().catch((error: unknown) => String(error))
      expect(reply, name).not.toHaveProperty('result')
      for (const secret of [one.id, other.id, '7203.T'])
        expect(JSON.stringify(reply), name).not.toContain(secret)
      expect(existsSync(file), name).toBe(false)
      await allowInserts(venue, table)
      await until('the market accepts commands', async () => desk.app.isReady() || undefined)

      expect([name, refusalOf(await shows())]).toEqual([name, 'DONE'])
    }
  })
})
