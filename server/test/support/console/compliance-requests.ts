import type { Subject } from '@aitai/contract/routes/audiences.ts'
import type { Failure } from '@aitai/contract/schemas/failures.ts'
import type { ApiResponse, TestUser } from '../test-user.ts'

interface ConsoleFixture {
  readonly people: Readonly<Record<Subject, TestUser>>
}

interface ConsoleRequest {
  readonly by: TestUser
  readonly body?: unknown
}

const today = '2026-11-18'
const reason = 'asked by the exchange'
const base64 = (text: string): string => Buffer.from(text).toString('base64')

const equities = base64(
  'ric,name,localName,kana,shortNames,topix500,lotSize,closePrice\n7203.T,Toyota Motor,トヨタ自動車,トヨタ,,y,100,2905.5\n',
)

const byCompliance =
  (body?: unknown) =>
  ({ people: { compliance: by } }: ConsoleFixture): ConsoleRequest =>
    body === undefined ? { by } : { by, body }

const byOperations =
  (body: unknown) =>
  ({ people: { operations: by } }: ConsoleFixture): ConsoleRequest => ({ by, body })

/** Approves what was requested, so that the same request is answered the next time. */
async function approvedBy(by: TestUser, requested: Promise<ApiResponse>): Promise<void> {
  const { variables } = (await requested).body as Failure
  await by.callsOk('/operations/approve', { body: { id: variables?.id } })
}

/** A valid request to each call about reference data, the audit trail, surveillance and policy reports. */
export const complianceRequests = {
  operationsEquities: byCompliance(),
  importEquities: byOperations({ file: equities, dryRun: true, yes: false, skipUntradable: false, reason }),
  operationsHolidays: byCompliance(),
  importHolidays: byOperations({
    file: base64('date,name\n2027-01-01,New Year’s Day\n'),
    dryRun: true,
    yes: false,
    reason,
  }),
  operationsHours: byCompliance(),
  setTradingHours: byOperations({
    of: 'ALL',
    platform: '00:00 to 24:00',
    exchange: '00:00 to 24:00',
    matching: '00:00 to 24:00',
    afterHours: 'none',
    yes: false,
    reason,
  }),
  operationsVenue: byCompliance(),
  setVenueSettings: byOperations({ values: { ratedEvents: '30' }, from: '2026-11-20', reason }),
  cancelVenueChange: async ({ people: { operations: by } }: ConsoleFixture): Promise<ConsoleRequest> => {
    const body = { values: { ratedEvents: '31' }, from: '2026-11-24', reason }
    await by.callsOk('/operations/reference/venue/set', { body })
    return { by, body: { day: '2026-11-24', reason } }
  },
  searchAuditTrail: byCompliance({
    from: today,
    to: today,
    action: 'loginSucceeded',
    actor: 'system',
    subject: 'Alder',
    before: 1_000,
  }),
  verifyAuditTrail: byCompliance(),
  exportAuditTrail: async ({ people }: ConsoleFixture): Promise<ConsoleRequest> => {
    const body = { from: today, to: today, format: 'csv', reason }
    await approvedBy(people.administrator, people.compliance.calls('/operations/audit/export', { body }))
    return { by: people.compliance, body }
  },
  viewSurveillance: byCompliance({ day: today, reason }),
  operationsPolicyReports: byCompliance(),
}
