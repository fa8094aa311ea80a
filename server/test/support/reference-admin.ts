import { readFileSync } from 'node:fs'
import type { Command } from '@aitai/engine/model/commands.ts'
import type { Reference } from '@aitai/engine/model/reference-data.ts'
import { expect } from 'vitest'
import type { AdminReply } from '../../src/admin/admin-context.ts'
import { importEquities } from '../../src/admin/reference/equity-import.ts'
import { importHolidays, listHolidays } from '../../src/admin/reference/holiday-import.ts'
import { setHours } from '../../src/admin/reference/trading-hours.ts'
import { auditEvents } from './operator.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export const shippedEquitiesCsv = readFileSync(new URL('../../data/equities.csv', import.meta.url), 'utf8')
export const hourMs = 3_600_000
export const toyota = '7203.T'
export const zone = 'Asia/Tokyo'

/** 10:00 in Tokyo on Wednesday 18 November 2026, at a venue with the exchange's hours. */
export const startTokyoServer = (): Promise<TestServer> => startTestServer({ env: { CALENDAR: 'jpx' } })

const base64 = (text: string): string => Buffer.from(text).toString('base64')

export async function resultOf<T>(answer: Promise<AdminReply>): Promise<T> {
  const given = await answer
  if ('refusal' in given) throw new Error(given.refusal.message)
  return given.result as T
}

export async function refusalOf(answer: Promise<AdminReply>): Promise<{ code: string; message: string }> {
  const given = await answer
  return 'refusal' in given ? given.refusal : expect.unreachable('it was done')
}

export const importEquitiesCsv = (desk: TestServer, text: string, more = {}) =>
  importEquities(desk.admin, { file: base64(text), ...more })
export const changeHours = (desk: TestServer, more: object) =>
  setHours(desk.admin, { of: 'ALL', zone, yes: true, reason: 'a test of hours', ...more })

export async function changeHolidays(desk: TestServer, change: (csv: string) => string, more = {}) {
  const { csv } = await resultOf<{ csv: string }>(listHolidays(desk.admin))
  return importHolidays(desk.admin, { file: base64(change(csv)), zone, reason: 'the new list', ...more })
}

export const referenceAuditEvents = (desk: TestServer) =>
  auditEvents(desk, 'equitiesImported', 'holidaysImported', 'hoursSet')

/** The reference data that the engine received, newest last. */
export async function journalledReferences(desk: TestServer): Promise<Reference[]> {
  const rows = await desk.app.database.selectFrom('journal').select('command').orderBy('seq').execute()
  return rows
    .map(({ command }) => JSON.parse(command) as Command)
    .flatMap((command) => (command.type === 'changeReference' ? [command.reference] : []))
}
