import { staffGrants } from '@aitai/contract/codes.ts'
import type { OperationsApprovals } from '@aitai/contract/schemas/console/approvals.ts'
import { expect, test } from 'vitest'
import { approvalMs } from '../../../src/admin/approvals/approval-rule.ts'
import { changesGrant } from '../approvals/four-eyes.ts'
import { reason } from './command-scene.ts'
import type { StaffedServer } from './console-and-command-line.ts'
import { channels, everywhere, none, ofEveryGuarded } from './guarded-scenarios.ts'

test('alone: nothing happens, and a second time it is the same request', async () => {
  const said = await ofEveryGuarded(async (waiting) => {
    const again = [await waiting.runs(), await waiting.runs(waiting.request, 'command line')]
    return [again.map(({ code, approval }) => [code, approval === waiting.id]), await waiting.changed()]
  })
  const same = ['APPROVAL_NEEDED', true]
  expect(said).toEqual(everywhere([[same, same], none]))
})

test('somebody without a grant that decides sees no request, and can neither approve nor reject it', async () => {
  const said = await ofEveryGuarded(async (waiting) => {
    const { server, each, id, deciders } = waiting
    const outsiders = staffGrants.filter((grant) => grant !== each.by && !deciders.includes(grant))
    const codes = new Set<string>()
    for (const grant of outsiders) {
      for (const channel of channels) {
        codes.add((await server.approves(grant, id, channel)).code)
        codes.add((await server.rejects(grant, { id, reason }, channel)).code)
      }
      const { open } = await server.people[grant].callsOk<OperationsApprovals>('/operations/approvals')
      if (open.length > 0) codes.add(`shown to ${grant}`)
    }
    return [outsiders.length > 0, [...codes].toSorted(), await waiting.changed()]
  })
  expect(said).toEqual(everywhere([true, ['APPROVAL_UNKNOWN', 'NOT_FOUND'], none]))
})

test('after 15 minutes it is over: the request, and what was approved and not fetched', async () => {
  const said = await ofEveryGuarded(async (waiting) => {
    const { server, id, second } = waiting
    server.desk.clock.advance(approvalMs)
    await server.signsIn()
    const late = (await server.approves(second, id)).code
    const asked = await waiting.runs()
    const codes = [late, asked.code, asked.approval === id]
    if (!waiting.isView) return [codes, await waiting.changed()]
    await server.approves(second, asked.approval ?? '')
    server.desk.clock.advance(approvalMs)
    await server.signsIn()
    const unfetched = await waiting.runs()
    if (unfetched.code !== 'APPROVAL_NEEDED' || unfetched.approval === asked.approval)
      return [['fetched late'], none]
    return [codes, await waiting.changed()]
  })
  expect(said).toEqual(everywhere([['APPROVAL_OVER', 'APPROVAL_NEEDED', false], none]))
})

test('after the grant of the requester was taken away nothing is approved, and nothing approved is fetched', async () => {
  const said = await ofEveryGuarded(async (waiting) => {
    const { server, each, id, second } = waiting
    const { email } = server.people[each.by]
    const has = (isAdded: boolean) => changesGrant(server.desk, email, each.by, isAdded)
    await has(false)
    const codes = [(await server.approves(second, id)).code]
    if (waiting.isView) {
      await has(true)
      codes.push((await server.approves(second, id)).code)
      await has(false)
      for (const channel of channels) codes.push((await waiting.runs(waiting.request, channel)).code)
    }
    await has(true)
    return [waiting.isView, codes, await waiting.changed()]
  })
  for (const [label, [isView, codes, changed]] of Object.entries(said))
    expect([codes, changed], label).toEqual([
      isView ? ['APPROVAL_REQUESTER', 'DONE', 'FORBIDDEN', 'FORBIDDEN'] : ['APPROVAL_REQUESTER'],
      none,
    ])
})

test('after the grant of the second person was taken away they approve nothing, with another grant neither', async () => {
  const said = await ofEveryGuarded(async (waiting) => {
    const { server, id, second } = waiting
    const { email } = server.people[second]
    const codes: string[] = []
    await changesGrant(server.desk, email, second, false)
    for (const channel of channels) codes.push((await server.approves(second, id, channel)).code)
    await changesGrant(server.desk, email, 'support', true)
    for (const channel of channels) codes.push((await server.approves(second, id, channel)).code)
    await changesGrant(server.desk, email, 'support', false)
    await changesGrant(server.desk, email, second, true)
    return [codes, await waiting.changed()]
  })
  const refused = ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND', 'APPROVAL_UNKNOWN']
  expect(said).toEqual(everywhere([refused, none]))
})

