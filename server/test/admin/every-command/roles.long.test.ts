import { staffGrants } from '@aitai/contract/codes.ts'
import { expect, test, vi } from 'vitest'
import { userIdOf } from '../../support/account-fixtures.ts'
import { auditEvents } from '../../support/operator.ts'
import { startServerWithSubjects } from '../../support/subjects.ts'
import type { TestUser } from '../../support/test-user.ts'
import { commandCases, type NamedCase } from './command-cases.ts'
import { callsConsole, credentialOf, opensSocket } from './command-channels.ts'
import { sceneOn } from './command-scene.ts'
import { documentedFor, documentedForCall } from './roles-page.ts'
import { storedData } from './stored-data.ts'

/** Somebody who runs commands, with the heading of the column in docs/roles.md, and the refusal. */
interface Caller {
  readonly column: string
  readonly refusal: string
  /** Of the user in the audit trail: empty for what is nobody's, null if a refusal is not recorded. */
  readonly subject: string | null
  readonly run: () => Promise<string>
}

test('every command is for those of docs/roles.md, by either way, and changes nothing for others', async () => {
  const { desk, people } = await startServerWithSubjects({ env: { CALENDAR: 'jpx' } })
  vi.stubEnv('DATA_DIR', desk.folder)
  const scene = await sceneOn(desk, people.trader)
  const sends = await opensSocket(desk)
  const secrets = {
    'staff without a grant': await credentialOf(desk, people.staff),
    "trader's OMS": await desk.issuesCredential({ firm: 'Alder', users: [people.trader.email] }),
    "broker's OMS": await desk.issuesCredential({ broker: 'Hinoki', users: [people.broker.email] }),
    ...Object.fromEntries(
      await Promise.all(
        staffGrants.map(async (grant) => [grant, await credentialOf(desk, people[grant])] as const),
      ),
    ),
  }
  const persons = {
    nobody: people.anonymous,
    trader: people.trader,
    broker: people.broker,
    'staff without a grant': people.staff,
    ...Object.fromEntries(staffGrants.map((grant) => [grant, people[grant]])),
  }

  const subjectOf = async (person: TestUser | undefined): Promise<string> =>
    person ? await userIdOf(desk, person.email) : ''
  const subjects = {
    'staff without a grant': await subjectOf(people.staff),
    trader: await subjectOf(people.trader),
    broker: await subjectOf(people.broker),
    ...Object.fromEntries(
      await Promise.all(staffGrants.map(async (grant) => [grant, await subjectOf(people[grant])] as const)),
    ),
  } as Readonly<Record<string, string>>

  const faults: string[] = []
  /** Each refusal, and whether the audit trail has it of the call or of the command. */
  const refused: { readonly subject: string; readonly attempted: string }[] = []
  const refusals = ['FORBIDDEN', 'CREDENTIAL_NEEDED', 'CREDENTIAL_UNKNOWN', 'NOT_SIGNED_IN']

  async function examine(each: NamedCase): Promise<void> {
    const { name, label, form = null, by, outcome = 'DONE' } = each
    const request = await each.prepare(scene)
    const { args, call } = request
    const sent = async (secret?: string) => (await sends(name, args, secret)).code
    const atCommandLine: readonly Caller[] = [
      { column: 'typed name', refusal: 'CREDENTIAL_NEEDED', subject: '', run: () => sent() },
      ...Object.entries(secrets).map(([column, secret]) => ({
        column,
        refusal: column.endsWith('OMS') ? 'CREDENTIAL_UNKNOWN' : 'FORBIDDEN',
        subject: subjects[column] ?? '',
        run: () => sent(secret),
      })),
    ]
    const onConsole: readonly Caller[] =
      call === null
        ? []
        : Object.entries(persons).map(([column, person]) => ({
            column,
            refusal: column === 'nobody' ? 'NOT_SIGNED_IN' : 'FORBIDDEN',
            subject: subjects[column] ?? null,
            run: async () => (await callsConsole(person, call)).code,
          }))
    const allowed = documentedFor(name, form)
    const isAllowed = {
      'command line': ({ column }: Caller) => allowed.includes(column),
      console: ({ column }: Caller) =>
        call !== null && allowed.includes(column) && documentedForCall(call.name).includes(column),
    }
    const before = await storedData(desk)
    for (const [channel, callers] of [
      ['command line', atCommandLine],
      ['console', onConsole],
    ] as const)
      for (const caller of callers.filter((one) => !isAllowed[channel](one))) {
        const code = await caller.run()
        // Whoever may not make the call at all is refused before the command is known.
        const isOfCall =
          channel === 'console' && call !== null && !documentedForCall(call.name).includes(caller.column)
        const attempted = isOfCall ? `call ${call.name}` : `command ${name}`
        if (caller.subject !== null) refused.push({ subject: caller.subject, attempted })
        if (code !== caller.refusal) faults.push(`${label} by ${caller.column}, ${channel}: ${code}`)
      }
    const after = await storedData(desk)
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    if (changed.length > 0) faults.push(`${label}: a refusal has changed ${changed.join(', ')}`)

    // Whoever asks in the case comes first, and has the outcome of the case.
    const callers = [
      ...atCommandLine.filter(isAllowed['command line']),
      ...onConsole.filter(isAllowed.console),
    ].toSorted((a, b) => Number(b.column === by) - Number(a.column === by))
    for (const [n, caller] of callers.entries()) {
      const code = await caller.run()
      if (n === 0 ? code !== outcome : refusals.includes(code))
        faults.push(`${label} by ${caller.column}: ${code}`)
    }
    if (callers[0]?.column !== by) faults.push(`${label}: ${by} may not`)
    await each.undo?.(scene)
    await desk.app.database.deleteFrom('approval').execute()
  }

  try {
    for (const each of commandCases) await examine(each)
  } finally {
    vi.unstubAllEnvs()
  }
  expect(faults).toEqual([])
  const events = await auditEvents(desk, 'accessRefused')
  const recorded = new Set(
    events.map(({ subject, details: { call, command } }) =>
      call === undefined ? `${subject} command ${command}` : `${subject} call ${call}`,
    ),
  )
  const missing = refused.filter(({ subject, attempted }) => !recorded.has(`${subject} ${attempted}`))
  expect(missing).toEqual([])
  expect(refused.length).toBeGreaterThan(500)
})
