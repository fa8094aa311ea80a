import type { Failure } from '@aitai/contract/schemas/failures.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const nobody = { firms: [], brokers: [] } as const

const posts = (desk: TestServer, type: string, body: unknown): Promise<Response> =>
  fetch(`${desk.url}/policy-reports`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const alone = (report: Record<string, unknown>) => ({ 'csp-report': report })
const violated = (body: Record<string, unknown>) => ({ type: 'csp-violation', age: 3, url: 'x', body })

async function counted(desk: TestServer): Promise<Record<string, number>> {
  const page = await (await fetch(`${desk.url}/metrics`)).text()
  const lines = page.matchAll(/^aitai_policy_reports_total\{kind="([a-z-]+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, kind, count]) => [kind, Number(count)]))
}

/** The counts above zero. */
const came = async (desk: TestServer): Promise<Record<string, number>> =>
  Object.fromEntries(Object.entries(await counted(desk)).filter(([, count]) => count > 0))

test('browsers receive the address to which they report violations of the content policy', async () => {
  const policyAt = async (publicUrl: string) => {
    const desk = await startTestServer({ ...nobody, env: { PUBLIC_URL: publicUrl } })
    const { headers } = await fetch(desk.url)
    expect(headers.get('reporting-endpoints')).toBe('policy="/policy-reports"')
    return headers.get('content-security-policy')
  }
  const secure = await policyAt('https://desk.example')
  expect(secure).toMatch(/;report-uri \/policy-reports;report-to policy$/)
  // Browsers send nothing to the newer kind of endpoint without TLS.
  expect(await policyAt('http://localhost:8080')).toMatch(/;report-uri \/policy-reports$/)
})

test('reports are counted by directive, in both of the formats that browsers send', async () => {
  const desk = await startTestServer(nobody)
  expect(Object.values(await counted(desk)).every((count) => count === 0)).toBe(true)
  expect(await counted(desk)).toMatchObject({ 'script-src': 0, 'connect-src': 0, other: 0 })

  for (const report of [
    { 'effective-directive': 'script-src-elem', 'blocked-uri': 'inline' },
    { 'violated-directive': "script-src 'self'", 'blocked-uri': 'eval', 'source-file': null },
  ])
    expect((await posts(desk, 'application/csp-report', alone(report))).status).toBe(204)
  const some = [
    violated({ effectiveDirective: 'img-src', blockedURL: 'https://elsewhere.example/a.png' }),
    violated({ effectiveDirective: 'style-src-attr', blockedURL: 'inline' }),
    { type: 'deprecation', body: { id: 'x', message: 'old' } },
  ]
  expect((await posts(desk, 'application/reports+json', some)).status).toBe(204)
  expect(await came(desk)).toEqual({ 'script-src': 2, 'img-src': 1, 'style-src': 1 })
})

test("a browser extension's violation is counted separately, and an invented directive gets no label of its own", async () => {
  const desk = await startTestServer(nobody)
  for (const report of [
    { 'effective-directive': 'script-src-elem', 'blocked-uri': 'moz-extension://7b1f/inject.js' },
    { 'effective-directive': 'style-src-elem', 'blocked-uri': 'inline', 'source-file': 'chrome-extension' },
    { 'effective-directive': 'x"} 1\naitai_ready 0', 'blocked-uri': '' },
    { 'effective-directive': 'constructor' },
  ])
    expect((await posts(desk, 'application/csp-report', alone(report))).status).toBe(204)
  expect(await came(desk)).toEqual({ extension: 2, other: 2 })
})

test("the log contains only the directive of a report, because the page's address may contain a link's token", async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
  const desk = await startTestServer({ ...nobody, log })
  const secret = 'hunter2'
  await posts(
    desk,
    'application/csp-report',
    alone({
      'document-uri': `${desk.url}/reset-password?resetToken=${secret}`,
      'effective-directive': 'script-src-elem',
      'blocked-uri': `https://${secret}.example/${secret}`,
      'source-file': `https://${secret}.example`,
      'script-sample': secret,
    }),
  )
  const report = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'policy report')
  expect(report).toMatchObject({ kind: 'script-src', blocked: 'elsewhere' })
  expect(lines.join('')).not.toContain(secret)
})

test('an invalid or oversized report is refused', async () => {
  const desk = await startTestServer(nobody)
  const type = 'application/csp-report'
  for (const [body, status, code] of [
    ['{', 400, 'INVALID'],
    [{}, 400, 'INVALID'],
    [[violated({ blockedURL: 7 })], 400, 'INVALID'],
    [Array(101).fill(violated({})), 400, 'INVALID'],
    [alone({ 'blocked-uri': 'x'.repeat(65_536) }), 413, 'TOO_LARGE'],
  ] as const) {
    const answer = await posts(desk, type, body)
    const { errorCode, variables } = (await answer.json()) as Failure
    expect([answer.status, errorCode]).toEqual([status, code])
    if (status === 413) expect(variables).toEqual({ max: 64 })
  }
  expect(await came(desk)).toEqual({})

  const answers = await Promise.all(Array.from({ length: 60 }, () => posts(desk, type, alone({}))))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(5)
  // Exhausting this limit exhausts no other.
  expect((await fetch(`${desk.url}/api/version/web`)).status).toBe(200)
})

test('a batch counts for every report in it', async () => {
  const desk = await startTestServer(nobody)
  const batch = Array(80).fill(violated({ effectiveDirective: 'img-src' }))
  expect((await posts(desk, 'application/reports+json', batch)).status).toBe(204)
  expect((await posts(desk, 'application/csp-report', alone({}))).status).toBe(429)
  expect(await came(desk)).toEqual({ 'img-src': 80 })
})

test('calls do not accept the content types of reports', async () => {
  const desk = await startTestServer(nobody)
  const headers = { 'content-type': 'application/csp-report' }
  const answer = await fetch(`${desk.url}/api/login`, { method: 'POST', headers, body: '{}' })
  expect(answer.status).toBe(415)
})