test('an approval is for what was requested, and for nothing else', async () => {
  const unalterable: string[] = []
  const said = await ofEveryGuarded(async (waiting) => {
    const { server, each, id } = waiting
    const altered = (await each.alters?.(waiting.request, server.scene)) ?? null
    if (altered === null) {
      unalterable.push(each.label)
      return ['DONE', 'unused']
    }
    const other = await waiting.runs(altered, 'command line')
    const codes = new Set(await waiting.carriedOut())
    if (other.approval === id) codes.add('the same request')
    if (waiting.isView) {
      const effects = await waiting.effects()
      const { approval } = await waiting.runs(altered, 'command line')
      if (approval !== other.approval || effects !== (await waiting.effects())) codes.add('shown')
    }
    return [...codes, (await server.stateOf(other.approval ?? '')) === 'WAITING' ? 'unused' : 'used']
  })
  expect(said).toEqual(everywhere(['DONE', 'unused']))
  // These have no arguments that could differ.
  expect(unalterable).toEqual(['platform open (1)', 'staff change (2)'])
})

test('what is rejected or withdrawn is not carried out, and has to be requested again', async () => {
  const said = await ofEveryGuarded(async (waiting) => {
    const { server, each, second } = waiting
    const codes: unknown[] = []
    let { id } = waiting
    for (const [by, channel] of [
      [second, 'console'],
      [each.by, 'command line'],
    ] as const) {
      codes.push((await server.rejects(by, { id, reason }, channel)).code)
      codes.push((await server.approves(second, id)).code)
      const asked = await waiting.runs()
      codes.push(asked.code, asked.approval === id)
      id = asked.approval ?? ''
    }
    return [codes, await waiting.changed()]
  })
  const ended = ['DONE', 'APPROVAL_OVER', 'APPROVAL_NEEDED', false]
  expect(said).toEqual(everywhere([[...ended, ...ended], none]))
})

/** Gives the names and addresses in a request to others. Returns whether there are any. */
async function movesNames({ desk, scene }: StaffedServer, args: object): Promise<boolean> {
  const given = args as Partial<Record<'firm' | 'shortName' | 'email', string>> & {
    users?: readonly string[]
  }
  const { database: db } = desk.app
  const { firm, shortName, email, users = [] } = given
  // Alder is that of the scene.
  const isMoved = firm?.startsWith('Firm ') ?? false
  if (firm !== undefined && isMoved) {
    const moved = { name: `${firm} moved`, folded_name: `${firm} moved`.toLowerCase() }
    await db.updateTable('firm').set(moved).where('name', '=', firm).execute()
    await scene.does('firm add', { name: firm })
  }
  if (shortName !== undefined) {
    const moved = { name: `${shortName} moved`, folded_name: `${shortName} moved`.toLowerCase() }
    const short = { short_name: `X${shortName}`, folded_short_name: `x${shortName}`.toLowerCase() }
    await db
      .updateTable('broker')
      .set({ ...moved, ...short })
      .where('short_name', '=', shortName)
      .execute()
    await scene.does('broker add', { name: `Other ${shortName}`, shortName })
  }
  const addresses = email === undefined ? users : [email, ...users]
  for (const address of addresses) {
    await db
      .updateTable('person')
      .set({ email: `moved.${address}` })
      .where('email', '=', address)
      .execute()
    const isOfStaff = address.endsWith('@aitai.example')
    await desk.addUser(
      isOfStaff ? { email: address, role: 'STAFF' } : { email: address, role: 'TRADER', firm: 'Alder' },
    )
  }
  return isMoved || shortName !== undefined || addresses.length > 0
}

test('an approval is for those to whom the names led when it was requested', async () => {
  const nameless: string[] = []
  const said = await ofEveryGuarded(async (waiting) => {
    const { server, each, id, second } = waiting
    if (!(await movesNames(server, waiting.request.args))) {
      nameless.push(each.label)
      return [true, 0]
    }
    const { code } = await server.approves(second, id)
    if (!waiting.isView) return [code === 'APPROVAL_FAILED', await waiting.effects()]
    const asked = await waiting.runs(waiting.request, 'command line')
    return [asked.code === 'APPROVAL_NEEDED' && asked.approval !== id, await waiting.effects()]
  }, 'command line')
  expect(said).toEqual(everywhere([true, 0]))
  expect(nameless).toEqual([
    ...['platform open (1)', 'explain match', 'venue set (2)', 'venue schedule (2)', 'staff change (2)'],
    'audit export',
  ])
})
