import type { FoundAuditEvents, VerifiedAuditTrail } from '@aitai/contract/schemas/console/audit.ts'
import type { OperationsPolicyReports } from '@aitai/contract/schemas/console/policy-reports.ts'
import type { EquityImport, OperationsEquities } from '@aitai/contract/schemas/console/reference-data.ts'
import { expect, test } from 'vitest'
import { approves, idOf } from '../admin/approvals/four-eyes.ts'
import { base64 } from '../api/console/console-fixtures.ts'
import { shippedEquitiesCsv } from '../support/reference-admin.ts'
import { testDatabases } from '../support/test-databases.ts'
import { startTestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const postgres = testDatabases.find(({ name }) => name === 'PostgreSQL')
const today = { from: '2026-11-18', to: '2026-11-18' } as const

test.runIf(postgres)(
  'reference data, the audit trail and reports of browsers through a follower on PostgreSQL',
  async () => {
    const env = { DATABASE_URL: (await postgres?.newLocation())?.databaseUrl ?? '', CALENDAR: 'jpx' }
    const first = await startTestServer({ env })
    const second = await startTestServer({ env, firms: [], brokers: [] })
    const [follower] = [first, second].filter(({ app }) => !app.cluster?.isWriter())
    if (!follower) throw new Error('no process follows')
    await first.addStaff('operations')
    await first.addStaff('compliance')
    const naomi = await follower.person('operations@aitai.example').signsIn()
    const sora = await follower.person('compliance@aitai.example').signsIn()

    const file = base64(shippedEquitiesCsv.replace('2905.5', '2950'))
    const path = '/operations/reference/equities/import'
    const reason = 'the close of today'
    expect(await naomi.callsOk<EquityImport>(path, { body: { file, dryRun: true } })).toMatchObject({
      changed: [{ ric: '7203.T' }],
      applied: false,
    })
    expect(await naomi.callsOk<EquityImport>(path, { body: { file, reason } })).toMatchObject({
      applied: true,
    })
    expect(await naomi.callsOk<OperationsEquities>('/operations/reference/equities')).toMatchObject({
      listed: 451,
      lastImport: { by: 'operations Desk', reason },
    })

    const search = { ...today, action: 'equitiesImported', actor: naomi.email }
    expect(await sora.callsOk<FoundAuditEvents>('/operations/audit/search', { body: search })).toMatchObject({
      events: [{ reason, actor: { name: 'operations Desk' } }],
      older: null,
    })
    expect(await sora.callsOk<VerifiedAuditTrail>('/operations/audit/verify', { body: {} })).toMatchObject({
      verified: true,
    })
    // An export has what was before it.
    for (const desk of [first, second]) desk.clock.advance(1_000)
    const body = { ...today, format: 'json', reason }
    const id = idOf(await sora.isRefused('/operations/audit/export', { body }))
    await approves(naomi, id)
    const exported = await sora.calls('/operations/audit/export', { body })
    expect(exported.text).toContain('"action":"equitiesImported"')

    // Each process has reports of its own to store.
    for (const desk of [first, second])
      await fetch(`${desk.url}/policy-reports`, {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report' },
        body: JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'data' } }),
      })
    const stored = await until('both to be stored', async () => {
      const { reports } = await sora.callsOk<OperationsPolicyReports>('/operations/policy-reports')
      return reports[0]?.count === 2 ? reports : null
    })
    expect(stored).toMatchObject([{ directive: 'img-src', page: 'other', blocked: 'data' }])
  },
)
